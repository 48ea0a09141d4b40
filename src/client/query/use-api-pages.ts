import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { Answer, Init, PathOf } from '../api/api-calls.ts';
import type { ListPage } from '../api/api-client.ts';
import { createBrowserApi } from '../api/browser-api.ts';
import { failureText } from '../api/failure-text.ts';

export type Pages<T, Page = unknown> = {
  /** The first page as it came; null until then. */
  first: Page | null;
  /** Null until the first page has arrived. */
  items: T[] | null;
  fault: string | null;
  hasMore: boolean;
  /** The next page, or the one that failed once more. Resolves with what went wrong. */
  more: () => Promise<string | undefined>;
};

type ItemOf<P extends PathOf<'get'>> = Answer<P, 'get'> extends Array<infer Item> ? Item : never;

/** A list of the API that goes on page by page. Other parameters begin it anew, and so does another `since`. */
export function useApiPages<P extends PathOf<'get'>>(
  path: P,
  ...[init]: Init<P, 'get', { since?: string }>
): Pages<ItemOf<P>> {
  const { since = '', ...call } = (init ?? {}) as { since?: string; params?: object };
  const api = createBrowserApi() as unknown as { list: (path: P, call: object) => Promise<ListPage<ItemOf<P>>> };
  return usePages([path, call.params ?? null, since], (page) => api.list(path, { ...call, asUser: true, page }));
}

/** A list that `load` brings page by page; without a mark it begins. `key` names it, with everything that it depends on. */
export function usePages<T, Page extends ListPage<T>>(
  key: QueryKey,
  load: (next?: string) => Promise<Page & ListPage<T>>,
): Pages<T, Page> {
  const query = useInfiniteQuery({
    queryKey: [...key, 'pages'],
    queryFn: ({ pageParam }) => load(pageParam ?? undefined),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

  async function more(): Promise<string | undefined> {
    const { error } = await (query.data ? query.fetchNextPage() : query.refetch());
    return error ? failureText(error) : undefined;
  }

  return {
    first: query.data?.pages[0] ?? null,
    items: query.data?.pages.flatMap(({ items }) => items) ?? null,
    fault: query.error ? failureText(query.error) : null,
    hasMore: query.hasNextPage,
    more,
  };
}
