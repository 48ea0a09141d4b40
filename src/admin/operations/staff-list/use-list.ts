import { useCallback, useEffect, useState } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { AnyRow, ListCount, ListDescription, ListName } from '#contract/operations/staff-list/description.ts';
import { countStaffList, getStaffList } from './read-list.ts';

export type ListState = {
  /** Null until the first page has arrived; while another is on its way, those of before. */
  rows: AnyRow[] | null;
  /** Where the pages beside it begin, as marks; null: there are none. */
  after: string | null;
  before: string | null;
  /** Null until it has been counted. */
  count: ListCount | null;
  isLoading: boolean;
  fault: string | null;
  /** Asks once more, such as after something was done. */
  again: () => void;
};

type Told = Omit<ListState, 'again' | 'isLoading' | 'count'> & { of: string };
const nothing: Told = { of: '', rows: null, after: null, before: null, fault: null };

/** A page of a list, and how many rows it has. `query`: what the API is asked, as text; another `outer` asks again. */
export function useList({ name }: ListDescription, query: string, outer: number): ListState {
  const [inner, setRound] = useState(0);
  const round = `${outer}.${inner}`;
  const [told, setTold] = useState<Told>(nothing);
  const wanted = `${name}?${query} ${round}`;

  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      try {
        const page = await getStaffList(createBrowserApi(), name, withZone(query), stop.signal);
        const [after, before] = [markIn(page.next, 'after'), markIn(page.previous, 'before')];
        setTold({ of: wanted, rows: page.items, after, before, fault: null });
      } catch (error) {
        if (!stop.signal.aborted) setTold((known) => ({ ...known, of: wanted, fault: failureText(error) }));
      }
    };
    void load();
    return () => stop.abort();
  }, [name, query, wanted]);

  const again = useCallback(() => setRound((before) => before + 1), []);
  const { of, ...state } = told;
  return { ...state, isLoading: of !== wanted, count: useCount(name, query, round), again };
}

/** Apart from the page, which does not wait for it. */
function useCount(name: ListName, query: string, round: string): ListCount | null {
  const whole = withZone(query);
  for (const mark of ['after', 'before', 'sort']) whole.delete(mark);
  const search = whole.toString();
  const asked = `${name}?${search}`;
  const [counted, setCounted] = useState<{ of: string; count: ListCount } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round counts once more
  useEffect(() => {
    const stop = new AbortController();
    countStaffList(createBrowserApi(), name, new URLSearchParams(search), stop.signal).then(
      (count) => setCounted({ of: asked, count }),
      () => undefined,
    );
    return () => stop.abort();
  }, [asked, name, search, round]);
  return counted?.of === asked ? counted.count : null;
}

/** Days of filters begin where the reader is. */
export function withZone(query: string): URLSearchParams {
  const params = new URLSearchParams(query);
  params.set('zone', Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC');
  return params;
}

function markIn(path: string | null | undefined, name: string): string | null {
  return path ? new URLSearchParams(path.slice(path.indexOf('?'))).get(name) : null;
}
