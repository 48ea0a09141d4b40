import type Stripe from 'stripe';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { CheckoutSession, Line } from '../schema.ts';

/** The SDK makes a Decimal of what goes over the wire as text. */
type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
type WireLineItem = Omit<Stripe.LineItem, 'price'> & { price: WirePrice };

/** A line of the session. */
export function lineItemObject(line: Line, { currency, created_at }: CheckoutSession): WireLineItem {
  const amount = line.unit_amount * line.quantity;
  return {
    id: line.id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
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
