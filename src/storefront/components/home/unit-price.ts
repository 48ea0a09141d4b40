import { formatUnitPrice } from '#contract/money.ts';
import { effectivePrice, type ProductSummary } from '#contract/product.ts';

/** '$1.99 / hour': what one unit costs now. */
export function unitPrice(product: ProductSummary): string {
  return formatUnitPrice(effectivePrice(product)) + (product.price_unit && ` / ${product.price_unit}`);
}
