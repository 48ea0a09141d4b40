import { fileFactsSchema, sampleSchema } from '#contract/goods/file-format.schema.ts';
import type { FileFacts, Sample } from '#contract/goods/file-format.ts';
import type { Goods } from '#contract/goods/goods.ts';
import type { OfferedFile, OfferedRelease } from '#contract/goods/offered-release.schema.ts';
import {
  offeredColumnMaximum,
  offeredFileMaximum,
  offeredReleaseMaximum,
  offeredRowMaximum,
  offeredSampleMaximum,
  offeredTableMaximum,
} from '#contract/goods/offered-release.ts';

export type PublishedRelease = {
  release_id: string;
  version: string;
  notes: string;
  commit_sha: string | null;
  published_at: Date | null;
  file_count: number;
  size_bytes: number;
};

export type PublishedFile = {
  release_id: string;
  path: string;
  size_bytes: number;
  sha256: string | null;
  media_type: string;
  sample: 'none' | 'rows' | 'file';
  facts: unknown;
  /** Its first rows, where they were asked for and its seller shows them. */
  rows: unknown;
};

type Promised = Pick<OfferedRelease, 'selected_options'> & { release_id: string };

/** The releases that a product promises now: that of the product, and those of variants that have files of their own. */
export function promisedReleases({ files, variants = [] }: Goods): Promised[] {
  const own = variants.flatMap(({ selected_options, files: ofVariant }) =>
    ofVariant?.release ? [{ selected_options, release_id: ofVariant.release }] : [],
  );
  return [...(files?.release ? [{ selected_options: null, release_id: files.release }] : []), ...own].slice(
    0,
    offeredReleaseMaximum,
  );
}

/** Reads saved facts like those of others: facts of an older shape are none. */
export function keptFacts(kept: unknown): FileFacts | null {
  const read = fileFactsSchema.safeParse(kept);
  return read.success ? read.data : null;
}

/** Public facts of promised releases, within bounds: a page has all of it. */
export function offeredReleases(
  promised: readonly Promised[],
  published: readonly PublishedRelease[],
  files: readonly PublishedFile[],
): OfferedRelease[] {
  const left = { files: offeredFileMaximum, samples: offeredSampleMaximum, tables: offeredTableMaximum };
  const byRelease = Map.groupBy(files, (file) => file.release_id);
  return promised.flatMap(({ release_id, selected_options }) => {
    const release = published.find((one) => one.release_id === release_id);
    if (!release?.published_at || !release.commit_sha) return [];
    const shown = (byRelease.get(release_id) ?? []).slice(0, left.files);
    left.files -= shown.length;
    return [
      {
        selected_options,
        version: release.version,
        published_at: release.published_at.toISOString(),
        notes: release.notes,
        commit_sha: release.commit_sha,
        file_count: release.file_count,
        size_bytes: release.size_bytes,
        files: shown.map((file) => offeredFile(file, left)),
      },
    ];
  });
}

function offeredFile(file: PublishedFile, left: { samples: number; tables: number }): OfferedFile {
  const isTable = (facts: FileFacts | null) => facts?.kind === 'table';
  const facts = keptFacts(file.facts);
  const sample = left.samples > 0 ? keptSample(file) : null;
  if (sample) left.samples--;
  const hasColumns = !isTable(facts) || left.tables-- > 0;
  return {
    path: file.path,
    size_bytes: file.size_bytes,
    sha256: file.sha256 ?? '',
    media_type: file.media_type,
    is_free: file.sample === 'file',
    facts: facts && shortened(facts, hasColumns ? offeredColumnMaximum : 0),
    sample,
  };
}

function shortened(facts: FileFacts, columns: number): FileFacts {
  return facts.kind === 'table' ? { ...facts, columns: facts.columns.slice(0, columns) } : facts;
}

function keptSample({ sample, rows }: PublishedFile): Sample | null {
  if (sample === 'none' || rows === null) return null;
  const read = sampleSchema.safeParse(rows);
  if (!read.success || read.data.rows.length === 0) return null;
  const kept = read.data;
  return {
    ...kept,
    rows: kept.rows.slice(0, offeredRowMaximum),
    truncated: kept.truncated || kept.rows.length > offeredRowMaximum,
  };
}
