// Cost of a cart. The one place where prices, quantities and a coupon become amounts.

import { minutesOfGoods, promisedMinutes } from '#contract/catalogue/product/delivery.ts';
import type { ProductType, SelectedOption } from '#contract/catalogue/product/product.ts';
import {
  isOfferedQuantity,
  isRental,
  type OfferedQuantity,
  offeredText,
  rentsMachines,
  takenOfStock,
} from '#contract/catalogue/product/rental.ts';
import { stockText } from '#contract/catalogue/product/stock-text.ts';
import { lineKey, nameWithOptions, variantKey } from '#contract/catalogue/product/variant.ts';
import { getsText } from '#contract/goods/gets-text.ts';
import { type GoodsOfOne, kindsOf } from '#contract/goods/goods.ts';
import { fromMicros, lineCents, sumCents } from '#contract/money/amount/money.ts';
import type { CartItem, Quote } from '#contract/ordering/checkout.ts';
import type { CouponProblem } from '#contract/refusal.ts';
import { partOf } from '#contract/text/part-of.ts';
import type { OwnedLine } from '../../../goods/ports.rules.ts';
import type { StoredLine } from '../../../schema/order.record.ts';
import { couponProblemText } from '../../../text/refusal-text.rules.ts';
import { type Coupon, couponProblem, discounts } from '../../coupon/coupon.rules.ts';

export type PricedLine = {
  product_id: string;
  product_name: string;
  product_type: ProductType;
  unit_price_micros: number;
  quantity: number;
  machines: number;
  /** Units of stock that it takes. */
  taken: number;
  /** Entitlement of the machine that it is more time for. */
  extends?: string | null;
  amount_cents: number;
  discount_cents: number;
  /** Part of the discount that its seller bears. */
  seller_discount_cents: number;
  /** How many can be had now, and how many there are; null where they are not counted. */
  free: number | null;
  stock: number | null;
  /** Lines of the same stock have the same. */
  stock_key: string;
  selected_options: SelectedOption[];
  is_variant: boolean;
  price_unit: string;
  license: string;
  /** Deliverables for its buyer. */
  goods: GoodsOfOne;
  /** For which variant its releases are made; '' where its goods are those of the whole product. */
  edition: string;
  provider: string;
  /** Promise of its seller for what a person delivers. */
  delivery_within_hours: number | null;
  /** Whose product it is (null: the operator's own), and which approved version of it. */
  seller_id: string | null;
  product_version: number | null;
} & OfferedQuantity;

export type PricedCart = {
  lines: PricedLine[];
  subtotalCents: number;
  discountCents: number;
  totalCents: number;
  /** The sum before each line was rounded to cents, in micro-dollars: what a client that only multiplies arrives at. */
  exactMicros: number;
  couponCode: string | null;
  couponProblem: CouponProblem | null;
};

/** A product, or the variant of it that is chosen. */
export type ChosenOffer = Omit<
  PricedLine,
  'unit_price_micros' | 'quantity' | 'machines' | 'taken' | 'amount_cents' | 'discount_cents' | 'seller_discount_cents'
> & {
  effective_micros: number;
};

/** The coupon is null where none was given. */
export function priceCart(
  wanted: Array<{ offer: ChosenOffer; quantity: number; machines: number }>,
  given: { coupon: { found: Coupon | null; usedByCustomer: number } | null; now: Date },
): PricedCart {
  const lines = wanted.map(({ offer, quantity, machines }) => ({
    product_id: offer.product_id,
    product_name: offer.product_name,
    product_type: offer.product_type,
    unit_price_micros: offer.effective_micros,
    quantity,
    machines,
    taken: offer.extends ? 0 : takenOfStock(offer, { quantity, machines }),
    extends: offer.extends ?? null,
    amount_cents: lineCents(fromMicros(offer.effective_micros), quantity * machines),
    discount_cents: 0,
    seller_discount_cents: 0,
    free: offer.free,
    stock: offer.stock,
    stock_key: offer.stock_key,
    selected_options: offer.selected_options,
    is_variant: offer.is_variant,
    price_unit: offer.price_unit,
    license: offer.license,
    goods: offer.goods,
    edition: offer.edition,
    provider: offer.provider,
    delivery_within_hours: offer.delivery_within_hours,
    seller_id: offer.seller_id,
    product_version: offer.product_version,
    least_quantity: offer.least_quantity,
    most_quantity: offer.most_quantity,
  }));
  const problem = given.coupon
    ? couponProblem(given.coupon.found, { lines, usedByCustomer: given.coupon.usedByCustomer, now: given.now })
    : null;
  const coupon = problem === null ? (given.coupon?.found ?? null) : null;
  if (coupon) {
    const off = discounts(coupon, lines);
    for (const [index, line] of lines.entries()) {
      line.discount_cents = off[index] ?? 0;
      line.seller_discount_cents = partOf(line.discount_cents, coupon.seller_percent, 100);
    }
  }
  const subtotalCents = sumCents(lines.map((line) => line.amount_cents));
  const discountCents = sumCents(lines.map((line) => line.discount_cents));
  const micros = lines.reduce((sum, line) => sum + line.unit_price_micros * line.quantity * line.machines, 0);
  return {
    lines,
    subtotalCents,
    discountCents,
    totalCents: subtotalCents - discountCents,
    exactMicros: micros - discountCents * 10_000,
    couponCode: coupon?.code ?? null,
    couponProblem: problem,
  };
}

type WantedItem = {
  product_id: string;
  quantity: number;
  machines: number;
  selected_options: SelectedOption[];
  extends?: string | undefined;
};

/** Key that makes two lines the same: as in a cart, and the machine that is extended. */
export function itemKey(line: Parameters<typeof lineKey>[0] & { extends?: string | null | undefined }): string {
  return lineKey(line) + (line.extends ? ` extends ${line.extends}` : '');
}

/** The same product with the same choices, and on as many machines at once, is one line of both quantities. */
export function mergeItems(items: CartItem[]): WantedItem[] {
  const merged = new Map<string, WantedItem>();
  for (const { product_id, quantity, machines = 1, selected_options = [], extends: extended } of items) {
    const key = itemKey({ product_id, selected_options, machines, extends: extended });
    const known = merged.get(key)?.quantity ?? 0;
    merged.set(key, {
      ...{ product_id, quantity: known + quantity, machines, selected_options },
      ...(extended !== undefined && { extends: extended }),
    });
  }
  return [...merged.values()];
}

/** True if a client's amount, in dollars, means so many cents: a sum of floats may be off by less than a tenth of one. */
export function isAmount(dollars: number, cents: number): boolean {
  return Math.abs(dollars * 100 - cents) < 0.1;
}

/** True if a client's amount, in dollars, is the cart's. A client that does not round its lines to cents means the same cart. */
export function isTotal(amount: number, cart: PricedCart): boolean {
  return isAmount(amount, cart.totalCents) || isAmount(amount, cart.exactMicros / 10_000);
}

/** As a person is told of it: with what is chosen where that is a variant, which stands for itself. */
export function nameOf({ product_name, is_variant, selected_options }: PricedLine): string {
  return is_variant ? nameWithOptions(product_name, selected_options) : product_name;
}

/** True if a line of an order is of the stock of this one: of the variant, or of the product, with its former variants. */
export function isOfStock(line: StoredLine, wanted: PricedLine): boolean {
  if (!wanted.is_variant) return line.product_id === wanted.product_id;
  const isSameVariant = variantKey(line.selected_options) === variantKey(wanted.selected_options);
  return line.is_variant && line.product_id === wanted.product_id && isSameVariant;
}

/** Units of the stock of this line that the cart wants: lines that differ in wishes alone are of one stock. */
export function wantedOfStock(lines: PricedLine[], { stock_key }: PricedLine): number {
  return lines.reduce((sum, line) => sum + (line.stock_key === stock_key ? line.taken : 0), 0);
}

/** True if so many are available; `free` is null where they are not counted. */
export function canBeHad(free: number | null, wanted: number): boolean {
  return free === null || free >= wanted;
}

function availabilityOf(line: PricedLine, wanted: number): Pick<Quote['lines'][number], 'available' | 'problem'> {
  if (!isOfferedQuantity(line, line.quantity))
    return { available: false, problem: `Rented for ${offeredText(line.price_unit, line)}.` };
  if (canBeHad(line.free, wanted)) return { available: true };
  const text = stockText({ stock: line.stock, is_rental: isRental(line) });
  if (line.stock === 0) return { available: false, problem: `${text}.` };
  const isShort = line.stock !== null && line.stock < wanted;
  return {
    available: false,
    problem: isShort ? `Only ${text}.` : 'Not available in this quantity now.',
  };
}

function ownedOf(owned: OwnedLine | null | undefined): Pick<Quote['lines'][number], 'owned'> {
  return owned ? { owned: { entitlement_id: owned.entitlementId, needs_yes: owned.hasSameFiles } } : {};
}

/** `shopNames`: of the sellers of what is delivered by hand, by their ids; `owned`: what the buyer has of each line. */
export function toQuote(
  cart: PricedCart,
  shopNames: ReadonlyMap<string, string>,
  owned: ReadonlyArray<OwnedLine | null> = [],
): Quote {
  return {
    lines: cart.lines.map((line, index) => ({
      product_id: line.product_id,
      product_name: line.product_name,
      quantity: line.quantity,
      ...(rentsMachines(line) && { machines: line.machines }),
      unit_price: fromMicros(line.unit_price_micros),
      amount: line.amount_cents / 100,
      ...availabilityOf(line, wantedOfStock(cart.lines, line)),
      ...(line.selected_options.length > 0 && { selected_options: line.selected_options }),
      ...(line.price_unit && { price_unit: line.price_unit }),
      ...(line.license && { license: line.license }),
      ...(kindsOf(line.goods).length > 0 && { goods: kindsOf(line.goods) }),
      ...(line.extends && line.most_quantity !== null && { most_quantity: line.most_quantity }),
      ...ownedOf(owned[index]),
      gets: getsText(line.goods, {
        quantity: line.quantity,
        machines: line.machines,
        by: shopNames.get(line.seller_id ?? '') ?? line.provider,
        minutes: minutesOfGoods(line.goods, {
          stock: line.stock,
          promised: promisedMinutes(line.delivery_within_hours),
        }),
      }),
    })),
    subtotal: cart.subtotalCents / 100,
    discount: cart.discountCents / 100,
    coupon: cart.couponCode,
    coupon_problem: cart.couponProblem && couponProblemText(cart.couponProblem),
    total: cart.totalCents / 100,
  };
}
