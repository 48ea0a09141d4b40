// Terms of a cart that the buyer was shown, as far as the buyer's client tells, against those of now.

import { formatUnitPrice, fromMicros, greatestPrice } from '#contract/money/amount/money.ts';
import type { CartItem } from '#contract/ordering/checkout.ts';
import type { LicenseChange, PriceChange, Refusal } from '#contract/refusal.ts';
import { isTotal, itemKey, nameOf, type PricedCart, type PricedLine } from './quote.rules.ts';

type Seen = { items: CartItem[]; amount: number };
type Terms = Pick<PricedLine, 'product_id' | 'selected_options' | 'price_unit' | 'license' | 'extends'>;

/** Why what was shown is not what would be ordered; null where it is. */
export function changeSinceSeen(cart: PricedCart, seen: Seen): Refusal | null {
  return priceChange(cart, seen) ?? licenseChange(cart, seen);
}

/** True if unit and license of a line are those that were shown. */
export function isAsSeen(line: Terms, items: CartItem[]): boolean {
  const seen = seenTerms(line, items);
  return seen.price_unit === line.price_unit && seen.license === line.license;
}

/** Which prices are others, and both totals. A price for another unit is another price, whatever the total. */
function priceChange(cart: PricedCart, { items, amount }: Seen): Refusal | null {
  const lines = cart.lines.flatMap((line): PriceChange[] => {
    const price = fromMicros(line.unit_price_micros);
    const seenPrice = seenPriceOf(line, items) ?? price;
    const { price_unit: seenUnit } = seenTerms(line, items);
    const isSame = formatUnitPrice(price) === formatUnitPrice(seenPrice) && line.price_unit === seenUnit;
    return isSame ? [] : [{ productName: nameOf(line), price, seenPrice, unit: line.price_unit, seenUnit }];
  });
  if (isTotal(amount, cart) && lines.every(({ unit, seenUnit }) => unit === seenUnit)) return null;
  return { code: 'price_changed', lines, totalCents: cart.totalCents, seenTotalCents: Math.round(amount * 100) };
}

function licenseChange(cart: PricedCart, { items }: Seen): Refusal | null {
  const lines = cart.lines.flatMap((line): LicenseChange[] => {
    const { license: seenLicense } = seenTerms(line, items);
    return line.license === seenLicense ? [] : [{ productName: nameOf(line), license: line.license, seenLicense }];
  });
  return lines.length > 0 ? { code: 'license_changed', lines } : null;
}

/** Those of the line itself, where the client tells nothing. */
function seenTerms(line: Terms, items: CartItem[]): Pick<Terms, 'price_unit' | 'license'> {
  const { price_unit = line.price_unit, license = line.license } = seenItem(line, items) ?? {};
  return { price_unit, license };
}

function seenPriceOf(line: Terms, items: CartItem[]): number | null {
  const price = seenItem(line, items)?.price;
  return typeof price === 'number' && price >= 0 && price <= greatestPrice ? price : null;
}

/** The item that a line comes of: by its choices, or, where it is the default variant, by none. */
function seenItem(line: Terms, items: CartItem[]): CartItem | undefined {
  const key = itemKey(line);
  const isUnchosen = (item: CartItem) =>
    item.product_id === line.product_id &&
    !item.selected_options?.length &&
    (item.extends ?? null) === (line.extends ?? null);
  return items.find((item) => itemKey(item) === key) ?? items.find(isUnchosen);
}
