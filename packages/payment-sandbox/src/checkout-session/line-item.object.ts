import type Stripe from 'stripe';
import { totalOf } from '../money/amounts.rules.ts';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { CheckoutSession, Line } from '../schema.ts';

/** The SDK makes a Decimal of what goes over the wire as text. */
type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
type WireLineItem = Omit<Stripe.LineItem, 'price'> & { price: WirePrice };

/** A line of the session. */
export function lineItemObject(line: Line, session: CheckoutSession): WireLineItem {
  const { currency, created_at } = session;
  const amount = line.unit_amount * line.quantity;
  const discount = discountOfLine(line, session);
  return {
    id: line.id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: discount,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount - discount,
    currency,
    description: line.name,
    metadata: {},
    price: {
      id: line.price,
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: unixSeconds(created_at),
      currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: line.product,
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: line.unit_amount,
      unit_amount_decimal: String(line.unit_amount),
    },
    quantity: line.quantity,
  };
}

/** A line's share of the discount, by what it costs; the shares add up to it. */
function discountOfLine(line: Line, { line_items: lines, discount }: CheckoutSession): number {
  if (!discount) return 0;
  const index = lines.findIndex(({ id }) => id === line.id);
  const total = totalOf(lines);
  const until = (end: number) => Math.round((discount.amount * totalOf(lines.slice(0, end))) / total);
  return until(index + 1) - until(index);
}
