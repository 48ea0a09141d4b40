import { pictureAddress } from '#contract/picture.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Db } from '../db.ts';
import { drawPicture } from './draw-picture.ts';
import { type KeepPicture, pictureKey } from './picture.rules.ts';
import { rememberPicture } from './picture.store.ts';

/** One is drawn at a time: what takes a processor for a second must not take the second one too. */
export function createKeepPicture({ db, storage }: { db: Db; storage: Storage }): KeepPicture {
  let turn: Promise<unknown> = Promise.resolve();

  return async function keepPicture(sellerId, bytes) {
    const drawing = turn.then(() => drawPicture(bytes));
    turn = drawing.catch(() => {});
    const drawn = await drawing;
    if (!drawn.ok) return drawn;
    const { hash, width, height, whole, small } = drawn.picture;
    const size_bytes = whole.length + small.length;
    await rememberPicture(db, { hash, seller_id: sellerId, width, height, size_bytes });
    await storage.put(pictureKey(hash, 'small'), small);
    await storage.put(pictureKey(hash, 'whole'), whole);
    return { ok: true, picture: { address: pictureAddress(hash), width, height } };
  };
}
