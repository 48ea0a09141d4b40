// What is in a release as programs fetch it: the files that were uploaded, and what the shop says of them in files of their own.
import { createHash } from 'node:crypto';
import type { Storage } from '#platform/storage/storage.ts';
import type { Db } from '../db.ts';
import { findManifest, findReleaseFile, listReleaseFiles, type ReleaseFile } from './hub.store.ts';
import type { HubRelease } from './hub-access.rules.ts';
import { makeCard } from './hub-card.rules.ts';
import type { HubFile } from './hub-tree.rules.ts';
import type { Repo } from './open-repo.ts';

/** A file that the shop makes of what it knows; the same bytes at every asking. */
export type MadeFile = { path: string; mediaType: string; bytes: Uint8Array; sha256: string };

/** What else the shop says of a release, such as a description of its columns. */
export type DescribeRelease = (
  db: Db,
  release: { release_id: string; product_id: string; version: string },
) => Promise<Array<{ path: string; mediaType: string; text: string }>>;

type Deps = { db: Db; describe?: DescribeRelease | undefined };

/** Beside the files, as the public tool for such manifests expects it. */
const manifestFile = { path: 'model.sig', mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json' };
const card = { path: 'README.md', mediaType: 'text/markdown' };

export async function listContent(deps: Deps, repo: Repo, release: HubRelease): Promise<HubFile[]> {
  const files = await listReleaseFiles(deps.db, release.release_id);
  const made = await makeFiles(deps, { repo, release, files });
  return [
    ...files.map(({ path, size_bytes: size, sha256 }) => ({ path, size, sha256 })),
    ...made.map(({ path, bytes, sha256 }) => ({ path, size: bytes.length, sha256 })),
  ].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Null: there is no such file. */
export async function findContent(
  deps: Deps,
  { repo, release, path }: { repo: Repo; release: HubRelease; path: string },
): Promise<ReleaseFile | MadeFile | null> {
  const file = await findReleaseFile(deps.db, release.release_id, path);
  if (file) return file;
  // Clients ask for many names that there may be; only what could be made is.
  if (path.includes('/')) return null;
  const files = path === card.path || deps.describe ? await listReleaseFiles(deps.db, release.release_id) : [];
  return (await makeFiles(deps, { repo, release, files })).find((made) => made.path === path) ?? null;
}

async function makeFiles(
  { db, describe }: Deps,
  { repo, release, files }: { repo: Repo; release: HubRelease; files: readonly ReleaseFile[] },
): Promise<MadeFile[]> {
  const manifest = await findManifest(db, release.release_id);
  const { id, license, isDataset } = repo;
  const paths = files.map(({ path }) => path);
  const made = [
    ...(manifest ? [{ ...manifestFile, text: JSON.stringify(manifest) }] : []),
    { ...card, text: makeCard({ repo: id, license, version: release.version, isDataset, paths }) },
    ...((await describe?.(db, release)) ?? []),
  ];
  // What was uploaded goes first.
  return made
    .filter(({ path }) => !paths.includes(path))
    .map(({ path, mediaType, text }) => {
      const bytes = new TextEncoder().encode(text);
      return { path, mediaType, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
    });
}

/** A storage of one object, of bytes in memory: made files are sent by the same way as all others. */
export function storageOf(bytes: Uint8Array, changedAt: Date): Pick<Storage, 'get' | 'head'> {
  return {
    async get(_key, range = { first: 0, last: bytes.length - 1 }) {
      return { body: new Blob([bytes.slice(range.first, range.last + 1)]).stream(), size: bytes.length };
    },
    head: async (key) => ({ key, size: bytes.length, changedAt }),
  };
}
