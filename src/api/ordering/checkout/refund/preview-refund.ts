// A refund as it is shown to the staff before they decide it: worked out by carrying it out and taking all of it back.
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { sumCents } from '#contract/money/amount/money.ts';
import type { RefundTarget } from '#contract/money/buyer-wallet.ts';
import type { Refused } from '#contract/refusal.ts';
import { transfersToCome } from '#ledger/post.ts';
import { readBalances } from '#ledger/posting.store.ts';
import { lineCents, refundableCents } from '../../../money/ports.rules.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { listRefundParts } from '../../order/refund.store.ts';
import { listRefundShares } from '../../order/refund-share.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { bearersOf, heldAccount, type RefundPreview } from './bearers.rules.ts';
import { decideRefund } from './refund-order.ts';
import { type RefundDecision, refusalOfRefund } from './write-refund.ts';

/** How much of the order: all that is left, an amount, or parts of lines (`cents` null: all that is left of the line), with so many minutes of their machine time. */
export type Extent =
  | { of: 'order' }
  | { of: 'amount'; cents: number }
  | { of: 'lines'; lines: ReadonlyArray<{ line: number; cents: number | null; minutes?: number }> };

export type StaffRefund = {
  orderId: string;
  extent: Extent;
  /** Null: where the buyer wants it. */
  to: RefundTarget | null;
};

/** Error thrown to take everything back. */
export class Shown extends Error {
  preview: RefundPreview;

  constructor(preview: RefundPreview) {
    super('a refund was tried, and is taken back');
    this.preview = preview;
  }
}

/** Nothing is changed by asking, and nobody is told. */
export async function previewRefund(
  service: CheckoutService,
  given: StaffRefund,
): Promise<{ preview: RefundPreview } | Refused> {
  const quiet: CheckoutService = { ...service, sendMail: async () => {}, settleGoods: async () => [] };
  try {
    const done = await decideRefund(quiet, { ...given, reason: '', to: given.to, check: showing(null) }, (order) =>
      decideExtent(order, given.extent),
    );
    if ('refused' in done) return done;
    throw new Error('a refund that was only to be tried was made');
  } catch (error) {
    if (error instanceof Shown) return { preview: error.preview };
    throw error;
  }
}

export function decideExtent(order: StoredOrder, extent: Extent): RefundDecision | Refused {
  if (extent.of !== 'lines') {
    const amountCents = extent.of === 'amount' ? extent.cents : refundableCents(order);
    const refused = refusalOfRefund(order, amountCents);
    return refused ? { refused } : { amountCents, lines: [], details: { as: 'staff' } };
  }
  const parts: RefundDecision['lines'] = [];
  for (const { line, cents, minutes } of extent.lines) {
    const stored = order.lines.find((one) => one.line === line);
    if (!stored) return { refused: { code: 'no_such_line', line } };
    // Refunds of the whole order may have left less than the line has.
    const leftCents = Math.min(lineCents(stored).left, refundableCents(order));
    const amount = cents ?? leftCents;
    if (amount <= 0 || amount > leftCents)
      return { refused: { code: 'line_refund_too_large', productName: stored.product_name, leftCents } };
    parts.push({ line, amount_cents: amount, ...(minutes !== undefined && { minutes }) });
  }
  const amountCents = sumCents(parts.map(({ amount_cents: cents }) => cents));
  const refused = refusalOfRefund(order, amountCents);
  if (refused) return { refused };
  return { amountCents, lines: parts, details: { as: 'staff', lines: parts.map(({ line }) => line).join(' ') } };
}

/** Takes the refund back, unless it is what was seen. */
export function showing(seen: string | null) {
  return async (transaction: Transaction<ApiTables>, order: StoredOrder, refundId: string): Promise<void> => {
    const preview = await readPreview(transaction, order, refundId);
    if (preview.seen !== seen) throw new Shown(preview);
  };
}

async function readPreview(db: Transaction<ApiTables>, order: StoredOrder, refundId: string): Promise<RefundPreview> {
  const refunds = await listRefundParts(db, refundId);
  const refundIds = refunds.map(({ refund_id: id }) => id);
  const amountCents = sumCents(refunds.map(({ amount_cents: cents }) => cents));
  const shares = await listRefundShares(db, order.order_id);
  const transfers = await transfersToCome(db);
  const bearers = bearersOf(order, {
    ...{ refundIds, amountCents, shares, transfers },
    heldCents: await heldAfter(db, order.order_id, transfers),
  });
  const own = shares.filter((share) => refundIds.includes(share.refund_id) && share.line >= 0);
  const lines = [...Map.groupBy(own, ({ line }) => line)].map(([line, all]) => ({
    line,
    cents: sumCents(all.map(({ cents }) => cents)),
    released: all.some(({ released }) => released),
  }));
  const parts = refunds
    .map(({ destination, amount_cents: cents }) => ({ destination, cents }))
    .sort((a, b) => (a.destination < b.destination ? -1 : 1));
  const shown = [amountCents, parts, lines, bearers.map(({ owedCents: _owed, ...bearer }) => bearer)];
  const seen = createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
  return { amountCents, parts, lines, bearers, seen };
}

async function heldAfter(
  db: Transaction<ApiTables>,
  orderId: string,
  transfers: Awaited<ReturnType<typeof transfersToCome>>,
): Promise<number> {
  const account = heldAccount(orderId);
  const now = (await readBalances(db, [account])).get(account) ?? 0;
  const entries = transfers.flatMap((transfer) => transfer.entries);
  return now + sumCents(entries.filter(({ account_id: id }) => id === account).map(({ amount }) => amount));
}
