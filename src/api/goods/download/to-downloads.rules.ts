// Downloads as buyers and sellers read them.
import type { Download, LineDownloads, ProductDownloads } from '#contract/goods/download.ts';
import type { DownloadsOfLine, FileCount, StoredDownload } from './download.rules.ts';

export function toDownload({ download_id, parts, ...row }: StoredDownload): Download {
  return {
    id: download_id,
    door: row.door,
    release_id: row.release_id,
    version: row.version,
    path: row.path,
    size_bytes: row.size_bytes,
    sent_bytes: row.completed_at ? row.size_bytes : parts.reduce((sum, [first, last]) => sum + last - first + 1, 0),
    started_at: row.started_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    network: row.network,
    agent: row.agent,
  };
}

/** `counts` in the order of the releases. */
export function toProductDownloads(counts: readonly FileCount[], more: boolean): ProductDownloads {
  const releases: ProductDownloads['releases'] = [];
  for (const { release_id, version, path, started, completed, free, last_at } of counts) {
    let release = releases.at(-1);
    if (release?.release_id !== release_id) {
      release = { release_id, version, completed: 0, files: [] };
      releases.push(release);
    }
    release.completed += completed;
    release.files.push({ path, started, completed, free, last_at: last_at.toISOString() });
  }
  return { releases, more };
}

export function toLineDownloads({ started, completed, files, last_at }: DownloadsOfLine): LineDownloads {
  return { downloaded: completed, started, files, last_at: last_at?.toISOString() ?? null };
}
