import type { Transaction } from 'kysely';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { recordOrderMail } from '../../order/order-mail.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import type { OrderMail } from './order-mails.ts';

/** Tells the buyer of an order something about it, and notes that in the same transaction. Who has left is told nothing. */
export async function mailBuyer(
  transaction: Transaction<ApiTables>,
  service: Pick<CheckoutService, 'sendMail' | 'shop'>,
  order: StoredOrder,
  mail: OrderMail,
): Promise<void> {
  if (!order.user_id) return;
  const message = mail(service, order, order.user_id);
  await service.sendMail(transaction, message);
  await recordOrderMail(transaction, order.order_id, message.subject);
}
