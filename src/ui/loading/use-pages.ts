import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type Loaded, useLoaded } from './use-loaded.ts';

type Page<T> = { items: T[]; next: string | null };

export type Pages<T> = {
  /** The first page. */
  first: Loaded<Page<T>>;
  /** Everything that was loaded. */
  items: T[];
  /** Adds the next page; resolves with what went wrong, or with nothing. Null at the end of the list. */
  more: (() => Promise<string | undefined>) | null;
  /** Adds everything that is left, such as for a print; resolves like `more`, once it is shown. */
  all: () => Promise<string | undefined>;
  /** Puts something else in the place of one of them. */
  replace: (is: (item: T) => boolean, by: T) => void;
};

/** A list that is loaded page by page. `load` without a mark begins it. */
export function usePages<T>(load: (next?: string) => Promise<Page<T>>): Pages<T> {
  const first = useLoaded(() => load());
  const [added, setAdded] = useState<Page<T> | null>(null);
  const [changed, setChanged] = useState<Array<{ is: (item: T) => boolean; by: T }>>([]);
  const next = (added ?? first.value)?.next;
  const loaded = [...(first.value?.items ?? []), ...(added?.items ?? [])];

  async function more(): Promise<string | undefined> {
    const page = await load(next ?? undefined).catch(() => null);
    if (!page) return 'They could not be loaded.';
    setAdded((known) => ({ items: [...(known?.items ?? []), ...page.items], next: page.next }));
    return undefined;
  }

  async function all(): Promise<string | undefined> {
    const items: T[] = [];
    for (let from = next; from; ) {
      const page = await load(from).catch(() => null);
      if (!page) return 'They could not be loaded.';
      items.push(...page.items);
      from = page.next;
    }
    flushSync(() => setAdded((known) => ({ items: [...(known?.items ?? []), ...items], next: null })));
    return undefined;
  }

  return {
    first,
    items: loaded.map((item) => changed.findLast(({ is }) => is(item))?.by ?? item),
    more: next ? more : null,
    all,
    replace: (is, by) => setChanged((known) => [...known, { is, by }]),
  };
}
