import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { t } from '#language/message.ts';
import { PageHead } from '../../page/page-head.tsx';
import { apiContext } from '../../routing/api-context.ts';
import { keywordPath } from '../paths.ts';
import { AlsoFits, Closest } from './also-fits.tsx';
import { withListParts } from './late-parts.tsx';
import { ProductListPage } from './product-list-page.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const keyword = keywordOf(new URL(request.url).pathname);
  const { loadKeyword } = await import('./load-keyword.ts');
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
  const { keyword, alsoFits, isNamed, quiet, ...data } = useLoaderData<typeof loader>();
  const fits = alsoFits && <AlsoFits found={alsoFits} keyword={keyword} />;
  return (
    <>
      <PageHead
        title={t("Search results for ''{keyword}''", { keyword })}
        description={`Products that fit '${keyword}'.`}
        noIndex
      />
      <ProductListPage
        heading={t("Search results for ''{keyword}''", { keyword })}
        nothing={t("No products matching keyword ''{keyword}''", { keyword })}
        path={keywordPath(keyword)}
        mode={{ keyword }}
        {...data}
        before={fits && !isNamed ? fits : null}
        quiet={quiet}
      >
        {isNamed && <div className="mt-12">{fits}</div>}
        {alsoFits && data.list.total === 0 && <Closest found={alsoFits} keyword={keyword} />}
      </ProductListPage>
    </>
  );
}
