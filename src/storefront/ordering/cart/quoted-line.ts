import { lineKey } from '#contract/catalogue/product/variant.ts';
import type { Quote } from '#contract/ordering/checkout.ts';
import { type CartLine, type CartLines, keyOf } from './cart-lines.ts';

/** Line of the cart in a quote. */
export function quotedLine(quote: Quote, line: CartLine): Quote['lines'][number] | undefined {
  return quote.lines.find((quoted) => lineKey(quoted) === keyOf(line));
}

/** The license that a quote names for a product: '' where it has none, null where the quote does not know the product. */
export function quotedLicense(quote: Quote | null, productId: string): string | null {
  const quoted = quote?.lines.find((line) => line.product_id === productId);
  return quoted ? (quoted.license ?? '') : null;
}

/** True while it is still being asked which licenses ordering these lines accepts: until that is shown, nobody can accept it. */
export function awaitsLicenses(
  lines: CartLines,
  { pending, shown }: { pending: boolean; shown: Quote | null },
): boolean {
  return pending && lines.some((line) => quotedLicense(shown, line.id) === null);
}
