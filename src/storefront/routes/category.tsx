import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { isCategory } from '#contract/product.ts';
import { categoryPath } from '../catalogue/paths.ts';
import { PageHead } from '../components/page/page-head.tsx';
import { withListParts } from '../components/product-list/late-parts.ts';
import { ProductListPage } from '../components/product-list/product-list-page.tsx';
import { apiContext } from '../routing/api-context.ts';
import { notFound } from '../routing/loader-errors.ts';
import { breadcrumbs } from '../seo/breadcrumbs.ts';
import { useShop } from '../shop/shop-context.ts';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const category = (params.category ?? '').toLowerCase();
  if (!isCategory(category)) notFound();
  const { loadList } = await import('../catalogue/load-list.ts');
  return { category, ...(await withListParts(request, loadList(context.get(apiContext), request, { category }))) };
}

export function Component() {
  const { category, ...data } = useLoaderData<typeof loader>();
  const { query, list } = data;
  const { store, origin } = useShop();
  const path = categoryPath(category);
  const label = category === 'all' ? 'All products' : category.charAt(0).toUpperCase() + category.slice(1);
  return (
    <>
      <PageHead
        title={`${label}${category === 'all' ? '' : ' products'}`}
        description={`${list.total_is_exact === false ? 'About ' : ''}${list.total.toLocaleString('en-US')} ${category === 'all' ? '' : `${category} `}products on ${store.name}: prices, specifications and reviews.`}
        canonical={path}
        jsonLd={[
          breadcrumbs(origin, [
            ['Products', categoryPath('all')],
            ...(category === 'all' ? [] : [[label, path] as [string, string]]),
          ]),
        ]}
      />
      <ProductListPage
        heading={`${category} Products`}
        nothing={query.keyword ? `No products matching keyword '${query.keyword}'` : 'No products match these filters'}
        path={path}
        mode={{ category }}
        {...data}
      />
    </>
  );
}
