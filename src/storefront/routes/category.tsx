import { useLoaderData } from 'react-router';
import { isCategory } from '#contract/product.ts';
import { readProductQuery } from '#contract/product-query.ts';
import { breadcrumbs } from '../components/breadcrumbs.ts';
import { categoryPath } from '../components/category-links.ts';
import { PageHead } from '../components/page-head.tsx';
import { ProductListPage } from '../components/product-list-page.tsx';
import { apiContext } from '../context.ts';
import { type Load, loadList, notFound } from '../load.ts';
import { useShop } from '../store-context.ts';

export async function loader({ request, params, context }: Load) {
  const category = (params.category ?? '').toLowerCase();
  if (!isCategory(category)) notFound();
  const query = { ...readProductQuery(new URL(request.url).searchParams), category };
  const list = await loadList(context.get(apiContext), query, request.signal);
  return { category, query, list };
}

export function Component() {
  const { category, query, list } = useLoaderData<typeof loader>();
  const { store, origin } = useShop();
  const path = categoryPath(category);
  const label = category === 'all' ? 'All products' : category.charAt(0).toUpperCase() + category.slice(1);
  return (
    <>
      <PageHead
        title={`${label}${category === 'all' ? '' : ' products'}`}
        description={`${list.counts[category].toLocaleString('en-US')} ${category === 'all' ? '' : `${category} `}products on ${store.name}: prices, specifications and reviews.`}
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
        query={query}
        list={list}
      />
    </>
  );
}
