import { useEffect, useState } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { AnyRow, ListDescription } from '#contract/operations/staff-list/description.ts';
import { getStaffList } from '../operations/staff-list/read-list.ts';

const DEBOUNCE_MS = 120;
/** Most rows of each list: more are a way to the list itself. */
export const foundMost = 5;

/** `rows` is null where the list could not be asked. */
export type Found = { list: ListDescription; rows: AnyRow[] | null };
/** `of` is what was asked; more may have been typed since. */
export type FoundState = { of: string; found: Found[] };

/** The first few of each list that fit a text, asked for once the typing pauses. Null: nothing was asked, or the first answer is on its way. */
export function useFound(lists: readonly ListDescription[], text: string): FoundState | null {
  const [state, setState] = useState<FoundState | null>(null);

  useEffect(() => {
    if (text === '') return setState(null);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const found = await Promise.all(lists.map((list) => findIn(list, text, stop.signal)));
      if (!stop.signal.aborted) setState({ of: text, found });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [lists, text]);

  return state;
}

async function findIn(list: ListDescription, q: string, signal: AbortSignal): Promise<Found> {
  const query = new URLSearchParams({ q, limit: String(foundMost) });
  try {
    return { list, rows: (await getStaffList(createBrowserApi(), list.name, query, signal)).items };
  } catch {
    return { list, rows: null };
  }
}
