import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import type { Answer, Init, PathOf } from '../api/api-calls.ts';
import type { ListPage } from '../api/api-client.ts';
import { createBrowserApi } from '../api/browser-api.ts';
import { failureText } from '../api/failure-text.ts';
import { useLoadedQuery } from './use-api.ts';

export type Pages<T, Page = ListPage<T>> = {
  /** The first page as it came. */
  first: Loaded<Page>;
  /** Everything that was loaded. */
  items: T[];
  /** Why nothing, or not all of it, could be loaded. */
  fault: string | null;
  /** Adds the next page; resolves with what went wrong, or with nothing. Null at the end of the list. */
  more: (() => Promise<string | undefined>) | null;
  /** Adds everything that is left, such as for a print; resolves like `more`. */
  all: () => Promise<string | undefined>;
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
  const { data, error, fetchNextPage, hasNextPage } = query;
  const first = useLoadedQuery(query, data?.pages[0]);

  async function more(): Promise<string | undefined> {
    // One that a change has begun comes first: the next page would end it.
    if (query.isRefetching) await query.refetch({ cancelRefetch: false });
    const after = await fetchNextPage();
    return after.error ? failureText(after.error) : undefined;
  }

  async function all(): Promise<string | undefined> {
    let known = await fetchNextPage();
    while (known.hasNextPage && !known.error) known = await fetchNextPage();
    return known.error ? failureText(known.error) : undefined;
  }

  return {
    first,
    items: data?.pages.flatMap(({ items }) => items) ?? [],
    fault: error ? failureText(error) : null,
    more: hasNextPage ? more : null,
    all: hasNextPage ? all : async () => undefined,
  };
}
