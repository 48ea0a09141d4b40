import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { InvoiceDetails } from '#contract/ordering/invoice-details.ts';
import { holdItems } from '../../../catalogue/ports.ts';
import { isTaxWithheld, taxOf, termsOf } from '../../../money/ports.rules.ts';
import { findSellerTerms } from '../../../money/ports.ts';
import type { FrozenCommission, FrozenTax, NewLine, StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { takeCoupon } from '../../coupon/coupon.store.ts';
import { insertOrder } from '../../order/order.store.ts';
import { heldUntil } from '../../order/unpaid-order-limits.rules.ts';
import { nextCheck } from '../check-times.rules.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { mailBuyer } from '../delivery/mail-buyer.ts';
import { placedMail } from '../delivery/order-mails.ts';
import { isFree, type PaidBy, type Purchase, walletPart } from './purchase.rules.ts';
import type { PricedCart, PricedLine } from './quote.rules.ts';

/**
 * Freezes a priced cart as an order that waits for its payment, and holds its items and its coupon for it. Products and coupon
 * must be locked by the transaction, and everything be found free.
 */
export async function holdOrder(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  purchase: Purchase,
  { cart, paidBy, invoiceTo, now }: { cart: PricedCart; paidBy: PaidBy; invoiceTo: InvoiceDetails | null; now: Date },
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
  const terms = await findSellerTerms(
    transaction,
    cart.lines.map(({ seller_id: id }) => id),
    now,
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
      wallet_cents: walletPart(purchase, cart.totalCents),
      coupon_code: cart.couponCode,
      request_key: purchase.request?.key ?? null,
      request_sha256: purchase.request?.sha256 ?? null,
      billing: paidBy.billing && JSON.stringify(paidBy.billing),
      // Billing forms have the invoice details themselves.
      invoice_to: paidBy.billing ? null : invoiceTo,
      next_check_at: nextCheck({ ...waiting, session_id: 'soon' }, now),
      updated_at: now,
    },
    cart.lines.map((line) => {
      const tax = taxOf(service.shop.tax, {
        country: (paidBy.billing ?? invoiceTo)?.country ?? null,
        category: line.product_type,
        grossCents: line.amount_cents - line.discount_cents,
        at: now,
      });
      return {
        ...toOrderLine(line),
        ...termsOf(terms, { seller_id: line.seller_id, category: line.product_type }),
        ...tax,
        withheld_tax_cents: isTaxWithheld(service.shop.invoices, line.seller_id) ? tax.tax_cents : 0,
        license_texts: accepted.get(line.license) ?? [],
      };
    }),
    terms.sellers,
  );
  if (cart.couponCode)
    await takeCoupon(transaction, { order_id: orderId, code: cart.couponCode, user_id: purchase.userId });
  if (paidBy.method !== 'card' && !isFree(cart)) await mailBuyer(transaction, service, order, placedMail);
  return order;
}

/** Order line as it is stored. */
function toOrderLine(
  priced: PricedLine,
): Omit<NewLine, 'license_texts' | 'withheld_tax_cents' | keyof FrozenCommission | keyof FrozenTax> {
  const { product_type: _type, free, stock: _stock, stock_key: _key, ...sold } = priced;
  const { least_quantity: _least, most_quantity: _most, provider: _provider, ...line } = sold;
  return { ...line, counted: free !== null };
}

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const ID_LENGTH = 12;

/** Short enough to be read out, and not to be guessed: 58 bits. */
function newOrderId(): string {
  return Array.from({ length: ID_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
