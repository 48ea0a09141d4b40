import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { takeCoupon } from '../coupon/coupon.store.ts';
import type { NewLine, StoredOrder } from '../order/order.rules.ts';
import { insertOrder } from '../order/order.store.ts';
import { heldUntil } from '../order/order-limits.rules.ts';
import { holdItems } from '../product/stock.store.ts';
import type { ApiTables } from '../schema.ts';
import { nextCheck } from './check-times.rules.ts';
import type { CheckoutService } from './checkout-service.ts';
import { mailBuyer } from './mail-buyer.ts';
import { placedMail } from './order-mails.ts';
import { isFree, type PaidBy, type Purchase } from './purchase.rules.ts';
import type { PricedCart, PricedLine } from './quote.rules.ts';

/**
 * Freezes a priced cart as an order that waits for its payment, and holds its items and its coupon for it. Products and coupon
 * must be locked by the transaction, and everything be found free.
 */
export async function holdOrder(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  purchase: Purchase,
  { cart, paidBy, now }: { cart: PricedCart; paidBy: PaidBy; now: Date },
): Promise<StoredOrder> {
  const orderId = newOrderId();
  await holdItems(
    transaction,
    cart.lines.filter((line) => line.free !== null),
  );
  const waiting = {
    status: 'pending' as const,
    payment_method: paidBy.method,
    session_id: null,
    created_at: now,
    expires_at: heldUntil(paidBy.method, service.limits, now),
  };
  const accepted = await service.acceptLicenses(
    transaction,
    cart.lines.map(({ license }) => license),
  );
  const order = await insertOrder(
    transaction,
    {
      ...waiting,
      order_id: orderId,
      user_id: purchase.userId,
      account_id: purchase.accountId,
      subtotal_cents: cart.subtotalCents,
      discount_cents: cart.discountCents,
      total_cents: cart.totalCents,
      coupon_code: cart.couponCode,
      billing: paidBy.billing && JSON.stringify(paidBy.billing),
      next_check_at: nextCheck({ ...waiting, session_id: 'soon' }, now),
      updated_at: now,
    },
    cart.lines.map((line) => ({ ...toOrderLine(line), license_texts: accepted.get(line.license) ?? [] })),
  );
  if (cart.couponCode)
    await takeCoupon(transaction, { order_id: orderId, code: cart.couponCode, user_id: purchase.userId });
  if (paidBy.method !== 'card' && !isFree(cart)) await mailBuyer(transaction, service, order, placedMail);
  return order;
}

/** What an order keeps of a line. */
function toOrderLine(priced: PricedLine): Omit<NewLine, 'license_texts'> {
  const { product_type: _type, free, stock: _stock, stock_key: _key, ...line } = priced;
  return { ...line, counted: free !== null };
}

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const ID_LENGTH = 12;

/** Short enough to be read out, and not to be guessed: 58 bits. */
function newOrderId(): string {
  return Array.from({ length: ID_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
