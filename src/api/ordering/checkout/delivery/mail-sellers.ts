import type { Transaction } from 'kysely';
import { isMailable } from '#mail/mailer.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { findDeliverers } from '../../../selling/ports.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { soldMail } from './order-mails.ts';

/** Tells the people of each shop that deliver what of the order is theirs; of an order of the operator's own products, nobody. */
export async function mailSellers(
  transaction: Transaction<ApiTables>,
  service: Pick<CheckoutService, 'sendMail' | 'shop'>,
  order: StoredOrder,
): Promise<void> {
  const sold = Map.groupBy(order.lines, ({ seller_id }) => seller_id);
  const sellerIds = [...sold.keys()].filter((sellerId) => sellerId !== null);
  if (sellerIds.length === 0) return;
  for (const { seller_id, user_id: to } of await findDeliverers(transaction, sellerIds))
    if (isMailable(to)) await service.sendMail(transaction, soldMail(service, order, to, sold.get(seller_id) ?? []));
}
