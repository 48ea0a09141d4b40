// Words about releases: the files of a product at one time. Free of the validator.

/** Complete ones never change. */
export const releaseStates = ['draft', 'complete'] as const;
export type ReleaseState = (typeof releaseStates)[number];

/** Parts of a file that everybody may look at: nothing, the first rows, or the whole file. */
export const fileSamples = ['none', 'rows', 'file'] as const;
export type FileSample = (typeof fileSamples)[number];

/**
 * Where a file of a release is on its way: `uploading` until all its bytes are there, `checking` while the shop hashes and scans it, `ready`, or
 * `refused` by the operator's scanner.
 */
export const fileStates = ['uploading', 'checking', 'ready', 'refused'] as const;
export type FileState = (typeof fileStates)[number];

export const versionLabelMaximum = 60;
export const releaseNotesMaximum = 10_000;
export const releaseFilesMaximum = 5_000;
/** Length of one step of a path between two slashes, and of a whole path, in characters. */
export const pathStepMaximum = 200;
export const pathMaximum = 500;
/** Folders inside one another. */
export const foldersMaximum = 32;

/** Where files of a shop, or of the operator's own products (null), are sent to by the tus protocol; OBJECT_ID comes behind it. */
export function uploadAddress(sellerId: string | null): string {
  if (sellerId === null) return '/api/admin/upload';
  return `/api/seller/${encodeURIComponent(sellerId)}/upload`;
}
