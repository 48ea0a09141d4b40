// The lists of the back office. Which words an address has a list's description says, and the API refuses others: they are not in the types.

import { type ApiClient, type ListPage, queryOf } from '#client/api/api-client.ts';
import type { AnyRow, ListCount, ListName } from '#contract/operations/staff-list/description.ts';

/** `query`: of the address, with what narrows the list, its order and where the page begins. */
export function getStaffList(
  api: ApiClient,
  list: ListName,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<ListPage<AnyRow>> {
  const page = api.list(`/admin/${list}`, { params: { query: queryOf(query) }, asUser: true, signal });
  return page as Promise<ListPage<AnyRow>>;
}

export function countStaffList(
  api: ApiClient,
  list: ListName,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<ListCount> {
  const params = { query: queryOf(withFormat(query, 'count')) };
  return api.get(`/admin/${list}`, { params, asUser: true, signal }) as Promise<ListCount>;
}

/** All that fits as a file, while it is being made. */
export function exportStaffList(
  api: ApiClient,
  list: ListName,
  query: URLSearchParams,
  { format, signal }: { format: 'csv' | 'jsonl'; signal: AbortSignal },
): Promise<Response> {
  return api.open(`/admin/${list}`, { params: { query: queryOf(withFormat(query, format)) }, signal });
}

function withFormat(query: URLSearchParams, format: string): URLSearchParams {
  const whole = new URLSearchParams(query);
  for (const name of ['after', 'before', 'limit']) whole.delete(name);
  whole.set('format', format);
  return whole;
}
