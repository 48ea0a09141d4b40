import type { Transaction } from 'kysely';
import type { RefundState } from '#contract/ordering/order.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { getLockedOrder } from '../../order/order.store.ts';
import { listRefundParts, sumMinutes } from '../../order/refund.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { mailBuyer } from '../delivery/mail-buyer.ts';
import { refundMail } from '../delivery/order-mails.ts';

const isOver = (state: RefundState | null) => state === 'succeeded' || state === 'failed';

/**
 * One mail for one refund, however many places it goes to: once the last of its parts has arrived or failed, and with those that have
 * arrived. `before` is the state that this part had. The order must be locked.
 */
export async function mailRefund(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  { orderId, refundId, before }: { orderId: string; refundId: string; before: RefundState | null },
): Promise<void> {
  if (isOver(before)) return;
  const parts = await listRefundParts(transaction, refundId);
  const arrived = parts.filter(({ state }) => state === 'succeeded');
  const [first] = arrived;
  if (!first || parts.some(({ state }) => !isOver(state))) return;
  const order = await getLockedOrder(transaction, orderId);
  const minutes = await sumMinutes(
    transaction,
    arrived.map(({ refund_id: id }) => id),
  );
  await mailBuyer(transaction, service, order, (shop, told, to) =>
    refundMail(shop, told, to, {
      parts: arrived.map(({ amount_cents, destination }) => ({ amountCents: amount_cents, destination })),
      refundedCents: order.refunded_cents,
      reason: first.reason,
      minutes,
    }),
  );
}
