// Records of a transfer, and when all of a file has gone out. Pure.
/** First and last byte, both included. */
export type Part = [number, number];

/** A reader of smaller pieces, in any order, is no more than a few holes away from the whole. */
const PARTS_MAXIMUM = 64;

/**
 * `parts` with another one, in order and joined where they touch. Of more than are kept the smallest is forgotten: such a download
 * may not be known to be complete, and never is it taken for complete when it is not.
 */
export function withPart(parts: readonly Part[], [first, last]: Part): Part[] {
  if (last < first) return [...parts];
  const joined: Part[] = [];
  for (const [from, to] of [...parts, [first, last] as Part].sort(([one], [other]) => one - other)) {
    const before = joined.at(-1);
    if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else joined.push([from, to]);
  }
  if (joined.length <= PARTS_MAXIMUM) return joined;
  const smallest = joined.reduce((least, part) => (part[1] - part[0] < least[1] - least[0] ? part : least));
  return joined.filter((part) => part !== smallest);
}

/** True if the parts are all of a file. */
export function isWhole(parts: readonly Part[], size: number): boolean {
  if (size === 0) return true;
  const [only, more] = parts;
  return !more && only !== undefined && only[0] === 0 && only[1] === size - 1;
}

export type Door = 'link' | 'hub' | 'free';

export type StoredDownload = {
  download_id: string;
  door: Door;
  release_id: string;
  version: string | null;
  path: string;
  size_bytes: number;
  started_at: Date;
  completed_at: Date | null;
  parts: Part[];
  network: string;
  agent: string;
};

/** How often a file of a release was downloaded; `free`: without buying. */
export type FileCount = {
  release_id: string;
  version: string;
  number: number;
  path: string;
  started: number;
  completed: number;
  free: number;
  last_at: Date;
};

/** Downloads of the files of one order line: for the person who refunds it. */
export type DownloadsOfLine = {
  order_id: string;
  line: number;
  /** Files of which something went out, and those of which all did. */
  started: number;
  completed: number;
  /** Those of the release that was sold, and of each that something was had of. */
  files: number;
  last_at: Date | null;
};
