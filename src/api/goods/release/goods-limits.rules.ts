// How much sellers may send.

import { jobs } from '#contract/operations/jobs.ts';

export type GoodsLimits = {
  /** Size of one file, in bytes. */
  largestFile: number;
  /** Size of all files of a shop together, those that are on their way included, in bytes. */
  bytesPerShop: number;
  /** Files of a shop that may be on their way at once. */
  openUploads: number;
  /** Milliseconds without a byte after which an upload gives its place away. */
  silentMs: number;
};

const GB = 1024 ** 3;

export const defaultGoodsLimits: GoodsLimits = {
  largestFile: 50 * GB,
  bytesPerShop: 500 * GB,
  openUploads: 20,
  silentMs: 30_000,
};

/** Uploads that nobody goes on with, and objects that nothing has any more, are kept so long, in milliseconds. */
export const KEPT_MS = jobs['remove expired uploads'].deletesAfterDays * 24 * 60 * 60_000;

/** The shop keeps so much of the disk of its storage for itself: the database may lie there too. */
export const SPARED_BYTES = 256 * 1024 * 1024;

/** In words for people, such as '1.5 GB'. */
export function bytesText(bytes: number): string {
  for (const [unit, size] of [
    ['GB', GB],
    ['MB', 1024 ** 2],
    ['kB', 1024],
  ] as const)
    if (bytes >= size) return `${Math.round((bytes / size) * 10) / 10} ${unit}`;
  return `${bytes} bytes`;
}

/** Where the bytes of an object lie in the storage. */
export const goodsPrefix = 'goods/';
export function goodsKey(objectId: string): string {
  return `${goodsPrefix}${objectId}`;
}

/** The object that a key is of, or of whose upload it is a part; null for what is none's. */
export function objectOfKey(key: string): { objectId: string; isPart: boolean } | null {
  const [, objectId, part] = /^goods\/([0-9a-z]{16,64})(\.part(?:-[0-9a-f]+)?)?$/.exec(key) ?? [];
  return objectId ? { objectId, isPart: part !== undefined } : null;
}
