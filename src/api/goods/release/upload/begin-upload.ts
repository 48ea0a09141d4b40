// A file that a shop is about to send: whether it may, and its place in the release.
import { randomUUID } from 'node:crypto';
import { releaseFilesMaximum } from '#contract/goods/release.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Db } from '../../../schema/db.ts';
import { lockSeller } from '../../../selling/ports.ts';
import { isStorableText } from '../../../text/search-text.rules.ts';
import { isFileAndFolder, readFilePath } from '../file-path.rules.ts';
import { bytesText, type GoodsLimits, KEPT_MS, SPARED_BYTES } from '../goods-limits.rules.ts';
import { mediaTypeOf } from '../media-type.rules.ts';
import { deleteFile, findRelease, insertFile, listFilePaths, showedRows } from '../release.store.ts';
import { expireUploads, insertUpload, lockOwnUploads, sumOfShop } from './upload.store.ts';
import type { TusFault } from './upload-store.ts';

/** Small letters and digits: the last step of a key of the storage. */
export function newObjectId(): string {
  return randomUUID().replaceAll('-', '');
}

type WantedUpload = {
  objectId: string;
  /** Null: the staff, for a product of the operator's own. */
  sellerId: string | null;
  size: number;
  metadata: Record<string, string | null>;
};

type Deps = { db: Db; storage: Storage; limits: GoodsLimits; now: () => Date };

/** Null where it may begin. What has the same path gives way to it. */
export async function beginUpload(deps: Deps, wanted: WantedUpload): Promise<TusFault | null> {
  const { db, storage, limits, now } = deps;
  const { objectId, sellerId, size, metadata } = wanted;
  if (!Number.isSafeInteger(size) || size < 0) return fault(400, 'Upload-Length must be the bytes of the file.');
  if (size > limits.largestFile)
    return fault(
      413,
      `A file can have ${bytesText(limits.largestFile)}, and this one has ${bytesText(size)}. Send it in parts.`,
    );
  const read = readFilePath(metadata.path ?? metadata.filename ?? '');
  if (!read.ok) return fault(400, read.fault);
  if (!Object.values(metadata).every((value) => value === null || isStorableText(value)))
    return fault(400, 'The metadata has bytes that are no text. Send text in UTF-8, each in base64.');
  const room = await storage.growing.room();
  if (room !== null && size > room - SPARED_BYTES)
    return fault(
      507,
      `The shop has no room for ${bytesText(size)} at the moment. Tell its operator, or try again later.`,
    );
  return db.transaction().execute(async (transaction) => {
    // Another upload that begins at the same moment waits, and counts this one.
    if (sellerId === null) await lockOwnUploads(transaction);
    else await lockSeller(transaction, sellerId);
    const { bytes, open } = await sumOfShop(transaction, sellerId);
    if (open >= limits.openUploads)
      return fault(
        429,
        `${open} files of this shop are on their way already. Begin another one when one of them is there.`,
      );
    if (sellerId !== null && bytes + size > limits.bytesPerShop)
      return fault(
        507,
        `The files of this shop may have ${bytesText(limits.bytesPerShop)} together, and ${bytesText(Math.max(0, limits.bytesPerShop - bytes))} are left. Take out what no release needs, which counts for a week more, or ask the operator for more.`,
      );
    const release = await findRelease(transaction, metadata.release ?? '', { sellerId, lock: true });
    if (!release) return fault(404, 'There is no such release of yours. Name one in the metadata: release RELEASE_ID.');
    if (release.state === 'complete')
      return fault(409, 'The release is complete, and changes no more. Begin a new one.');
    const paths = await listFilePaths(transaction, release.release_id);
    const conflict = conflictOf(read, paths);
    if (conflict) return fault(409, conflict);
    const same = paths.find(({ path }) => path === read.path);
    if (!same && paths.length >= releaseFilesMaximum)
      return fault(
        409,
        `A release can have ${releaseFilesMaximum.toLocaleString('en-US')} files. Pack some of them together.`,
      );
    if (same) {
      await expireUploads(transaction, [same.object_id]);
      await deleteFile(transaction, release.release_id, same.path);
    }
    await insertUpload(transaction, {
      objectId,
      sellerId,
      size,
      metadata,
      expiresAt: new Date(now().getTime() + KEPT_MS),
    });
    await insertFile(transaction, {
      release_id: release.release_id,
      path: read.path,
      path_folded: read.folded,
      object_id: objectId,
      size_bytes: size,
      sha256: null,
      media_type: mediaTypeOf(read.path),
      // A new version shows what the last one did. A whole file is made free for each version anew.
      sample: same?.sample ?? ((await showedRows(transaction, release, read.path)) ? 'rows' : 'none'),
    });
    return null;
  });
}

/** Why a path cannot stand beside those that are there; null: it can. */
export function conflictOf(
  { path, folded }: { path: string; folded: string },
  others: ReadonlyArray<{ path: string; path_folded: string }>,
): string | null {
  for (const other of others) {
    if (other.path === path) continue;
    if (other.path_folded === folded)
      return `The release has a file ${other.path}, which many disks take for the same name. Use another name.`;
    if (isFileAndFolder(other.path_folded, folded))
      return `The release has a file ${other.path}: ${path} would make one of them a folder. Use another name.`;
  }
  return null;
}

function fault(status_code: number, body: string): TusFault {
  return { status_code, body };
}
