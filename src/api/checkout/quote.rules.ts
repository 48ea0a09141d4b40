// What a cart costs. The one place where prices, quantities and a coupon become amounts.
import type { CartItem, Quote } from '#contract/checkout.ts';
import { formatCents, formatUnitPrice, fromMicros, greatestPrice, lineCents } from '#contract/money.ts';
import type { ProductType } from '#contract/product.ts';
import { type Coupon, couponProblem, discounts } from '../coupon/coupon.rules.ts';

export type PricedLine = {
  product_id: string;
  product_name: string;
  product_type: ProductType;
  unit_price_micros: number;
  quantity: number;
  amount_cents: number;
  discount_cents: number;
  /** How many can be had now, and how many there are; null where they are not counted. */
  free: number | null;
  stock: number | null;
};

export type PricedCart = {
  lines: PricedLine[];
  subtotalCents: number;
  discountCents: number;
  totalCents: number;
  /** The sum before each line was rounded to cents, in micro-dollars: what a client that only multiplies arrives at. */
  exactMicros: number;
  couponCode: string | null;
  couponProblem: string | null;
};

type Offer = {
  product_id: string;
  product_name: string;
  product_type: ProductType;
  effective_micros: number;
  free: number | null;
  stock: number | null;
};

/** `items` must all be among the offers. The coupon is null where none was given. */
export function priceCart(
  items: CartItem[],
  offers: ReadonlyMap<string, Offer>,
  given: { coupon: { found: Coupon | null; usedByCustomer: number } | null; now: Date },
): PricedCart {
  const lines = items.map(({ product_id, quantity }) => {
    const offer = offers.get(product_id) as Offer;
    const unit = offer.effective_micros;
    return {
      product_id,
      product_name: offer.product_name,
      product_type: offer.product_type,
      unit_price_micros: unit,
      quantity,
      amount_cents: lineCents(fromMicros(unit), quantity),
      discount_cents: 0,
      free: offer.free,
      stock: offer.stock,
    };
  });
  const problem = given.coupon
    ? couponProblem(given.coupon.found, { lines, usedByCustomer: given.coupon.usedByCustomer, now: given.now })
    : null;
  const coupon = problem === null ? (given.coupon?.found ?? null) : null;
  if (coupon) {
    const off = discounts(coupon, lines);
    for (const [index, line] of lines.entries()) line.discount_cents = off[index] ?? 0;
  }
  const subtotalCents = sum(lines.map((line) => line.amount_cents));
  const discountCents = sum(lines.map((line) => line.discount_cents));
  return {
    lines,
    subtotalCents,
    discountCents,
    totalCents: subtotalCents - discountCents,
    exactMicros: sum(lines.map((line) => line.unit_price_micros * line.quantity)) - discountCents * 10_000,
    couponCode: coupon?.code ?? null,
    couponProblem: problem,
  };
}

/** The same product twice is one line of both quantities. */
export function mergeItems(items: CartItem[]): CartItem[] {
  const merged = new Map<string, number>();
  for (const { product_id, quantity } of items) merged.set(product_id, (merged.get(product_id) ?? 0) + quantity);
  return [...merged].map(([product_id, quantity]) => ({ product_id, quantity }));
}

/**
 * Whether a client's amount, in dollars, is the cart's. A sum of floats may be off by less than a tenth of a cent; a
 * client that does not round its lines to cents means the same cart.
 */
export function isTotal(amount: number, cart: PricedCart): boolean {
  const near = (cents: number) => Math.abs(amount * 100 - cents) < 0.1;
  return near(cart.totalCents) || near(cart.exactMicros / 10_000);
}

/** Which prices are not what the buyer has seen, as far as the buyer's client tells, and both totals: for a person. */
export function changedPrices(
  cart: PricedCart,
  seen: { items: Array<{ product_id: string; price?: unknown }>; amount: number },
): string {
  const changed = cart.lines.flatMap((line) => {
    const price = seen.items.find((item) => item.product_id === line.product_id)?.price;
    if (typeof price !== 'number' || !(price >= 0) || price > greatestPrice) return [];
    const [now, then] = [fromMicros(line.unit_price_micros), price].map(formatUnitPrice);
    return now === then ? [] : [`${line.product_name} costs ${now} now, not ${then}.`];
  });
  const [total, expected] = [cart.totalCents, Math.round(seen.amount * 100)].map(formatCents);
  const why = changed.length > 0 ? '' : ': a price in your cart has changed';
  return [...changed, `The total is ${total} now, not ${expected}${why}.`].join(' ');
}

/** What cannot be had in the wanted quantity, for the buyer; null when everything can. */
export function shortage(lines: PricedLine[]): string | null {
  const short = lines.find((line) => line.free !== null && line.free < line.quantity);
  if (!short) return null;
  if (short.free === 0) return `${short.product_name} is sold out.`;
  return `Only ${short.free} of ${short.product_name} can be had now.`;
}

export function toQuote(cart: PricedCart): Quote {
  return {
    lines: cart.lines.map((line) => ({
      product_id: line.product_id,
      product_name: line.product_name,
      quantity: line.quantity,
      unit_price: fromMicros(line.unit_price_micros),
      amount: line.amount_cents / 100,
      available: line.free === null || line.free >= line.quantity,
    })),
    subtotal: cart.subtotalCents / 100,
    discount: cart.discountCents / 100,
    coupon: cart.couponCode,
    coupon_problem: cart.couponProblem,
    total: cart.totalCents / 100,
  };
}

function sum(values: number[]): number {
  return values.reduce((before, value) => before + value, 0);
}
