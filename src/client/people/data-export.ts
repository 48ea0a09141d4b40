import type { DataExport } from '#contract/people/data-export.ts';
import type { ApiClient } from '../api/api-client.ts';

const path = '/data-export';

/** How the export of the signed-in user's own data stands. */
export function getDataExport(api: ApiClient): Promise<DataExport> {
  return api.get(path, { asUser: true });
}

/** Asks for one; what was made before is deleted. */
export function requestDataExport(api: ApiClient): Promise<DataExport> {
  return api.post(path, {});
}

/** The file, as JSON. */
export function getDataExportFile(api: ApiClient): Promise<Blob> {
  return api.getFile(`${path}/file`);
}
