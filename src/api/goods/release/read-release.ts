import type { Release, ReleaseFile, ReleaseSummary } from '#contract/goods/release.schema.ts';
import type { FileState } from '#contract/goods/release.ts';
import type { Db } from '../../schema/db.ts';
import { findRelease, listFiles, listReleases, type StoredFile, type StoredRelease } from './release.store.ts';

/** A release, by who has it; the seller null is the operator. */
export type OwnRelease = { sellerId: string | null; productId: string; releaseId: string };

/** Null where the product has no such release, or is somebody else's. */
export async function readRelease(
  db: Db,
  own: OwnRelease,
  { isScanning }: { isScanning: boolean },
): Promise<Release | null> {
  const release = await findRelease(db, own.releaseId, own);
  if (!release) return null;
  const files = await listFiles(db, release.release_id);
  return { ...headOf(release), files: files.map(toFile), missing: missingOf(release, files, { isScanning }) };
}

export async function readReleases(
  db: Db,
  of: { sellerId: string | null; productId: string },
): Promise<ReleaseSummary[]> {
  const releases = await listReleases(db, of);
  return releases.map(({ files, size_bytes, ...release }) => ({ ...headOf(release), files, size_bytes }));
}

function headOf(release: StoredRelease) {
  return {
    release_id: release.release_id,
    product_id: release.product_id,
    edition: release.edition,
    version: release.version,
    notes: release.notes,
    state: release.state,
    commit_sha: release.commit_sha,
    created_at: release.created_at.toISOString(),
    completed_at: release.completed_at?.toISOString() ?? null,
    published_at: release.published_at?.toISOString() ?? null,
  };
}

function toFile(file: StoredFile): ReleaseFile {
  const state = stateOf(file);
  return {
    path: file.path,
    object_id: file.object_id,
    size_bytes: file.size_bytes,
    sha256: file.sha256,
    media_type: file.media_type,
    sample: file.sample,
    state,
    reason: state === 'refused' ? file.scan_note : null,
    facts: file.facts ?? null,
    rows: file.rows ?? null,
  };
}

function stateOf({ state, scan, received }: Pick<StoredFile, 'state' | 'scan' | 'received'>): FileState {
  if (scan === 'refused') return 'refused';
  if (state === 'uploading') return received ? 'checking' : 'uploading';
  return scan === 'waiting' ? 'checking' : 'ready';
}

/** Problems that keep a draft from being completed, in sentences. */
export function missingOf(
  release: Pick<StoredRelease, 'state'>,
  files: readonly StoredFile[],
  { isScanning }: { isScanning: boolean },
): string[] {
  if (release.state === 'complete') return [];
  if (files.length === 0) return ['It has no file yet. Send at least one.'];
  return files.flatMap((file) => {
    const state = stateOf(file);
    if (state === 'refused') return [`${file.path} was refused: ${file.scan_note} Take it out.`];
    if (state === 'uploading') return [`${file.path} has not arrived yet. Go on with it, or take it out.`];
    if (file.state === 'uploading') return [`${file.path} is being checked. Try again in a minute.`];
    if (state === 'checking' || (isScanning && file.scan === 'off'))
      return [`${file.path} is being scanned. Try again in a minute.`];
    return [];
  });
}
