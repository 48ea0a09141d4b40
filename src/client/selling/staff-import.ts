import type { StaffImport, StaffImportRow, StaffImports } from '#contract/selling/staff-import.schema.ts';
import type { ImportOutcomeWord, ImportPhase } from '#contract/selling/staff-import-words.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

const pathOf = (importId: string) => `/admin/import/${encodeURIComponent(importId)}`;

/** Newest first. */
export function listImports(api: ApiClient): Promise<StaffImports> {
  return api.get('/admin/import', { asUser: true });
}

/** Sends a file; the answer says what its columns are called. Nothing is changed. */
export function sendImport(api: ApiClient, file: File, init?: { signal?: AbortSignal }): Promise<StaffImport> {
  return api.postFile(`/admin/import?${new URLSearchParams({ name: file.name })}`, file, init);
}

export function getImport(api: ApiClient, importId: string): Promise<StaffImport> {
  return api.get(pathOf(importId), { asUser: true });
}

/** By the name of each column the field that it holds; null: it is left out. */
export function checkImport(
  api: ApiClient,
  importId: string,
  given: { columns: Record<string, string | null>; replace: boolean },
): Promise<StaffImport> {
  return api.put(`${pathOf(importId)}/columns`, given);
}

export function moveImport(api: ApiClient, importId: string, step: 'confirm' | 'stop'): Promise<StaffImport> {
  return api.post(`${pathOf(importId)}/${step}`, {});
}

type RowsOf = { importId: string; phase: ImportPhase; outcome: ImportOutcomeWord | null };

export function listImportRows(
  api: ApiClient,
  { importId, phase, outcome }: RowsOf,
  next?: string,
): Promise<ListPage<StaffImportRow>> {
  const query = new URLSearchParams({ phase, ...(outcome && { outcome }) });
  return api.list(next ?? `${pathOf(importId)}/row?${query}`, { asUser: true });
}

/** All that was said of rows, as a file. */
export function exportImportRows(api: ApiClient, importId: string, phase: ImportPhase): Promise<Blob> {
  return api.getFile(`${pathOf(importId)}/row?${new URLSearchParams({ phase, format: 'csv' })}`);
}
