import { useLoaderData } from 'react-router';
import { readProductQuery } from '#contract/product-query.ts';
import { listProducts } from '../api-client/product.ts';
import { keywordPath } from '../components/category-links.ts';
import { PageHead } from '../components/page-head.tsx';
import { ProductListPage } from '../components/product-list-page.tsx';
import { apiContext } from '../context.ts';
import { type Load, orNotFound } from '../load.ts';

export async function loader({ request, params, context }: Load) {
  const keyword = (params.keyword ?? '').trim();
  const query = { ...readProductQuery(new URL(request.url).searchParams), keyword };
  const list = await orNotFound(listProducts(context.get(apiContext), query, { signal: request.signal }));
  return { keyword, query, list };
}

export function Component() {
  const { keyword, query, list } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={`Search results for '${keyword}'`}
        description={`Products whose name contains '${keyword}'.`}
        noIndex
      />
      <ProductListPage
        heading={`Search results for '${keyword}'`}
        nothing={`No products matching keyword '${keyword}'`}
        path={keywordPath(keyword)}
        mode={{ keyword }}
        query={query}
        list={list}
      />
    </>
  );
}
