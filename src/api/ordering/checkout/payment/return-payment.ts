import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { post } from '#ledger/post.ts';
import { capture, cardCents } from '../../../money/ports.rules.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { moveOrder } from '../../order/order.store.ts';
import { insertRefund } from '../../order/refund.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { close } from '../close-order.ts';
import { mailBuyer } from '../delivery/mail-buyer.ts';
import { lateRefundMail } from '../delivery/order-mails.ts';
import { recordOrder } from '../placing/record-order.ts';
import type { PaidWith } from './sell.ts';

/** Decides that a whole payment goes back, for which nothing can be delivered; what the wallet had paid is back there. The order must be locked. */
export async function returnPayment(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  { why, ...paidWith }: PaidWith & { why: string },
): Promise<'refunded' | 'refused'> {
  // There is nothing that could go back.
  const paidCents = cardCents(order);
  if (paidCents === 0) return 'refused';
  const now = service.now();
  if (order.status === 'pending') await close(transaction, service, order, 'cancelled');
  await moveOrder(transaction, order.order_id, 'return_payment', {
    ...paidWith,
    received_cents: paidCents,
    paid_at: now,
    in_ledger: true,
    next_check_at: null,
    updated_at: now,
  });
  post(transaction, capture(order, paidCents, now));
  await insertRefund(transaction, {
    refund_id: randomUUID(),
    order_id: order.order_id,
    amount_cents: paidCents,
    reason: why,
    next_attempt_at: now,
    created_at: now,
  });
  await recordOrder(transaction, service, order.order_id, 'refund_decided', { amount_cents: paidCents, why });
  service.log.warn({ part: 'api', order: order.order_id, why }, 'a payment goes back: nothing can be delivered for it');
  await mailBuyer(transaction, service, order, lateRefundMail);
  return 'refunded';
}
