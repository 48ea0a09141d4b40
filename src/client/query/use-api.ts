import { type Query, type QueryKey, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Loaded, refusalText } from '#ui/loading/use-loaded.ts';
import type { Answer, Init, PathOf } from '../api/api-calls.ts';
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
  const { refetch } = query;
  // A question that is under way answers this too: a change has begun it anew.
  const reload = useCallback(async () => void (await refetch({ cancelRefetch: false })), [refetch]);
  return { value: query.data ?? null, failed: query.isError, refused: refusalText(query.error), reload };
}

/** A part of what was loaded. */
export function selected<T, Part>(loaded: Loaded<T>, part: (value: T) => Part): Loaded<Part> {
  return { ...loaded, value: loaded.value === null ? null : part(loaded.value) };
}
