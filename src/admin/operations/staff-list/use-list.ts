import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
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
  /** Asks once more, such as after a failure. */
  again: () => void;
};

/** A page of a list, and how many rows it has. `query`: what the API is asked, as text. */
export function useList({ name }: ListDescription, query: string): ListState {
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ['list', name, query],
    queryFn: ({ signal }) => getStaffList(createBrowserApi(), name, withZone(query), signal),
    placeholderData: keepPreviousData,
  });
  const counted = useCount(name, query);
  const refetchCount = counted.refetch;
  return {
    rows: data?.items ?? null,
    after: markIn(data?.next, 'after'),
    before: markIn(data?.previous, 'before'),
    count: counted.data ?? null,
    isLoading: isPending || isPlaceholderData,
    fault: error && failureText(error),
    again: useCallback(() => void Promise.all([refetch(), refetchCount()]), [refetch, refetchCount]),
  };
}

/** Apart from the page, which does not wait for it. */
function useCount(name: ListName, query: string) {
  const whole = withZone(query);
  for (const mark of ['after', 'before', 'sort']) whole.delete(mark);
  const search = whole.toString();
  return useQuery({
    queryKey: ['list count', name, search],
    queryFn: ({ signal }) => countStaffList(createBrowserApi(), name, new URLSearchParams(search), signal),
  });
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
