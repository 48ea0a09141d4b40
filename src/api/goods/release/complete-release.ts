// A draft becomes a release that never changes: looked at, and signed.
import type { Kysely } from 'kysely';
import type { Storage } from '#platform/storage/storage.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { goodsKey } from './goods-limits.rules.ts';
import { type NotDone, notDone, onDraft } from './manage-releases.ts';
import { queueUnscanned } from './object.store.ts';
import { missingOf, type OwnRelease } from './read-release.ts';
import { findRelease, listFiles, type StoredFile, setComplete, setFacts } from './release.store.ts';

type Db = Kysely<ApiTables>;

/** A file as whoever looks into it may read it: any part of it, or all of it in pieces. */
export type ReadableFile = {
  path: string;
  size: number;
  /** The bytes from `first` to `last`, the last one included; fewer where the file ends before. */
  read: (first: number, last: number) => Promise<Uint8Array>;
  stream: () => AsyncIterable<Uint8Array>;
};

/**
 * Facts of a file, and its first rows; null where nothing is known. `isDone` is false where the machine was too busy to tell. Throws
 * where the file cannot be read.
 */
export type InspectFile = (file: ReadableFile) => Promise<{ facts: unknown; sample: unknown; isDone?: boolean }>;

/** A file that the machine was too busy to look into, or the storage to give, is looked into so often before its seller is asked to wait. */
const ATTEMPTS = 3;

export type SignedRelease = {
  release_id: string;
  product_id: string;
  version: string;
  sellerId: string | null;
  files: Array<{ path: string; size_bytes: number; sha256: string }>;
};

/** The manifest that the shop signs, and the name of the content in 40 hexadecimal digits. */
export type SignRelease = (release: SignedRelease, db: Db) => Promise<{ manifest: object; commitSha: string }>;

export type Completing = {
  db: Db;
  storage: Storage;
  inspectFile: InspectFile;
  signRelease: SignRelease;
  isScanning: boolean;
  /** Called for files that cannot be inspected: the release is not completed then. */
  onUnreadable?: (path: string, error: unknown) => void;
};

/** Completes a draft, or answers its first problem. Files are looked into before anybody is kept from changing the draft. */
export async function completeRelease(completing: Completing, own: OwnRelease): Promise<{ done: true } | NotDone> {
  const { db, storage, inspectFile, signRelease, isScanning } = completing;
  const before = await findRelease(db, own.releaseId, own);
  const seen = before ? await listFiles(db, before.release_id) : [];
  if (isScanning && before?.state === 'draft')
    await queueUnscanned(
      db,
      seen.filter(({ scan }) => scan === 'off').map(({ object_id }) => object_id),
    );
  const lookedInto = new Map<string, Awaited<ReturnType<InspectFile>>>();
  const isWhole = before?.state === 'draft' && missingOf(before, seen, { isScanning }).length === 0;
  for (const file of isWhole ? seen : []) {
    const found = await lookInto(inspectFile, readable(storage, file)).catch((error) => {
      completing.onUnreadable?.(file.path, error);
      return null;
    });
    // A release never changes: what was not read now would be missing for ever.
    if (!found) return notDone(503, `We couldn't read ${file.path} just now. Complete the release again in a minute.`);
    lookedInto.set(file.object_id, found);
  }
  return onDraft(db, own, async (transaction, release) => {
    const files = await listFiles(transaction, release.release_id);
    const [missing] = missingOf(release, files, { isScanning });
    if (missing) return notDone(409, `The release cannot be completed yet: ${missing}`);
    // Somebody has put another file into it meanwhile: it was not looked into.
    if (files.some(({ object_id }) => !lookedInto.has(object_id)))
      return notDone(409, 'The files have changed in this moment. Look at them, and complete it again.');
    for (const { path, object_id, sample } of files) {
      const { facts, sample: rows } = lookedInto.get(object_id) ?? { facts: null, sample: null };
      await setFacts(transaction, release.release_id, path, { facts, rows: sample === 'none' ? null : rows });
    }
    const { release_id, product_id, version } = release;
    const signed = await signRelease(
      {
        release_id,
        product_id,
        version,
        sellerId: own.sellerId,
        files: files.map(({ path, size_bytes, sha256 }) => ({ path, size_bytes, sha256: sha256 ?? '' })),
      },
      transaction,
    );
    await setComplete(transaction, release_id, signed);
    return { done: true };
  });
}

async function lookInto(inspectFile: InspectFile, file: ReadableFile) {
  for (let attempt = 1; ; attempt++) {
    try {
      const found = await inspectFile(file);
      if (found.isDone !== false) return found;
      if (attempt === ATTEMPTS) throw new Error('the machine was too busy to read its rows');
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

function readable(storage: Storage, { path, object_id, size_bytes: size }: StoredFile): ReadableFile {
  const key = goodsKey(object_id);
  const missing = () => new Error(`the storage has no ${key}`);
  return {
    path,
    size,
    async read(first, last) {
      if (first >= size || last < first) return new Uint8Array();
      const end = Math.min(last, size - 1);
      const found = await storage.get(key, { first, last: end });
      if (!found) throw missing();
      const bytes = new Uint8Array(
        await new Response(found.body as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
      );
      // A store that takes no notice of ranges answers the whole.
      return bytes.length > end - first + 1 ? bytes.subarray(first, end + 1) : bytes;
    },
    async *stream() {
      const found = await storage.get(key);
      if (!found) throw missing();
      yield* found.body;
    },
  };
}
