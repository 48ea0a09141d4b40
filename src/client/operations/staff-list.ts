import type { AnyRow, ListCount, SavedView } from '#contract/operations/staff-list/description.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

const mine = { asUser: true };

/** `query`: of the address, with what narrows the list, its order and where the page begins. */
export function getStaffList(
  api: ApiClient,
  list: string,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<ListPage<AnyRow>> {
  return api.list(`/admin/${list}?${query}`, { ...mine, signal });
}

export function countStaffList(
  api: ApiClient,
  list: string,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<ListCount> {
  return api.get(`/admin/${list}?${withFormat(query, 'count')}`, { ...mine, signal });
}

/** All that fits as a file, while it is being made. */
export function exportStaffList(
  api: ApiClient,
  list: string,
  query: URLSearchParams,
  { format, signal }: { format: 'csv' | 'jsonl'; signal: AbortSignal },
): Promise<Response> {
  return api.open(`/admin/${list}?${withFormat(query, format)}`, { signal });
}

function withFormat(query: URLSearchParams, format: string): URLSearchParams {
  const whole = new URLSearchParams(query);
  for (const name of ['after', 'before', 'limit']) whole.delete(name);
  whole.set('format', format);
  return whole;
}

export type ViewContent = Pick<SavedView, 'name' | 'query' | 'shared'>;

export function listViews(api: ApiClient, list: string): Promise<{ items: SavedView[] }> {
  return api.get(`/admin/list/${list}/view`, mine);
}

export function saveView(api: ApiClient, list: string, content: ViewContent): Promise<SavedView> {
  return api.post(`/admin/list/${list}/view`, content);
}

export function changeView(api: ApiClient, viewId: string, content: ViewContent): Promise<SavedView> {
  return api.put(`/admin/view/${encodeURIComponent(viewId)}`, content);
}

export function deleteView(api: ApiClient, viewId: string): Promise<void> {
  return api.delete(`/admin/view/${encodeURIComponent(viewId)}`);
}
