import type { FileSample } from '#contract/goods/release.ts';
import type { Difference, FileDifference } from '#contract/selling/listing/difference.ts';

/** A file that buyers get, and what of it everybody may see. */
export type GoodsFile = { path: string; size_bytes: number; sha256: string; sample: FileSample };

const MOST_FILES = 500;

/** Files that buyers would get beside those they get now, by path: those that differ first. */
export function compareFiles(
  before: readonly GoodsFile[],
  after: readonly GoodsFile[],
): Pick<Difference, 'files' | 'files_left_out'> {
  const was = new Map(before.map((file) => [file.path, file]));
  const is = new Set(after.map(({ path }) => path));
  const all: FileDifference[] = [
    ...before.filter(({ path }) => !is.has(path)).map((file) => ({ ...file, kind: 'removed' as const, before: null })),
    ...after.map((file) => ofAfter(file, was.get(file.path))),
  ];
  all.sort((one, other) => order[one.kind] - order[other.kind] || (one.path < other.path ? -1 : 1));
  return { files: all.slice(0, MOST_FILES), files_left_out: Math.max(0, all.length - MOST_FILES) };
}

const order = { changed: 0, removed: 1, added: 2, same: 3 } as const satisfies Record<FileDifference['kind'], number>;

function ofAfter(file: GoodsFile, old: GoodsFile | undefined): FileDifference {
  if (!old) return { ...file, kind: 'added', before: null };
  // Free samples are decided on too.
  if (old.sha256 === file.sha256 && old.sample === file.sample) return { ...file, kind: 'same', before: null };
  const { size_bytes, sha256, sample } = old;
  return { ...file, kind: 'changed', before: { size_bytes, sha256, sample } };
}
