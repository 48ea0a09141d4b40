import type { Quote } from '#contract/checkout.ts';
import { lineKey } from '#contract/variant.ts';
import { type CartLine, keyOf } from './cart-lines.ts';

/** What a quote says of a line of the cart. */
export function quotedLine(quote: Quote, line: CartLine): Quote['lines'][number] | undefined {
  return quote.lines.find((quoted) => lineKey(quoted) === keyOf(line));
}
