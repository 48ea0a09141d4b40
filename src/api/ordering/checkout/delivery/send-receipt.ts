import { receiptsAnHour } from '#contract/ordering/staff-order/staff-order-terms.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { lockOrder } from '../../order/order.store.ts';
import { countOrderMails } from '../../order/order-mail.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { recordOrder } from '../placing/record-order.ts';
import { mailBuyer } from './mail-buyer.ts';
import { confirmationMail } from './order-mails.ts';

const HOUR_MS = 60 * 60_000;

/**
 * The confirmation with the receipt goes to the buyer once more, as the order stands now. So often in an hour that nobody's mail box is filled by it:
 * 'too_many' else.
 */
export async function sendReceipt(
  service: CheckoutService,
  orderId: string,
): Promise<'sent' | 'not_paid' | 'buyer_left' | 'too_many'> {
  return inTransaction(service.db, async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (!order?.paid_at) return 'not_paid';
    if (!order.user_id) return 'buyer_left';
    const { subject } = confirmationMail(service, order, order.user_id);
    const since = new Date(service.now().getTime() - HOUR_MS);
    // The first is that of the payment.
    if ((await countOrderMails(transaction, orderId, { subject, since })) > receiptsAnHour) return 'too_many';
    await mailBuyer(transaction, service, order, confirmationMail);
    await recordOrder(transaction, service, orderId, 'receipt_sent');
    return 'sent';
  });
}
