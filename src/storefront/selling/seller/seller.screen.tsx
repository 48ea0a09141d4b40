import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { ApiError } from '#client/api/api-client.ts';
import { measuredSpan } from '#contract/catalogue/product/delivery.ts';
import { countryName } from '#contract/countries.ts';
import type { SellerPage, SellerProducts } from '#contract/selling/seller.schema.ts';
import { sellerPath } from '#contract/selling/seller.ts';
import { t } from '#language/message.ts';
import { CompareForm } from '../../catalogue/compare/compare-form.tsx';
import { ProductCard } from '../../catalogue/product/card/product-card.tsx';
import { Rating } from '../../catalogue/review/rating.tsx';
import { Markdown, withMarkdown } from '../../markdown/markdown.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { apiContext } from '../../routing/api-context.ts';
import { orNotFound } from '../../routing/loader-errors.ts';
import { pageDescription } from '../../seo/page-description.ts';
import { useShop } from '../../shop/shop-context.ts';

export async function loader({ params: { address = '' }, context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const init = { signal: request.signal };
  const after = new URL(request.url).searchParams.get('after');
  const listProducts = (mark?: string) =>
    api.get('/seller/page/{address}/products', { params: { path: { address }, query: { after: mark } }, ...init });
  const [seller, products] = await orNotFound(
    Promise.all([
      withMarkdown(api.get('/seller/page/{address}', { params: { path: { address } }, ...init })),
      listProducts(after ?? undefined).catch((error) => {
        // A mark that no page has told: the first page.
        if (after === null || !(error instanceof ApiError) || error.status !== 400) throw error;
        return listProducts();
      }),
    ]),
  );
  return { seller, products, isFirst: after === null };
}

/** The page of a shop: who it is, what it sells, and how it does. */
export function Component() {
  const { seller, products, isFirst } = useLoaderData<typeof loader>();
  const { store } = useShop();
  return (
    <main id="main" className="page wrap">
      <PageHead
        title={seller.name}
        description={pageDescription(seller.sells) || `${seller.name} on ${store.name}.`}
        canonical={sellerPath(seller.address)}
        noIndex={seller.state !== 'approved'}
      />
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="min-w-0 max-w-[64ch]">
          <h1 className="page-title">
            <bdi>{seller.name}</bdi>
          </h1>
          <p className="mt-2 text-ink-2">
            {t('Seller at {name} since {since}', { name: store.name, since: day(seller.since) })}
            {seller.country && `, ${countryName(seller.country)}`}
          </p>
          <Notice seller={seller} />
          {seller.sells && <p className="mt-5 whitespace-pre-line text-lg">{seller.sells}</p>}
          {seller.about && (
            <div className="mt-4 text-ink-2">
              <Markdown text={seller.about} />
            </div>
          )}
        </div>
        <Facts seller={seller} />
      </div>
      {seller.state === 'approved' && <Products seller={seller} products={products} isFirst={isFirst} />}
    </main>
  );
}

function Notice({ seller: { state, closed_at } }: { seller: SellerPage }) {
  const text =
    state === 'closed'
      ? t('This shop has closed{value}. Buyers keep what they bought.', {
          value: closed_at ? t(' on {closed_at}', { closed_at: day(closed_at) }) : '',
        })
      : state === 'closing'
        ? t('This shop is closing: nothing of it is sold any more. Open orders are still delivered.')
        : state === 'suspended'
          ? t('Nothing of this shop is on sale at the moment.')
          : null;
  if (!text) return null;
  return (
    <p role="note" className="mt-5 rounded-md bg-sunken px-4 py-3">
      {text}
    </p>
  );
}

/** Three minutes: nobody waits for what is there by then. */
const AT_ONCE_HOURS = 0.05;

function Facts({ seller }: { seller: SellerPage }) {
  const { store, shopPages } = useShop();
  const {
    rating,
    delivery_hours: delivery,
    automatic_delivery_hours: automatic,
    answer_hours: answer,
    support_email: support,
    responsible,
  } = seller;
  return (
    <dl className="grid content-start gap-4 border-t pt-5 text-sm lg:border-t-0 lg:pt-2 [&_dt]:text-ink-3">
      <div>
        <dt>{t('Rating of all its products')}</dt>
        <dd className="num mt-0.5 flex flex-wrap items-center gap-x-2.5">
          {rating.average === null ? (
            t('No reviews yet')
          ) : (
            <>
              <Rating rate={rating.average} label={t('Rating of all its products')} />
              {`${rating.average.toFixed(1)} (${rating.count.toLocaleString('en-US')} ${rating.count === 1 ? 'review' : 'reviews'})`}
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('Delivers in')}</dt>
        <dd className="num mt-0.5">
          {delivery !== null
            ? t('{delivery}, half of the last 90 days’ orders sooner', { delivery: measuredSpan(delivery) })
            : automatic === null && t('Not measured yet')}
          {automatic !== null && (
            <span className="block">
              {automatic < AT_ONCE_HOURS ? t('At once') : measuredSpan(automatic)}
              {t(', what needs nobody to send it')}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('Answers in')}</dt>
        <dd className="num mt-0.5">{answer === null ? t('Not measured yet') : measuredSpan(answer)}</dd>
      </div>
      {responsible && (
        <div>
          <dt>{t('Responsible')}</dt>
          <dd className="mt-0.5 whitespace-pre-line">{responsible}</dd>
        </div>
      )}
      {support && seller.state !== 'closed' && (
        <div>
          <dt>{t('Support')}</dt>
          <dd className="mt-0.5">
            <a className="text-link" href={`mailto:${support}`}>
              {support}
            </a>
          </dd>
        </div>
      )}
      {shopPages.includes('terms') && (
        <div>
          <dt>{t('Terms')}</dt>
          <dd className="mt-0.5">
            <a className="text-link" href="/terms">
              {t('Terms of {name}', { name: store.name })}
            </a>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The same for everybody: the page is cached, and drawn before anybody's calendar is known. */
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const day = (instant: string) => days.format(new Date(instant));

type ProductsProps = { seller: SellerPage; products: SellerProducts; isFirst: boolean };

function Products({ seller, products: { products, next }, isFirst }: ProductsProps) {
  const path = sellerPath(seller.address);
  return (
    <section aria-labelledby="products" className="mt-10 border-t pt-8">
      <h2 id="products" className="num text-xl">
        {`${seller.products.toLocaleString('en-US')} ${seller.products === 1 ? 'product' : 'products'}`}
      </h2>
      {products.length === 0 && <p className="mt-4 text-ink-2">{t('This shop sells nothing at the moment.')}</p>}
      <CompareForm>
        <div className="mt-5 grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-4">
          {products.map((product) => (
            <ProductCard key={product.product_id} product={product} heading="h3" />
          ))}
        </div>
      </CompareForm>
      {(next !== null || !isFirst) && (
        <nav aria-label={t('Pages')} className="mt-8 flex flex-wrap gap-3">
          {!isFirst && (
            <a className="btn btn-line" href={path}>
              {t('First page')}
            </a>
          )}
          {next !== null && (
            <a className="btn btn-line" href={`${path}?${new URLSearchParams({ after: next })}`}>
              {t('Next page')}
            </a>
          )}
        </nav>
      )}
    </section>
  );
}
