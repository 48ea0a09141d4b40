import { pictureAddress } from '#contract/catalogue/picture.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Db } from '../../schema/db.ts';
import { createDrawInTurn } from './draw-in-turn.ts';
import { pictureKey, type SavePicture } from './picture.rules.ts';
import { rememberPicture } from './picture.store.ts';

export function createSavePicture({ db, storage }: { db: Db; storage: Storage }): SavePicture {
  const drawInTurn = createDrawInTurn();

  return async function savePicture(sender, bytes) {
    const drawn = await drawInTurn(sender, bytes);
    if (!drawn.ok) return drawn;
    const { hash, width, height, whole, small } = drawn.picture;
    const size_bytes = whole.length + small.length;
    await rememberPicture(db, { hash, seller_id: sender?.sellerId ?? null, width, height, size_bytes });
    await storage.put(pictureKey(hash, 'small'), small);
    await storage.put(pictureKey(hash, 'whole'), whole);
    return { ok: true, picture: { address: pictureAddress(hash), width, height } };
  };
}
