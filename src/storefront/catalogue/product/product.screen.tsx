import type { ReactNode } from 'react';
import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router';
import { type ApiClient, ApiError } from '#client/api/api-client.ts';
import { deliveryMinutes } from '#contract/catalogue/product/delivery.ts';
import type { Product, ProductSummary } from '#contract/catalogue/product/product.ts';
import { findRentalProvider } from '#contract/catalogue/product/rental-provider.ts';
import type { Review, ReviewSummary, ShownReview } from '#contract/catalogue/review.ts';
import { newThreadPath } from '#contract/people/message.ts';
import { t } from '#language/message.ts';
import { OfferedFiles } from '../../goods/release/offered-files.tsx';
import { pageReleases } from '../../goods/release/page-releases.ts';
import { promisesFiles } from '../../goods/release/release-for.ts';
import { WhatYouGet } from '../../goods/release/what-you-get.tsx';
import { withMarkdown } from '../../markdown/markdown.tsx';
import { Breadcrumb } from '../../page/breadcrumb.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { apiContext } from '../../routing/api-context.ts';
import { orNotFound } from '../../routing/loader-errors.ts';
import { breadcrumbs } from '../../seo/breadcrumbs.ts';
import { datasetData } from '../../seo/dataset-data.ts';
import { linkPicture } from '../../seo/link-picture.ts';
import { pageDescription } from '../../seo/page-description.ts';
import { productData } from '../../seo/product-data.ts';
import { useShop } from '../../shop/shop-context.ts';
import { findTerms } from '../license/find-terms.ts';
import { LicenseSection } from '../license/license-section.tsx';
import { categoryPath, productPath } from '../paths.ts';
import { categoryLinks } from '../product-list/category-links.ts';
import { OverallRating } from '../review/overall-rating.tsx';
import { Availability, BuyBox, preloadBuyBox } from './buy-box.tsx';
import { ProductCard } from './card/product-card.tsx';
import { Gallery } from './gallery.tsx';
import { KeyFigures } from './key-figures.tsx';
import { chosenIn } from './options/chosen-options.ts';
import { type ChosenOptions, useChosenOptions } from './options/use-chosen-options.ts';
import { productAddress } from './product-address.ts';
import { ProductTabs } from './product-tabs.tsx';
import { getProduct, listProducts } from './read-products.ts';
import { VariantTable } from './variant-table.tsx';

/** Products of the same category below the one of the page. */
const RELATED_PRODUCTS = 4;

export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const id = params.id ?? '';
  const init = { signal: request.signal };
  // Without scripts the reviews are read page by page.
  const { search, searchParams } = new URL(request.url);
  const after = searchParams.get('reviews');
  const [product, page, summary] = await orNotFound(
    Promise.all([
      getProduct(api, id, { ...init, forPage: true }),
      api
        .list('/review/product/{id}', {
          params: { path: { id }, query: { after: after ?? undefined } },
          ...init,
        })
        .catch((error) => {
          if (!after || !(error instanceof ApiError) || error.status !== 400) throw error;
          return api.list('/review/product/{id}', {
            params: { path: { id } },
            ...init,
          });
        }),
      api.get('/review/product/{id}/summary', { params: { path: { id } }, ...init }),
    ]),
  );
  // A form says each wish for itself: one choice has one address.
  if (searchParams.getAll('options').length > 1)
    throw redirect(productAddress(product, chosenIn(search, product), after));
  const [sameCategory, terms, releases, measuredHours] = await orNotFound(
    withMarkdown(
      Promise.all([
        listProducts(api, { category: product.product_type, limit: RELATED_PRODUCTS + 1 }, init),
        product.license ? findTerms(api, product.license, init) : null,
        promisesFiles(product)
          ? api.get('/product/{id}/release', { params: { path: { id } }, ...init })
          : { items: [] },
        readMeasuredHours(api, product, init),
        preloadBuyBox(product),
      ]),
    ),
  );
  const related = sameCategory.products.filter((other) => other.product_id !== id).slice(0, RELATED_PRODUCTS);
  const shown = page.items.filter((review) => review.show).map(withoutAddress);
  return {
    product,
    reviews: { reviews: shown, next: page.next, summary },
    isFirst: !after,
    related,
    terms,
    releases: pageReleases(releases.items),
    measuredHours,
  };
}

/** Median hours of what its shop has delivered by hand, where that says something about the product. */
async function readMeasuredHours(api: ApiClient, product: Product, init: { signal: AbortSignal }) {
  // An endpoint is measured apart from hands.
  if (!product.seller || product.goods?.access !== undefined || deliveryMinutes(product) === 0) return null;
  const { address } = product.seller;
  const found = await api.get('/seller/page/{address}', { params: { path: { address } }, ...init }).catch(() => null);
  return found?.delivery_hours ?? null;
}

/** Choices of options load no other page. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const [current, next] = [currentUrl, nextUrl].map((url) => url.pathname + url.searchParams.get('reviews'));
  const isChoice = current === next && currentUrl.search !== nextUrl.search;
  return !isChoice && defaultShouldRevalidate;
}

/** The page carries what it shows: who wrote a review is a name there, not an e-mail address. */
function withoutAddress({ user_email: _address, ...shown }: Review): ShownReview {
  return shown;
}

export function Component() {
  const { product, reviews, isFirst, related, terms, releases, measuredHours } = useLoaderData<typeof loader>();
  const { store, origin } = useShop();
  const soldHere = !findRentalProvider(store.rental_providers, product);
  const chosen = useChosenOptions(product, soldHere);
  const category = categoryLinks.find((link) => link.category === product.product_type);
  const trail: Array<[string, string]> = [
    [t('Products'), categoryPath('all')],
    [t(category?.label) ?? product.product_type, categoryPath(product.product_type)],
    [product.product_name, productPath(product.product_id)],
  ];
  const summary =
    pageDescription(product.description) ||
    t('{product_name} by {provider} on {name}.', {
      product_name: product.product_name,
      provider: product.provider,
      name: store.name,
    });
  const dataset = datasetData(product, releases, { origin, name: store.name });
  return (
    <main id="main" className="page wrap">
      <PageHead
        title={product.product_name}
        description={summary}
        canonical={productPath(product.product_id)}
        picture={linkPicture(product)}
        jsonLd={[
          productData(product, origin, reviews.summary, soldHere),
          ...(dataset ? [dataset] : []),
          breadcrumbs(origin, trail),
        ]}
      />
      <Breadcrumb trail={trail} />
      {/* The offer beside them is as high as it is: what it needs more than the picture is the second row's alone. */}
      <div className="mt-5 grid gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr] lg:gap-x-14">
        <Gallery key={product.product_id} product={product} />
        <Offer product={product} chosen={chosen} summary={reviews.summary} measuredHours={measuredHours}>
          {(quantity, machines) =>
            soldHere && (
              <WhatYouGet
                product={product}
                releases={releases}
                selected={chosen.selected}
                quantity={quantity}
                machines={machines}
                shopName={store.name}
              />
            )
          }
        </Offer>
        <div className="grid min-w-0 content-start gap-8 empty:hidden">
          <KeyFigures product={product} />
          <VariantTable product={product} chosen={chosen} />
        </div>
      </div>
      <ProductTabs
        key={product.product_id}
        product={product}
        reviews={reviews}
        isFirst={isFirst}
        addressFrom={(mark) => productAddress(product, chosen.selected, mark)}
      />
      <OfferedFiles product={product} releases={releases} />
      {product.license && <LicenseSection license={product.license} terms={terms} />}
      {related.length > 0 && <Related products={related} category={t(category?.label) ?? product.product_type} />}
    </main>
  );
}

type OfferProps = {
  product: Product;
  chosen: ChosenOptions;
  summary: ReviewSummary;
  measuredHours: number | null;
  children: (quantity: number, machines: number) => ReactNode;
};

/** Product, provider, reviews, and how to have it. */
function Offer({ product, chosen, summary, measuredHours, children }: OfferProps) {
  return (
    <div className="self-start lg:sticky lg:top-24 lg:row-span-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <a href={categoryPath(product.product_type)} className="chip">
          <span className="size-2 rounded-full" style={{ background: `var(--${product.product_type})` }} />
          {product.product_type}
        </a>
        {product.on_sale && <span className="badge bg-sale text-on-sale">{t('Sale')}</span>}
        <span role="status">
          <Availability product={product} selected={chosen.selected} />
        </span>
      </p>
      <h1 className="page-title mt-3">
        <bdi>{product.product_name}</bdi>
      </h1>
      {(product.seller || product.provider) && (
        <p className="mt-2 text-ink-2">
          {t('Provided by')} <Provider product={product} />
        </p>
      )}
      {product.seller && (
        <p className="mt-1 text-sm">
          <a href={newThreadPath({ product: product.product_id })} rel="nofollow" className="text-link">
            {t('Ask the seller')}
          </a>
        </p>
      )}
      <div className="mb-6 mt-3">
        <OverallRating {...summary} />
      </div>
      <BuyBox key={product.product_id} product={product} chosen={chosen} measuredHours={measuredHours}>
        {children}
      </BuyBox>
    </div>
  );
}

/** Leads to the shop that sells it; a product of the operator's own says a name alone. */
function Provider({ product: { provider, seller } }: { product: Product }) {
  if (!seller) return <bdi className="font-[560] text-ink">{provider}</bdi>;
  return (
    <a href={`/sellers/${seller.address}`} className="text-link font-[560]">
      <bdi>{provider || seller.name}</bdi>
    </a>
  );
}

function Related({ products, category }: { products: ProductSummary[]; category: string }) {
  return (
    <section className="mt-6 md:mt-10">
      <h2 className="text-xl">{t('More in {category}', { category })}</h2>
      <div className="mt-5 grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-4">
        {products.map((other) => (
          <ProductCard key={other.product_id} product={other} heading="h3" aside />
        ))}
      </div>
    </section>
  );
}
