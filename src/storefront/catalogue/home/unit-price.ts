import { effectivePrice, type ProductSummary } from '#contract/catalogue/product/product.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';

/** '$1.99 / hour': what one unit costs now. */
export function unitPrice(product: ProductSummary): string {
  return formatUnitPrice(effectivePrice(product)) + (product.price_unit && ` / ${product.price_unit}`);
}
