// Content of a release as programs fetch it: the files that were uploaded, and the shop's facts of them in files of their own.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { croissant, croissantFileMaximum, croissantMediaType } from '#contract/catalogue/croissant.ts';
import type { Db } from '../../schema/db.ts';
import { keptFacts } from '../file-format/offered-release.rules.ts';
import { publishedFiles } from '../file-format/offered-release.store.ts';
import { findManifest, listReleaseFiles } from './hub.store.ts';
import type { HubRelease } from './hub-access.rules.ts';
import { makeCard } from './hub-card.rules.ts';
import { repoIdText } from './hub-name.rules.ts';
import { type HubFile, inTreeOrder } from './hub-tree.rules.ts';
import { type HubShop, productUrl, type Repo } from './open-repo.ts';

/** A file that the shop makes of what it knows; the same bytes at every asking, as clients keep what they know of a commit for ever. */
export type MadeFile = { path: string; mediaType: string; bytes: Uint8Array<ArrayBuffer>; sha256: string };

export type ReleaseContent = {
  /**
   * In tree order: what was uploaded, and the signature of it. Nothing else: a folder that somebody fetches whole is as it was signed. With `unlisted`
   * also what is there for whoever asks for it by its name.
   */
  list: (repo: Repo, release: HubRelease, which?: 'unlisted') => Promise<HubFile[]>;
  /** One that was made; null: it was not. */
  findMade: (repo: Repo, release: HubRelease, path: string) => Promise<MadeFile | null>;
};

/** Beside the files, as the public tool for such manifests expects it. */
const manifestFile = { path: 'model.sig', mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json' };
const card = { path: 'README.md', mediaType: 'text/markdown' };
const description = { path: 'croissant.json', mediaType: croissantMediaType };
const names = new Set([manifestFile, card, description].map(({ path }) => path));
const KEPT_BYTES = 16 * 1024 * 1024;
const LISTED_MS = 10_000;
/** Bytes of a row of a list beside its path. */
const FILE_BYTES = 250;

export function createReleaseContent({ db, shop }: { db: Db; shop: HubShop }): ReleaseContent {
  // A release that is complete never changes.
  const kept = new LRUCache<string, MadeFile[]>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (made) => made.reduce((sum, { bytes }) => sum + bytes.length, 1_000),
  });

  // A file may still be refused: no longer than it takes to walk from page to page.
  const lists = new LRUCache<string, HubFile[]>({
    ttl: LISTED_MS,
    maxSize: KEPT_BYTES,
    sizeCalculation: (files) => files.reduce((sum, { path }) => sum + path.length * 2 + FILE_BYTES, 1_000),
  });
  const keyOf = (repo: Repo, release: HubRelease) =>
    JSON.stringify([release.release_id, repoIdText(repo.id), repo.license, repo.isDataset]);

  async function makeFiles(repo: Repo, release: HubRelease, paths: readonly string[]): Promise<MadeFile[]> {
    const key = keyOf(repo, release);
    const known = kept.get(key);
    if (known) return known;
    const manifest = await findManifest(db, release.release_id);
    const { id, license, isDataset } = repo;
    const described = isDataset ? await describe(repo, release) : null;
    const made = [
      ...(manifest ? [{ ...manifestFile, text: JSON.stringify(manifest) }] : []),
      { ...card, text: makeCard({ repo: id, license, version: release.version, isDataset, paths }) },
      ...(described ? [{ ...description, text: JSON.stringify(described) }] : []),
    ]
      // Uploaded files go first.
      .filter(({ path }) => !paths.includes(path))
      .map(({ path, mediaType, text }) => {
        const bytes = new TextEncoder().encode(text);
        return { path, mediaType, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
      });
    kept.set(key, made);
    return made;
  }

  async function describe(repo: Repo, release: HubRelease): Promise<object | null> {
    const files = await publishedFiles(db, [release.release_id], { most: croissantFileMaximum, withRows: false });
    const name = repoIdText(repo.id);
    const start = `${shop.origin}/datasets/${name}/resolve/${release.commit_sha}`;
    return croissant({
      name,
      description: '',
      license: repo.license,
      url: productUrl(shop, repo),
      licenseAddress: (licenseId) => `${shop.origin}/licenses/${encodeURIComponent(licenseId)}`,
      creator: { name: repo.id.namespace },
      version: release.version,
      published_at: (release.published_at ?? release.completed_at).toISOString(),
      files: files.map(({ path, size_bytes, sha256, media_type, facts }) => ({
        ...{ path, size_bytes, media_type, sha256: sha256 ?? '', facts: keptFacts(facts) },
        address: `${start}/${path.split('/').map(encodeURIComponent).join('/')}`,
      })),
    });
  }

  return {
    async list(repo, release, which) {
      const key = `${which ?? 'listed'} ${keyOf(repo, release)}`;
      const known = lists.get(key);
      if (known) return known;
      const files = await listReleaseFiles(db, release.release_id);
      const paths = files.map(({ path }) => path);
      const made = (await makeFiles(repo, release, paths)).filter(
        ({ path }) => which === 'unlisted' || path === manifestFile.path,
      );
      const list = inTreeOrder([
        ...files,
        ...made.map(({ path, bytes, sha256 }) => ({ path, size: bytes.length, sha256 })),
      ]);
      lists.set(key, list);
      return list;
    },
    async findMade(repo, release, path) {
      // Clients ask for many names that there may be.
      if (!names.has(path)) return null;
      const files = await listReleaseFiles(db, release.release_id);
      const made = await makeFiles(
        repo,
        release,
        files.map((file) => file.path),
      );
      return made.find((file) => file.path === path) ?? null;
    },
  };
}
