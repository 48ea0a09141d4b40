// Cost of a machine's minutes at the prices that were paid for them: of hours that were bought in several orders the first ones are used first.
import type { GoodsOfOne } from '#contract/goods/goods.ts';

/** Minutes of one purchase, and its price: so many cents for so many minutes. */
export type PaidMinutes = { minutes: number; cents: number; ofMinutes: number };

type Paid = { line_cents: number | null; quantity: number; machines: number; goods: GoodsOfOne };
type Extension = { minutes: number; gone_minutes: number; line_cents: number };

/** Purchases of one machine's hours in the order in which they are used: its own, and then more time, the oldest first. */
export function purchasesOf(
  own: Paid,
  { bought, refunded_minutes: refunded }: { bought: number; refunded_minutes: number },
  extensions: readonly Extension[],
): PaidMinutes[] {
  const { line_cents: cents, quantity, machines, goods } = own;
  const added = extensions.reduce((sum, { minutes }) => sum + minutes, 0);
  return [
    // Minutes that went with a part of the money are not used any more.
    priced(Math.max(0, bought - added - refunded), cents ?? 0, quantity * machines * (goods.hours?.minutes_each ?? 0)),
    ...extensions.map((more) => priced(more.minutes - more.gone_minutes, more.line_cents, more.minutes)),
  ];
}

function priced(minutes: number, cents: number, ofMinutes: number): PaidMinutes {
  return ofMinutes > 0 ? { minutes, cents, ofMinutes } : { minutes, cents: 0, ofMinutes: 1 };
}

/** Minutes of the purchases from one that is used on until another one; those behind the last purchase have its price. */
export function minutesBetween(purchases: readonly PaidMinutes[], from: number, to: number): PaidMinutes[] {
  let begin = 0;
  return purchases.flatMap((purchase, index) => {
    const end = index === purchases.length - 1 ? Number.POSITIVE_INFINITY : begin + purchase.minutes;
    const minutes = Math.min(end, to) - Math.max(begin, from);
    begin = end;
    return minutes > 0 ? [{ ...purchase, minutes }] : [];
  });
}

/** Minutes that a machine has used of a balance without a break, and where in its use they begin and end: back, where they were returned. */
export type Use = { before: number; after: number };

/** Minutes of one machine's uses of a balance; those that were returned are the last ones that it has used itself, whoever used it since. */
export function minutesOfUses(purchases: readonly PaidMinutes[], uses: readonly Use[]): PaidMinutes[] {
  const kept: Use[] = [];
  for (const { before, after } of uses) {
    if (before <= after) kept.push({ before, after });
    for (let back = before - after; back > 0; ) {
      const last = kept.pop();
      if (!last) break;
      const end = Math.max(last.before, last.after - back);
      back -= last.after - end;
      if (end > last.before) kept.push({ ...last, after: end });
    }
  }
  return kept.flatMap(({ before, after }) => minutesBetween(purchases, before, after));
}

/** Cents as a fraction, so that nothing is rounded before the end. */
type Exact = { cents: bigint; of: bigint };

function costOf(parts: readonly PaidMinutes[]): Exact {
  const minutesAt = new Map<string, PaidMinutes>();
  for (const part of parts) {
    const key = `${part.cents}/${part.ofMinutes}`;
    minutesAt.set(key, { ...part, minutes: (minutesAt.get(key)?.minutes ?? 0) + part.minutes });
  }
  return [...minutesAt.values()].reduce<Exact>(
    (sum, { minutes, cents, ofMinutes }) => ({
      cents: sum.cents * BigInt(ofMinutes) + BigInt(minutes) * BigInt(cents) * sum.of,
      of: sum.of * BigInt(ofMinutes),
    }),
    { cents: 0n, of: 1n },
  );
}

/** Whole cents, rounded half up once. */
export function centsOf(parts: readonly PaidMinutes[]): number {
  const { cents, of } = costOf(parts);
  return Number((2n * cents + of) / (2n * of));
}

/**
 * Whole minutes that are left of a sum after what was used, by the purchases that are used next. Behind them the price of the last one
 * with a price goes on, `usual` where none is left. Null: nothing costs anything.
 */
export function minutesFor(
  sumCents: number,
  { used, next, usual }: { used: readonly PaidMinutes[]; next: readonly PaidMinutes[]; usual: readonly PaidMinutes[] },
): number | null {
  const last = [...usual, ...next].findLast(({ cents }) => cents > 0);
  if (!last) return null;
  const spent = costOf(used);
  let left: Exact = { cents: BigInt(sumCents) * spent.of - spent.cents, of: spent.of };
  if (left.cents < 0n) return 0;
  let minutes = 0;
  for (const purchase of [...next, { ...last, minutes: Number.MAX_SAFE_INTEGER }]) {
    const { cents, ofMinutes } = purchase;
    if (cents === 0) {
      minutes += purchase.minutes;
      continue;
    }
    const affordable = (left.cents * BigInt(ofMinutes)) / (left.of * BigInt(cents));
    if (affordable < BigInt(purchase.minutes)) return minutes + Number(affordable);
    minutes += purchase.minutes;
    left = {
      cents: left.cents * BigInt(ofMinutes) - BigInt(purchase.minutes) * BigInt(cents) * left.of,
      of: left.of * BigInt(ofMinutes),
    };
  }
  return minutes;
}

/** US dollars of an hour of the purchase that is used next and costs something, to 6 decimals. */
export function priceOfHour(parts: readonly PaidMinutes[]): number | null {
  const priced = parts.find(({ cents }) => cents > 0);
  return priced ? Math.round((priced.cents * 60 * 10_000) / priced.ofMinutes) / 1_000_000 : null;
}

/** True if not all of these purchases have one price. */
export function pricesDiffer(parts: readonly PaidMinutes[]): boolean {
  const [first] = parts;
  return parts.some(({ cents, ofMinutes }) => first && cents * first.ofMinutes !== first.cents * ofMinutes);
}
