// Sales of the shops in browser tests, and their reviews: written into the running shop's database.
import { randomBytes } from 'node:crypto';
import { insertOrder } from '../../src/api/ordering/order/order.store.ts';
import { aLine, anOrder } from '../factories/order.ts';
import { aReview } from '../factories/review.ts';
import type { Account } from './account.ts';
import { inShop, type Shop } from './seller.ts';

const word = () => randomBytes(5).toString('hex');

/** An order that the buyer has paid by transfer, of these products of the shop and for so many dollars each. Answers its number. */
export async function sell(
  shop: Shop,
  buyer: { account: Account; accountId: string },
  products: Record<string, number>,
): Promise<string> {
  const orderId = word().toUpperCase().padEnd(12, 'X').slice(0, 12);
  const cents = Object.values(products).reduce((sum, price) => sum + price * 100, 0);
  const {
    lines: _lines,
    refunds: _refunds,
    billing: _billing,
    ...order
  } = anOrder({
    order_id: orderId,
    user_id: buyer.account.email,
    account_id: buyer.accountId,
    payment_method: 'transfer',
    subtotal_cents: cents,
    total_cents: cents,
    received_cents: cents,
    created_at: new Date(),
    paid_at: new Date(),
  });
  const lines = Object.entries(products).map(([name, price]) =>
    aLine({
      product_id: `of-${shop.sellerId}`,
      product_name: name,
      seller_id: shop.sellerId,
      quantity: 1,
      unit_price_micros: price * 1_000_000,
      amount_cents: price * 100,
    }),
  );
  await inShop(({ kysely }) => insertOrder(kysely, { ...order, billing: null, updated_at: new Date() }, lines));
  return orderId;
}

/** Somebody's review of a product of the shop. */
export async function writeReview(productId: string, author: Account, review_text: string): Promise<void> {
  const review = aReview({
    review_id: `review-${word()}`,
    product_id: productId,
    user_email: author.email,
    review_text,
  });
  await inShop(({ kysely }) => kysely.insertInto('api.review').values(review).execute());
}
