import { useCallback, useEffect, useRef, useState } from 'react';
import type { ListPage } from '#client/api/api-client.ts';
import { failureText } from '#client/api/failure-text.ts';

export type Pages<T> = {
  /** Null until the first page has arrived. */
  items: T[] | null;
  fault: string | null;
  hasMore: boolean;
  /** The next page, or the one that failed once more. Resolves with what went wrong. */
  more: () => Promise<string | undefined>;
};

/** A list that goes on, page by page. It begins anew with another `key`. */
export function usePages<T>(load: (next?: string) => Promise<ListPage<T>>, key: string): Pages<T> {
  const [state, setState] = useState<{ key: string; items: T[] | null; next: string | null; fault: string | null }>({
    key,
    items: null,
    next: null,
    fault: null,
  });
  const loader = useRef(load);
  const wanted = useRef(key);

  useEffect(() => {
    loader.current = load;
    wanted.current = key;
  });

  const ask = useCallback(async (of: string, known: T[], next?: string) => {
    try {
      const page = await loader.current(next);
      if (wanted.current !== of) return undefined;
      setState({ key: of, items: [...known, ...page.items], next: page.next, fault: null });
      return undefined;
    } catch (error) {
      const fault = failureText(error);
      if (wanted.current === of)
        setState((before) => ({ ...before, key: of, items: known.length ? known : null, fault }));
      return fault;
    }
  }, []);

  useEffect(() => {
    setState({ key, items: null, next: null, fault: null });
    void ask(key, []);
  }, [key, ask]);

  return {
    items: state.key === key ? state.items : null,
    fault: state.key === key ? state.fault : null,
    hasMore: state.next !== null,
    more: () => ask(key, state.items ?? [], state.next ?? undefined),
  };
}
