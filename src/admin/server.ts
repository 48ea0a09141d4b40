// The page of Admin, and who is sent it. The server knows nobody: tokens, which are in the browser, tell who asks.
import { staffHint } from '#contract/people/staff.ts';
import { type AdminAssets, adminDocument, adminPolicy } from './document.ts';
import type { PageData } from './page-data.ts';

type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * A browser in which somebody of the staff has signed in says so by a cookie, and is sent the page. That is a hint and no right: the page is empty
 * until the API has answered, which refuses everybody else. All others get what they get at any address that there is nothing at.
 */
export function createAdmin(deps: {
  data: PageData;
  assets: AdminAssets;
  /** Headers of the page. */
  headers: Record<string, string>;
  /** Answers an address that there is no page at. */
  notFound: Fetch;
  /** Gives every request its id, its line in the log and its metrics. */
  observe: (answer: (request: Request, seen: { readonly id: string; route: string }) => Response) => { fetch: Fetch };
  development?: boolean;
}): { fetch: Fetch } {
  const page = adminDocument(deps.data, deps.assets);
  const headers = {
    ...deps.headers,
    ...(!deps.development && { 'content-security-policy': adminPolicy(deps.data.accounts) }),
    'content-type': 'text/html; charset=UTF-8',
    'cache-control': 'private, no-store',
  };
  const { fetch } = deps.observe((request, seen) => {
    seen.route = '/admin/*';
    return new Response(request.method === 'HEAD' ? null : page, { headers: { ...headers, 'x-request-id': seen.id } });
  });
  return {
    fetch(request) {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      return isRead && hasHint(request) ? fetch(request) : deps.notFound(request);
    },
  };
}

function hasHint(request: Request): boolean {
  const cookies = request.headers.get('cookie')?.split(';') ?? [];
  return cookies.some((cookie) => cookie.trim() === `${staffHint}=1`);
}
