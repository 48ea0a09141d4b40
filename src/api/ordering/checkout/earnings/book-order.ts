// Orders that were paid before the ledger was there, or by a process of a release that does not know it: written into it later, as they came about.
import type { Transaction } from 'kysely';
import { post } from '#ledger/post.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { acceptedDifference, capture, fromWalletCents, paidCents } from '../../../money/ports.rules.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { listOpenDisputes } from '../../dispute/dispute.store.ts';
import { deliveredAt, wasSold } from '../../order/order.rules.ts';
import { getLockedOrder, listOrdersNotInLedger, lockOrder, recordInLedger } from '../../order/order.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { releaseDelivered } from './release-earnings.ts';
import { earningsArrived, takeEarnings } from './take-earnings.ts';

const BATCH = 100;

/** Answers how many. Safe to repeat, and in several processes at once. One that fails is told, and keeps no other waiting. */
export async function bookOldOrders({ db, log }: Pick<CheckoutService, 'db' | 'log'>): Promise<number> {
  let booked = 0;
  let after: Date | null = null;
  for (;;) {
    const old = await listOrdersNotInLedger(db, { after, limit: BATCH });
    for (const { order_id: orderId } of old)
      await inTransaction(db, async (transaction) => {
        const order = await lockOrder(transaction, orderId);
        if (order) await bookOrder(transaction, order);
        booked += 1;
      }).catch((error: Error) =>
        log.error(
          { part: 'api', order: orderId, error: error.stack },
          'an order of before was not written into the ledger',
        ),
      );
    const last = old.at(-1);
    if (!last || old.length < BATCH || last.since.getTime() === after?.getTime()) return booked;
    after = last.since;
  }
}

/** Writes what has become of an order so far, unless it is in the ledger. The order must be locked; answers it as it is then. */
export async function bookOrder(transaction: Transaction<ApiTables>, order: StoredOrder): Promise<StoredOrder> {
  if (order.in_ledger || !(order.paid_at || order.received_cents)) return order;
  const { order_id: orderId, created_at: created } = order;
  const paidAt = order.paid_at ?? created;
  postCapture(transaction, order, paidCents(order), paidAt);
  await recordInLedger(transaction, orderId);
  const sold = wasSold(order);
  const deliveries = sold
    ? order.lines.flatMap((line) => {
        const at = line.released_at ? null : deliveredAt(order, line);
        return at ? [{ at, act: () => releaseDelivered(transaction, order, line) }] : [];
      })
    : [];
  const refunds = order.refunds
    .filter(({ state }) => state !== 'failed')
    .map((refund) => {
      const taking = {
        id: refund.refund_id,
        by: 'refund' as const,
        reason: refund.reason,
        at: new Date(refund.created_at),
      };
      return {
        at: taking.at,
        act: async () => {
          const now = await getLockedOrder(transaction, orderId);
          if (sold) await takeEarnings(transaction, now, refund.amount_cents, taking);
          if (refund.state === 'succeeded') await earningsArrived(transaction, now, refund.amount_cents, taking);
        },
      };
    });
  for (const { act } of [...deliveries, ...refunds].sort((a, b) => a.at.getTime() - b.at.getTime())) await act();
  for (const dispute of sold ? await listOpenDisputes(transaction, orderId) : [])
    await takeEarnings(transaction, await getLockedOrder(transaction, orderId), dispute.amount_cents, {
      id: dispute.dispute_id,
      by: 'dispute',
      reason: dispute.reason,
      at: dispute.created_at,
    });
  return getLockedOrder(transaction, orderId);
}

/** Posts the amount received for an order that is paid. */
export function postCapture(
  transaction: Transaction<ApiTables>,
  order: StoredOrder,
  receivedCents: number,
  at: Date,
): void {
  // The wallet's part came when the order was placed.
  post(transaction, capture(order, receivedCents - fromWalletCents(order), at));
  const more = receivedCents - order.total_cents;
  // An amount that nobody has accepted yet stays with its order.
  if (more !== 0 && order.review_reason !== 'amount') post(transaction, acceptedDifference(order, more, at));
}
