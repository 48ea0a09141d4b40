// Price and stock of a choice of options: of one variant, or of all that can still be meant.
import {
  effectivePrice,
  type Product,
  type SelectedOption,
  type Variant,
} from '#contract/catalogue/product/product.ts';
import { stockOfVariants, variantsWith } from '#contract/catalogue/product/variant.ts';

/** `isFrom`: it depends on what is chosen yet, and the price is the lowest. */
export type Offer = { product: Product; isFrom: boolean };

/** The product with the price and the stock of what is chosen. */
export function offerOf(product: Product, selected: readonly SelectedOption[]): Offer {
  return offerAmong(product, variantsWith(product.variants ?? [], selected));
}

/** The product with the price and the stock of these of its variants. */
export function offerAmong(product: Product, meant: readonly Variant[]): Offer {
  const [cheapest, ...others] = meant
    .map((variant) => asVariant(product, variant))
    .sort((a, b) => effectivePrice(a) - effectivePrice(b));
  if (!cheapest) return { product, isFrom: false };
  const isFrom = others.some((other) => effectivePrice(other) !== effectivePrice(cheapest));
  return { product: { ...cheapest, stock: stockOfVariants(meant) }, isFrom };
}

/** The product as one of its variants. */
export function asVariant(product: Product, { price, sale_price, stock }: Variant): Product {
  return { ...product, price, sale_price, stock, on_sale: product.on_sale && sale_price !== null };
}
