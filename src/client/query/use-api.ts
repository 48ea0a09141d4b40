import { type Query, type QueryKey, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Loaded, refusalText } from '#ui/loading/use-loaded.ts';
import type { Answer, Init, PathOf } from '../api/api-calls.ts';
import { ApiError } from '../api/api-client.ts';
import { createBrowserApi } from '../api/browser-api.ts';

type Asked<T> = {
  /** Milliseconds after which it is asked again while somebody looks; false: it is not. */
  every?: (value: T | undefined) => number | false;
  /** An answer of before is not shown when the screen is opened again: a form would begin with it. */
  isForgotten?: boolean;
};

/** An answer of the API to the signed-in person. Other parameters ask anew. */
export function useApi<P extends PathOf<'get'>>(
  path: P,
  ...[init]: Init<P, 'get', Asked<Answer<P, 'get'>>>
): Loaded<Answer<P, 'get'>> {
  const { every, isForgotten, ...call } = (init ?? {}) as Asked<Answer<P, 'get'>> & { params?: object };
  const api = createBrowserApi() as unknown as { get: (path: P, call: object) => Promise<Answer<P, 'get'>> };
  return useAnswer([path, call.params ?? null], () => api.get(path, { ...call, asUser: true }), {
    ...(every && { every }),
    ...(isForgotten && { isForgotten }),
  });
}

/** An answer that there may be none of, which is an answer too, `found: null`: there is nothing to try again. */
export function useFound<P extends PathOf<'get'>>(
  path: P,
  ...[init]: Init<P, 'get', Pick<Asked<{ found: Answer<P, 'get'> | null }>, 'every'>>
): Loaded<{ found: Answer<P, 'get'> | null }> {
  const { every, ...call } = (init ?? {}) as Asked<{ found: Answer<P, 'get'> | null }> & { params?: object };
  const api = createBrowserApi() as unknown as { get: (path: P, call: object) => Promise<Answer<P, 'get'>> };
  return useAnswer([path, call.params ?? null, 'found'], () => foundOf(api.get(path, { ...call, asUser: true })), {
    ...(every && { every }),
  });
}

/** Answer of a call, or null where there is none of it. */
export async function foundOf<T>(asked: Promise<T>): Promise<{ found: T | null }> {
  try {
    return { found: await asked };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { found: null };
    throw error;
  }
}

/** The value that `load` resolves with. `key` names it, with everything that it depends on. */
export function useAnswer<T>(
  key: QueryKey,
  load: () => Promise<T>,
  { every = () => false, isForgotten = false }: Asked<T> = {},
): Loaded<T> {
  const query = useQuery<T>({
    queryKey: key,
    queryFn: load,
    refetchInterval: ({ state }: Query<T>) => every(state.data),
    ...(isForgotten && { gcTime: 0 }),
  });
  return useLoadedQuery(query, isForgotten && !query.isFetchedAfterMount ? undefined : query.data);
}

type Queried = Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>;

/** A query as the screens read it. */
export function useLoadedQuery<T>({ isError, error, refetch }: Queried, value: T | undefined): Loaded<T> {
  // A question that is under way answers this too: a change has begun it anew.
  const reload = useCallback(async () => void (await refetch({ cancelRefetch: false })), [refetch]);
  const refused = refusalText(error);
  // A known value stays on the screen while it cannot be asked for again: somebody may be typing beside it.
  return { value: value ?? null, failed: isError && (value === undefined || refused !== null), refused, reload };
}

/** Asks anew for all that is in sight, where it has changed by something else than a call of this browser. */
export function useAskAnew(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries();
}

/** A part of what was loaded. */
export function selected<T, Part>(loaded: Loaded<T>, part: (value: T) => Part): Loaded<Part> {
  return { ...loaded, value: loaded.value === null ? null : part(loaded.value) };
}
