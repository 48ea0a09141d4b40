import { effectivePrice } from '#contract/catalogue/product/product.ts';
import { lineCents, sumCents } from '#contract/money/amount/money.ts';
import type { CartLine, CartLines } from './cart-lines.ts';

/** The sum of the quantities. */
export function countItems(lines: CartLines): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Amount of one line: its quantity, on each of its machines, times the unit price, which is the sale price when on sale. */
export function amountCents(line: CartLine): number {
  return lineCents(effectivePrice(line), line.quantity * (line.machines ?? 1));
}

/** Every line is rounded to cents by itself, so that what is shown, sent and charged agree. */
export function totalCents(lines: CartLines): number {
  return sumCents(lines.map(amountCents));
}
