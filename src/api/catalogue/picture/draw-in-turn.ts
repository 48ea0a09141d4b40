import { createAdmission } from '#platform/http/door/admission.ts';
import { drawPicture } from './draw-picture.ts';
import type { PictureSender } from './picture.rules.ts';

type Drawn = Awaited<ReturnType<typeof drawPicture>>;

/**
 * One is drawn at a time: what takes a processor for a second must not take the second one too. Shops take turns, and few of one shop
 * wait.
 */
const DRAWING = { atOnce: 1, inLine: 30, share: { atOnce: 1, inLine: 3 }, patience: 200 };
/** Before that, so that whoever has many shops takes turns as if they had one: one of an account is in the line of shops at a time. */
const SENDING = { ...DRAWING, atOnce: DRAWING.atOnce + DRAWING.inLine };

/** The function that draws a picture once it is the sender's turn; it answers the fault `busy` to one who has too many waiting. */
export function createDrawInTurn() {
  const sending = createAdmission(SENDING);
  const drawing = createAdmission(DRAWING);
  const refused = (): Drawn => ({ ok: false, fault: 'busy' });

  return (sender: PictureSender | null, bytes: Uint8Array): Promise<Drawn> | Drawn => {
    const inTurn = () => drawing.run<Drawn>({ key: sender?.sellerId ?? '', work: () => drawPicture(bytes), refused });
    return sending.run<Drawn>({ key: sender?.accountId ?? '', work: inTurn, refused });
  };
}
