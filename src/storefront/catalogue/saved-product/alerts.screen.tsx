import { data, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { ApiError } from '#client/api/api-client.ts';
import type { AlertLink } from '#contract/catalogue/saved-product.ts';
import type { SearchAlertLink } from '#contract/catalogue/saved-search.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { PageHead } from '../../page/page-head.tsx';
import { apiContext } from '../../routing/api-context.ts';
import { orNotFound } from '../../routing/loader-errors.ts';
import { productPath } from '../paths.ts';
import { SearchAlerts } from '../saved-search/search-alerts.tsx';

export async function loader({ params: { token = '' }, context, request }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const asked = { params: { path: { token } }, signal: request.signal };
  const { pathname } = new URL(request.url);
  const found = pathname.startsWith('/saved/searches/')
    ? api.get('/saved-search/alerts/{token}', asked).then((searches) => ({ token, searches }))
    : api.get('/saved-product/alerts/{token}', asked).then((link) => ({ token, link }));
  return found.catch((error) => {
    if (error instanceof ApiError && error.status === 404) return data(null, { status: 404 });
    return orNotFound(Promise.reject<never>(error));
  });
}

type Found = { token: string; link: AlertLink } | { token: string; searches: SearchAlertLink };

/** Where the link in an alert's mail leads: alerts end by a button, without a sign-in and without scripts. */
export function Component() {
  const found = useLoaderData() as Found | null;
  const isOfSearches = useLocation().pathname.startsWith('/saved/searches/');
  const title = isOfSearches ? t('Search Alerts') : t('Product Alerts');
  return (
    <main id="main" className="page wrap flex-1">
      <PageHead title={title} description={t('What you are told of by mail.')} noIndex />
      <h1 className="page-title mb-6">{title}</h1>
      <div className="grid max-w-[60ch] justify-items-start gap-5 text-ink-2">
        {found && 'link' in found && <Alerts {...found} />}
        {found && 'searches' in found && <SearchAlerts token={found.token} link={found.searches} />}
        {!found && <p>{t('There are no alerts under this link any more. Nothing is sent for it.')}</p>}
        <a href={isOfSearches ? '/saved/searches' : '/saved'} className="underline underline-offset-4">
          {isOfSearches ? t('See your saved searches') : t('See your saved products')}
        </a>
      </div>
    </main>
  );
}

function Alerts({ token, link: { product_id, product_name, alerts, others } }: { token: string; link: AlertLink }) {
  const product =
    product_name === null ? (
      t('a product that is not sold any more')
    ) : (
      <a href={productPath(product_id)} dir="auto" className="font-[560] text-ink underline underline-offset-4">
        {product_name}
      </a>
    );
  return (
    <>
      {alerts.length > 0 ? (
        <p>{rich('We write to you about {product}.', { product })}</p>
      ) : (
        <p>{rich('We write to you no more about {product}.', { product })}</p>
      )}
      {alerts.length > 0 && <EndButton token={token} what="product" label={t('Stop these mails')} />}
      {others > 0 && (
        <>
          <p>
            {others === 1
              ? t('You are told of one other product.')
              : t('You are told of {others} other products.', { others })}
          </p>
          <EndButton token={token} what="all" label={t('Stop all mails about products')} />
        </>
      )}
    </>
  );
}

function EndButton({ token, what, label }: { token: string; what: 'product' | 'all'; label: string }) {
  return (
    <form method="post" action={`/api/saved-product/alerts/${token}/end`}>
      <button type="submit" name="what" value={what} className="btn btn-line">
        {label}
      </button>
    </form>
  );
}
