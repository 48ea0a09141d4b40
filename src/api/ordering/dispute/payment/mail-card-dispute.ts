import type { Transaction } from 'kysely';
import { nameWithOptions } from '#contract/catalogue/product/variant.ts';
import { isMailable } from '#mail/mailer.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { findDeliverers } from '../../../selling/ports.ts';
import type { CheckoutService } from '../../checkout/checkout-service.ts';
import type { ProviderDispute } from '../../checkout/payment/provider/provider-answers.ts';
import { cardDisputeMail } from '../card-dispute-mails.rules.ts';

/** Tells the people of each shop that has sold for a payment, and the operator, what the bank asks or has decided about it. */
export async function mailCardDispute(
  db: Transaction<ApiTables>,
  service: Pick<CheckoutService, 'sendMail' | 'shop'>,
  order: StoredOrder,
  told: ProviderDispute,
): Promise<void> {
  const { shop } = service;
  const dispute = { ...told, orderId: order.order_id };
  const sold = Map.groupBy(order.lines, ({ seller_id }) => seller_id);
  const sellerIds = [...sold.keys()].filter((sellerId) => sellerId !== null);
  const people = sellerIds.length === 0 ? [] : await findDeliverers(db, sellerIds);
  const isAll = sold.size === 1;
  const mails = people.map(({ seller_id, user_id: to }) => {
    const lines = sold.get(seller_id) ?? [];
    const products = lines.map((line) => nameWithOptions(line.product_name, line.selected_options));
    return cardDisputeMail(shop, dispute, { to, products, isAll });
  });
  mails.push(cardDisputeMail(shop, dispute, { to: shop.email, products: null, isAll }));
  for (const mail of mails) if (isMailable(mail.to)) await service.sendMail(db, mail);
}
