import type { Transaction } from 'kysely';
import { nameWithOptions } from '#contract/catalogue/product/variant.ts';
import { isMailable } from '#mail/mailer.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findDeliverers } from '../../selling/ports.ts';
import type { CheckoutService } from '../checkout/checkout-service.ts';
import { mailBuyer } from '../checkout/delivery/mail-buyer.ts';
import { type DisputeStep, disputeMail } from './dispute-mails.rules.ts';
import type { LineDispute } from './line-dispute.store.ts';

export type Telling = Pick<CheckoutService, 'actor' | 'by' | 'now' | 'sendMail' | 'shop'>;

/** Tells a step of a dispute to both sides, or to those named: the buyer, and the people of the shop who answer. */
export async function mailDispute(
  db: Transaction<ApiTables>,
  service: Pick<CheckoutService, 'sendMail' | 'shop'>,
  order: StoredOrder,
  dispute: LineDispute,
  step: DisputeStep,
  to: readonly ('buyer' | 'seller')[] = ['buyer', 'seller'],
): Promise<void> {
  const { shop } = service;
  const line = order.lines.find((one) => one.line === dispute.line);
  const disputeWithNames = {
    ...dispute,
    product_name: line ? nameWithOptions(line.product_name, line.selected_options) : '',
    seller_name: line?.seller?.name ?? shop.name,
  };
  if (to.includes('buyer'))
    await mailBuyer(db, service, order, (_shop, _order, address) =>
      disputeMail(shop, disputeWithNames, step, { side: 'buyer', to: address }),
    );
  if (!to.includes('seller')) return;
  const { seller_id: sellerId } = dispute;
  const people = sellerId ? (await findDeliverers(db, [sellerId])).map(({ user_id }) => user_id) : [shop.email];
  for (const address of people.filter(isMailable))
    await service.sendMail(db, disputeMail(shop, disputeWithNames, step, { side: 'seller', to: address }));
}
