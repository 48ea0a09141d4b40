import { pictureAddress } from '#contract/picture.ts';
import { createAdmission } from '#platform/http/admission.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Db } from '../db.ts';
import { drawPicture } from './draw-picture.ts';
import { type KeepPicture, pictureKey } from './picture.rules.ts';
import { rememberPicture } from './picture.store.ts';

/**
 * One is drawn at a time: what takes a processor for a second must not take the second one too. Shops take turns, and few of one shop
 * wait.
 */
const DRAWING = { atOnce: 1, inLine: 30, share: { atOnce: 1, inLine: 3 }, patience: 200 };

export function createKeepPicture({ db, storage }: { db: Db; storage: Storage }): KeepPicture {
  const drawing = createAdmission(DRAWING);

  return async function keepPicture(sellerId, bytes) {
    const drawn = await drawing.run<Awaited<ReturnType<typeof drawPicture>>>({
      key: sellerId ?? '',
      work: () => drawPicture(bytes),
      refused: () => ({ ok: false, fault: 'busy' }),
    });
    if (!drawn.ok) return drawn;
    const { hash, width, height, whole, small } = drawn.picture;
    const size_bytes = whole.length + small.length;
    await rememberPicture(db, { hash, seller_id: sellerId, width, height, size_bytes });
    await storage.put(pictureKey(hash, 'small'), small);
    await storage.put(pictureKey(hash, 'whole'), whole);
    return { ok: true, picture: { address: pictureAddress(hash), width, height } };
  };
}
