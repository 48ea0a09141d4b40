import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { isCategory } from '#contract/catalogue/product/product.ts';
import { t } from '#language/message.ts';
import { PageHead } from '../../page/page-head.tsx';
import { apiContext } from '../../routing/api-context.ts';
import { notFound } from '../../routing/loader-errors.ts';
import { breadcrumbs } from '../../seo/breadcrumbs.ts';
import { useShop } from '../../shop/shop-context.ts';
import { categoryPath } from '../paths.ts';
import { withListParts } from './late-parts.tsx';
import { ProductListPage } from './product-list-page.tsx';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const category = (params.category ?? '').toLowerCase();
  if (!isCategory(category)) notFound();
  const { loadList } = await import('./load-list.ts');
  return { category, ...(await withListParts(request, loadList(context.get(apiContext), request, { category }))) };
}

export function Component() {
  const { category, ...data } = useLoaderData<typeof loader>();
  const { query, list } = data;
  const { store, origin } = useShop();
  const path = categoryPath(category);
  const label = category === 'all' ? t('All products') : category.charAt(0).toUpperCase() + category.slice(1);
  return (
    <>
      <PageHead
        title={`${label}${category === 'all' ? '' : ' products'}`}
        description={`${list.total_is_exact === false ? 'About ' : ''}${list.total.toLocaleString('en-US')} ${category === 'all' ? '' : `${category} `}products on ${store.name}: prices, specifications and reviews.`}
        canonical={path}
        jsonLd={[
          breadcrumbs(origin, [
            [t('Products'), categoryPath('all')],
            ...(category === 'all' ? [] : [[label, path] as [string, string]]),
          ]),
        ]}
      />
      <ProductListPage
        heading={t('{category} Products', { category })}
        nothing={
          query.keyword
            ? t("No products matching keyword ''{keyword}''", { keyword: query.keyword })
            : t('No products match these filters')
        }
        path={path}
        mode={{ category }}
        {...data}
      />
    </>
  );
}
