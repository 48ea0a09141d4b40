import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { readProductQuery } from '#contract/product-query.ts';
import { loadAlsoFits } from '../catalogue/load-also-fits.ts';
import { loadList } from '../catalogue/load-list.ts';
import { keywordPath } from '../catalogue/paths.ts';
import { PageHead } from '../components/page/page-head.tsx';
import { AlsoFits } from '../components/product-list/also-fits.tsx';
import { ProductListPage } from '../components/product-list/product-list-page.tsx';
import { apiContext } from '../routing/api-context.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const keyword = keywordOf(url.pathname);
  const query = { ...readProductQuery(url.searchParams), keyword };
  const api = context.get(apiContext);
  const [list, alsoFits] = await Promise.all([
    loadList(api, query, request.signal),
    loadAlsoFits(api, query, request.signal),
  ]);
  return { keyword, query, list, alsoFits };
}

/** The last segment, decoded once: the router's own parameter turns an encoded '%2F' into a slash. */
function keywordOf(pathname: string): string {
  const segment = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment;
  }
}

export function Component() {
  const { keyword, query, list, alsoFits } = useLoaderData<typeof loader>();
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
      >
        {alsoFits && <AlsoFits found={alsoFits} />}
      </ProductListPage>
    </>
  );
}
