import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { keywordPath } from '../catalogue/paths.ts';
import { PageHead } from '../components/page/page-head.tsx';
import { AlsoFits } from '../components/product-list/also-fits.tsx';
import { withListParts } from '../components/product-list/late-parts.ts';
import { ProductListPage } from '../components/product-list/product-list-page.tsx';
import { apiContext } from '../routing/api-context.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const keyword = keywordOf(new URL(request.url).pathname);
  const { loadKeyword } = await import('../catalogue/load-keyword.ts');
  return { keyword, ...(await withListParts(request, loadKeyword(context.get(apiContext), request, keyword))) };
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
  const { keyword, alsoFits, ...data } = useLoaderData<typeof loader>();
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
        {...data}
      >
        {alsoFits && <AlsoFits found={alsoFits} />}
      </ProductListPage>
    </>
  );
}
