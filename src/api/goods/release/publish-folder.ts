// A folder on the operator's disk becomes a complete release of a product of the operator's own, and what its buyers get.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Goods, UpdateRule } from '#contract/goods/goods.ts';
import { releaseFilesMaximum } from '#contract/goods/release.ts';
import { type Completing, completeRelease } from './complete-release.ts';
import { readFilePath } from './file-path.rules.ts';
import { goodsKey } from './goods-limits.rules.ts';
import { discardRelease } from './manage-releases.ts';
import { mediaTypeOf } from './media-type.rules.ts';
import { insertCompleteObject } from './object.store.ts';
import { findOwnProduct, insertFile, insertRelease, setGoodsRelease } from './release.store.ts';
import { conflictOf, newObjectId } from './upload/begin-upload.ts';
import { type Settling, settleObject } from './upload/settle-object.ts';

type Publication = {
  productId: string;
  folder: string;
  version: string;
  notes: string;
  /** Null: as the product says, or 'free' where it says nothing. */
  updates: UpdateRule | null;
};

type Published = { releaseId: string; files: number; bytes: number };

/** Refused with a sentence where nothing was changed. Files that begin with a dot, and links, are left out. */
export async function publishFolder(
  { completing, settling }: { completing: Completing; settling: Settling },
  { productId, folder, version, notes, updates }: Publication,
): Promise<Published | { refused: string }> {
  const { db, storage } = completing;
  const product = await findOwnProduct(db, productId);
  if (!product)
    return { refused: `There is no product ${productId} of your own. Products of shops get their releases from them.` };
  const listed = await listFolder(folder);
  if ('refused' in listed) return listed;
  const release = await insertRelease(db, {
    release_id: randomUUID(),
    product_id: productId,
    seller_id: null,
    edition: '',
    version,
    notes,
  });
  if (!release) return { refused: `${productId} has a release ${version} already. Give this one another version.` };
  const own = { sellerId: null, productId, releaseId: release.release_id };
  let bytes = 0;
  try {
    for (const { path, folded, from } of listed.files) {
      const objectId = newObjectId();
      const { size, sha256 } = await storage.put(goodsKey(objectId), createReadStream(from));
      bytes += size;
      await db.transaction().execute(async (transaction) => {
        await insertCompleteObject(transaction, {
          objectId,
          sellerId: null,
          size,
          sha256,
          isScanned: settling.scanner !== null,
        });
        await insertFile(transaction, {
          release_id: release.release_id,
          path,
          path_folded: folded,
          object_id: objectId,
          size_bytes: size,
          sha256,
          media_type: mediaTypeOf(path),
        });
      });
      await settleObject(settling, objectId);
    }
    const completed = await completeRelease(completing, own);
    if ('notDone' in completed) {
      await discardRelease(db, own);
      return { refused: completed.notDone.message };
    }
  } catch (error) {
    await discardRelease(db, own).catch(() => {});
    throw error;
  }
  const goods: Goods = {
    ...product.goods,
    files: { updates: updates ?? product.goods.files?.updates ?? 'free', release: release.release_id },
  };
  await setGoodsRelease(db, productId, { goods, releaseId: release.release_id });
  return { releaseId: release.release_id, files: listed.files.length, bytes };
}

type FileOfFolder = { path: string; folded: string; from: string };

async function listFolder(folder: string): Promise<{ files: FileOfFolder[] } | { refused: string }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return { refused: `${folder} is no folder that can be read.` };
  const files: FileOfFolder[] = [];
  for (const entry of entries) {
    const from = join(entry.parentPath, entry.name);
    const given = from.slice(join(folder, '/').length).split(sep).join('/');
    if (!entry.isFile() || given.split('/').some((step) => step.startsWith('.'))) continue;
    const read = readFilePath(given);
    if (!read.ok) return { refused: `${given}: ${read.fault}` };
    const { path, folded } = read;
    const conflict = conflictOf(
      read,
      files.map((file) => ({ path: file.path, path_folded: file.folded })),
    );
    if (conflict) return { refused: `${given}: ${conflict}` };
    files.push({ path, folded, from });
    if (files.length > releaseFilesMaximum) return { refused: `${folder} has more than ${releaseFilesMaximum} files.` };
  }
  if (files.length === 0) return { refused: `${folder} has no files.` };
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}
