// Where the money of a refund goes to.
import type { RefundTarget } from '#contract/money/buyer-wallet.ts';

/** `minutes`: machine time that goes with the money of the line. */
type LinePart = { line: number; amount_cents: number; minutes?: number };
export type RefundPart = { destination: 'origin' | 'wallet'; amountCents: number; lines: LinePart[] };

/**
 * To the wallet: all of it. To the card, or where else it was paid from: as far as that has paid and has not got it back (`originCents`), and the rest,
 * which the wallet has paid, to the wallet. Lines go in their order.
 */
export function splitRefund(
  { amountCents, lines }: { amountCents: number; lines: readonly LinePart[] },
  target: RefundTarget,
  originCents: number,
): RefundPart[] {
  const toOrigin = target === 'wallet' ? 0 : Math.min(amountCents, originCents);
  const first: LinePart[] = [];
  const second: LinePart[] = [];
  let rest = toOrigin;
  for (const { amount_cents, minutes, ...part } of lines) {
    const taken = Math.min(rest, amount_cents);
    rest -= taken;
    // Time goes once: with what goes to the wallet, which no bank sends back.
    const time = minutes === undefined ? {} : { minutes };
    if (taken > 0) first.push({ ...part, amount_cents: taken, ...(taken === amount_cents && time) });
    if (taken < amount_cents) second.push({ ...part, amount_cents: amount_cents - taken, ...time });
  }
  const parts: RefundPart[] = [
    { destination: 'origin', amountCents: toOrigin, lines: first },
    { destination: 'wallet', amountCents: amountCents - toOrigin, lines: second },
  ];
  return parts.filter((part) => part.amountCents > 0);
}
