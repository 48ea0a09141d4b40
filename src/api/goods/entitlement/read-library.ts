import type {
  LibraryEntry,
  LibraryEntryDetail,
  LibraryPage,
  LibraryRelease,
  LibraryReleaseFiles,
} from '#contract/goods/library/library.ts';
import { type ListCursor, writeListCursor } from '../../http/list-cursor.rules.ts';
import type { Db } from '../../schema/db.ts';
import { mayUse, statusOf } from './entitlement.rules.ts';
import {
  type LibraryPage as Asked,
  findEntitlement,
  listOfAccount,
  type StoredEntitlement,
} from './entitlement.store.ts';
import { toLibraryEntry, toRelease, type VersionsOf, versionsOf } from './library.rules.ts';
import {
  countLibrary,
  findAcceptedLicenses,
  findManifest,
  findNotes,
  findProductsNow,
  findRefundTimes,
  findReleaseFacts,
  findShops,
  listFiles,
  listPublished,
} from './library.store.ts';

/** At most this many files are told at once. */
export const filesAtOnce = 200;
/** Most releases listed of a product: the newest, and the one that was bought. */
const RELEASES_LISTED = 50;

export type Reader = {
  db: Db;
  now: () => Date;
  /** Name of a product as a repository; `shop`: the address of its shop, null: the operator's own. */
  repoOf: (product: { productId: string; shop: string | null }) => string;
};

/** A page of what an account has. `page.limit` are told. However much that is, it is asked for in at most seven statements. */
export async function readLibrary(reader: Reader, accountId: string, page: Asked): Promise<LibraryPage> {
  const { db } = reader;
  const [found, counts] = [
    await listOfAccount(db, accountId, { ...page, limit: page.limit + 1 }),
    await countLibrary(db, accountId),
  ];
  const listed = found.slice(0, page.limit);
  const last = found.length > listed.length ? listed.at(-1) : undefined;
  return {
    entries: (await readEntries(reader, listed)).map(({ entry }) => entry),
    counts,
    next_cursor: last ? writeListCursor(toCursor(last)) : null,
  };
}

function toCursor({ micros, entitlement_id: id }: { micros: string; entitlement_id: string }): ListCursor {
  return { micros, id };
}

/** One thing that an account has; null: it has no such thing. */
export async function readLibraryEntry(
  reader: Reader,
  accountId: string,
  entitlementId: string,
): Promise<LibraryEntryDetail | null> {
  const { db } = reader;
  const found = await findEntitlement(db, accountId, entitlementId);
  const [told] = found ? await readEntries(reader, [found]) : [];
  if (!found || !told) return null;
  const { order_id: orderId, line } = found;
  const releases = await listLibraryReleases(db, told.versions);
  const [newest] = releases;
  return {
    ...told.entry,
    license_texts: orderId !== null && line !== null ? await findAcceptedLicenses(db, orderId, line) : [],
    hub: found.goods.files ? hubOf(reader, told.entry) : null,
    releases,
    newest_files: newest ? await readFiles(db, newest.release_id, null) : null,
  };
}

function hubOf({ repoOf }: Reader, { product, seller }: LibraryEntry): LibraryEntryDetail['hub'] {
  return {
    repo: repoOf({ productId: product.id, shop: seller?.address ?? null }),
    type: product.type === 'data' ? 'dataset' : 'model',
  };
}

/** The files of one version that the account has; null: it has no such thing. */
export async function readLibraryRelease(
  { db }: Reader,
  accountId: string,
  asked: { entitlementId: string; releaseId: string; after: string | null },
): Promise<LibraryReleaseFiles | null> {
  const found = await findEntitlement(db, accountId, asked.entitlementId);
  if (!found) return null;
  const versions = versionsOf(found, await listPublished(db, found.goods.files ? [found.product_id] : []));
  const one = versions.reached.find(({ release_id: id }) => id === asked.releaseId);
  if (!one) return null;
  const [release] = await listLibraryReleases(db, { ...versions, reached: [one] });
  return release ? { release, ...(await readFiles(db, one.release_id, asked.after)) } : null;
}

/** The signed list of the files of one version that the account has, and may have now; null: it has no such thing. */
export async function readLibraryManifest(
  { db, now }: Reader,
  accountId: string,
  asked: { entitlementId: string; releaseId: string },
): Promise<object | null> {
  const found = await findEntitlement(db, accountId, asked.entitlementId);
  if (!found || !mayUse(found, 'files', now())) return null;
  const { reached } = versionsOf(found, await listPublished(db, [found.product_id]));
  const one = reached.find(({ release_id: id }) => id === asked.releaseId);
  return one ? findManifest(db, one.release_id) : null;
}

async function readEntries(
  { db, now }: Reader,
  entitlements: readonly StoredEntitlement[],
): Promise<Array<{ entry: LibraryEntry; versions: VersionsOf }>> {
  const at = now();
  const withFiles = entitlements.filter(({ goods }) => goods.files).map(({ product_id: id }) => id);
  const releases = await listPublished(db, withFiles);
  const versions = entitlements.map((entitlement) => versionsOf(entitlement, releases));
  const shown = versions.flatMap(({ newest, latest }) => [newest, latest].flatMap((one) => one?.release_id ?? []));
  const refunded = entitlements.filter((entitlement) => statusOf(entitlement, at) === 'refunded');
  const around = {
    products: await findProductsNow(
      db,
      entitlements.map(({ product_id: id }) => id),
    ),
    shops: await findShops(
      db,
      entitlements.flatMap(({ seller_id: id }) => id ?? []),
    ),
    releases,
    notes: await findNotes(db, shown),
    refundTimes: await findRefundTimes(
      db,
      refunded.map(({ entitlement_id: id }) => id),
    ),
  };
  return entitlements.map((entitlement, index) => ({
    entry: toLibraryEntry(entitlement, around, at),
    versions: versions[index] as VersionsOf,
  }));
}

async function listLibraryReleases(db: Db, { reached, bought }: VersionsOf): Promise<LibraryRelease[]> {
  const listed = reached.filter((release, index) => index < RELEASES_LISTED || release === bought);
  const facts = await findReleaseFacts(
    db,
    listed.map(({ release_id: id }) => id),
  );
  return listed.flatMap((release) => {
    const known = facts.get(release.release_id);
    if (!known) return [];
    const { notes, file_count, size_bytes, commit_sha, has_manifest } = known;
    return [
      {
        ...toRelease(release),
        notes,
        file_count,
        size_bytes,
        commit_sha: commit_sha ?? '',
        has_manifest,
        bought: release === bought,
      },
    ];
  });
}

async function readFiles(db: Db, releaseId: string, after: string | null) {
  const found = await listFiles(db, releaseId, { after, limit: filesAtOnce + 1 });
  const files = found.slice(0, filesAtOnce);
  return { files, next_cursor: found.length > files.length ? (files.at(-1)?.path ?? null) : null };
}
