import { pictureAddress } from '#contract/catalogue/picture.ts';
import { createAdmission } from '#platform/http/door/admission.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Db } from '../../schema/db.ts';
import { drawPicture } from './draw-picture.ts';
import { type KeepPicture, pictureKey } from './picture.rules.ts';
import { rememberPicture } from './picture.store.ts';

type Drawn = Awaited<ReturnType<typeof drawPicture>>;

/**
 * One is drawn at a time: what takes a processor for a second must not take the second one too. Shops take turns, and few of one shop
 * wait.
 */
const DRAWING = { atOnce: 1, inLine: 30, share: { atOnce: 1, inLine: 3 }, patience: 200 };
/** Before that, so that whoever has many shops takes turns as if they had one: one of an account is in the line of shops at a time. */
const SENDING = { ...DRAWING, atOnce: DRAWING.atOnce + DRAWING.inLine };

export function createKeepPicture({ db, storage }: { db: Db; storage: Storage }): KeepPicture {
  const sending = createAdmission(SENDING);
  const drawing = createAdmission(DRAWING);
  const refused = (): Drawn => ({ ok: false, fault: 'busy' });

  return async function keepPicture(sender, bytes) {
    const sellerId = sender?.sellerId ?? null;
    const inTurn = () => drawing.run<Drawn>({ key: sellerId ?? '', work: () => drawPicture(bytes), refused });
    const drawn = await sending.run<Drawn>({ key: sender?.accountId ?? '', work: inTurn, refused });
    if (!drawn.ok) return drawn;
    const { hash, width, height, whole, small } = drawn.picture;
    const size_bytes = whole.length + small.length;
    await rememberPicture(db, { hash, seller_id: sellerId, width, height, size_bytes });
    await storage.put(pictureKey(hash, 'small'), small);
    await storage.put(pictureKey(hash, 'whole'), whole);
    return { ok: true, picture: { address: pictureAddress(hash), width, height } };
  };
}
