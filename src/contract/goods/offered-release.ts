// The files that a product is sold with now, as everybody may see them. Free of the validator.
/** That are told at once; a page shows no more. The manifest of a release and its Croissant file name all. */
export const offeredReleaseMaximum = 10;
export const offeredFileMaximum = 50;
/** Most files whose first rows are answered, and whose columns are. */
export const offeredSampleMaximum = 3;
export const offeredTableMaximum = 10;
/** Columns and rows of one file. */
export const offeredColumnMaximum = 40;
export const offeredRowMaximum = 12;

/** Where everybody has a file that is free, without an account. */
export function freeFilePath(productId: string, path: string): string {
  return `/api/product/${encodeURIComponent(productId)}/free-file/${path.split('/').map(encodeURIComponent).join('/')}`;
}
