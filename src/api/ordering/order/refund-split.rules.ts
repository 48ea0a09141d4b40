// Where the money of a refund goes to.
import type { RefundTarget } from '#contract/money/buyer-wallet.ts';

type LinePart = { line: number; amount_cents: number };
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
  for (const { line, amount_cents } of lines) {
    const taken = Math.min(rest, amount_cents);
    rest -= taken;
    if (taken > 0) first.push({ line, amount_cents: taken });
    if (taken < amount_cents) second.push({ line, amount_cents: amount_cents - taken });
  }
  const parts: RefundPart[] = [
    { destination: 'origin', amountCents: toOrigin, lines: first },
    { destination: 'wallet', amountCents: amountCents - toOrigin, lines: second },
  ];
  return parts.filter((part) => part.amountCents > 0);
}
