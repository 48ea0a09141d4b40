// Actions of sellers, and of the staff for the operator's own products, on draft releases. Complete ones never change.
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { FileSample } from '#contract/goods/release.ts';
import { releaseFilesMaximum } from '#contract/goods/release.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findListing } from '../../selling/ports.ts';
import { readFilePath } from './file-path.rules.ts';
import { mediaTypeOf } from './media-type.rules.ts';
import type { OwnRelease } from './read-release.ts';
import {
  deleteDraft,
  deleteFile,
  findOwnObject,
  findOwnProduct,
  findRelease,
  hasVersion,
  insertFile,
  insertRelease,
  listFilePaths,
  type StoredRelease,
  setSample,
  updateDraft,
} from './release.store.ts';
import { conflictOf } from './upload/begin-upload.ts';
import { expireUploads } from './upload/upload.store.ts';

type Db = Kysely<ApiTables>;

/** `status` as the API answers it; the message says what to do. */
export type NotDone = { notDone: { status: 400 | 404 | 409 | 503; message: string } };

export function notDone(status: 400 | 404 | 409 | 503, message: string): NotDone {
  return { notDone: { status, message } };
}

export const noRelease = notDone(404, 'Your product has no such release.');
const isComplete = notDone(409, 'The release is complete, and changes no more. Begin a new one.');

export const noProduct = notDone(404, 'There is no product of yours with this id.');

/** True if the product is the shop's; null: the operator's own. */
export async function hasProduct(
  db: Db,
  { sellerId, productId }: { sellerId: string | null; productId: string },
): Promise<boolean> {
  const found = sellerId === null ? await findOwnProduct(db, productId) : await findListing(db, sellerId, productId);
  return found !== undefined && found !== null;
}

export async function createRelease(
  db: Db,
  { sellerId, productId }: { sellerId: string | null; productId: string },
  { version, notes, edition }: { version: string; notes: string; edition: string },
): Promise<{ releaseId: string } | NotDone> {
  if (!(await hasProduct(db, { sellerId, productId }))) return noProduct;
  const stored = await insertRelease(db, {
    release_id: randomUUID(),
    product_id: productId,
    seller_id: sellerId,
    edition,
    version,
    notes,
  });
  return stored ? { releaseId: stored.release_id } : versionTaken(version);
}

function versionTaken(version: string): NotDone {
  return notDone(409, `There is a release ${version} of this product already. Give this one another version.`);
}

export function saveRelease(
  db: Db,
  own: OwnRelease,
  { version, notes }: { version: string; notes: string },
): Promise<{ done: true } | NotDone> {
  return onDraft(db, own, async (transaction, release) => {
    if (await hasVersion(transaction, release, version)) return versionTaken(version);
    await updateDraft(transaction, release.release_id, { version, notes });
    return { done: true };
  });
}

/** Uploads of it that are under way end. */
export function discardRelease(db: Db, own: OwnRelease): Promise<{ done: true } | NotDone> {
  return onDraft(db, own, async (transaction, release) => {
    const files = await listFilePaths(transaction, release.release_id);
    await expireUploads(
      transaction,
      files.map(({ object_id }) => object_id),
    );
    await deleteDraft(transaction, release.release_id);
    return { done: true };
  });
}

/** Says what of a file everybody may see, or takes over a file of another release of the same seller. */
export function putFile(
  db: Db,
  own: OwnRelease,
  file: { path: string; sample: FileSample; object_id?: string },
): Promise<{ done: true } | NotDone> {
  const read = readFilePath(file.path);
  if (!read.ok) return Promise.resolve(notDone(400, read.fault));
  return onDraft(db, own, async (transaction, { release_id: releaseId }) => {
    const files = await listFilePaths(transaction, releaseId);
    const same = files.find(({ path }) => path === read.path);
    if (file.object_id === undefined || same?.object_id === file.object_id) {
      if (await setSample(transaction, releaseId, read.path, file.sample)) return { done: true };
      return notDone(404, `The release has no file ${read.path}. Send it first.`);
    }
    const object = await findOwnObject(transaction, file.object_id, own.sellerId);
    if (!object)
      return notDone(404, 'No release of yours has such a file. Name the object_id of one that is there whole.');
    const conflict = conflictOf(read, files);
    if (conflict) return notDone(409, conflict);
    if (!same && files.length >= releaseFilesMaximum)
      return notDone(
        409,
        `A release can have ${releaseFilesMaximum.toLocaleString('en-US')} files. Pack some of them together.`,
      );
    if (same) {
      await expireUploads(transaction, [same.object_id]);
      await deleteFile(transaction, releaseId, same.path);
    }
    await insertFile(transaction, {
      release_id: releaseId,
      path: read.path,
      path_folded: read.folded,
      object_id: object.object_id,
      size_bytes: object.size_bytes,
      sha256: object.sha256,
      media_type: mediaTypeOf(read.path),
      sample: file.sample,
    });
    return { done: true };
  });
}

export function removeFile(db: Db, own: OwnRelease, path: string): Promise<{ done: true } | NotDone> {
  return onDraft(db, own, async (transaction, { release_id: releaseId }) => {
    const wanted = path.normalize('NFC');
    const file = (await listFilePaths(transaction, releaseId)).find((one) => one.path === wanted);
    if (!file) return notDone(404, 'The release has no such file.');
    await expireUploads(transaction, [file.object_id]);
    await deleteFile(transaction, releaseId, file.path);
    return { done: true };
  });
}

/** Nobody else changes the draft meanwhile. */
export function onDraft<T>(
  db: Db,
  own: OwnRelease,
  work: (transaction: Db, release: StoredRelease) => Promise<T | NotDone>,
): Promise<T | NotDone> {
  return db.transaction().execute(async (transaction) => {
    const release = await findRelease(transaction, own.releaseId, { ...own, lock: true });
    if (!release) return noRelease;
    return release.state === 'complete' ? isComplete : work(transaction, release);
  });
}
