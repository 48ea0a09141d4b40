import type { Transaction } from 'kysely';
import { inTransaction } from '#platform/database/after-commit.ts';
import type { StoredLine, StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { isGoingBack, openLines } from '../../order/order.rules.ts';
import { lockOrder } from '../../order/order.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { settleDelivery } from './deliver-lines.ts';
import { mailBuyer } from './mail-buyer.ts';
import { deliveredMail } from './order-mails.ts';

/**
 * Settles what an order promises (goods/entitlement/settle-goods.ts), and notes the lines as delivered that are so by it. The order must be locked, and
 * paid once; answers those lines.
 */
export async function settleOrderGoods(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
): Promise<StoredLine[]> {
  const settled = await service.settleGoods(transaction, order, service.now());
  const open = openLines(order).filter((line) => settled.includes(line.line) && !isGoingBack(line));
  if (open.length > 0) await settleDelivery(transaction, service, order, open);
  return open;
}

/** Delivers what may be there now, such as the answer of a shop's endpoint, and emails the buyer what is. */
export async function deliverGoods(service: CheckoutService, orderId: string): Promise<void> {
  await inTransaction(service.db, async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (!order?.paid_at) return;
    const delivered = await settleOrderGoods(transaction, service, order);
    if (delivered.length > 0)
      await mailBuyer(transaction, service, order, (shop, told, to) => deliveredMail(shop, told, to, delivered));
  });
}
