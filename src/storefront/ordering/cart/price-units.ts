import { atom } from 'nanostores';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';

/**
 * Unit of the price of one piece, such as 'hour', by product. It stands beside the lines of the cart, whose fields
 * the specification lists.
 */
export const priceUnits = atom<ReadonlyMap<string, string>>(new Map());

export function setPriceUnit({ product_id, price_unit }: Pick<ProductSummary, 'product_id' | 'price_unit'>) {
  priceUnits.set(new Map(priceUnits.get()).set(product_id, price_unit));
}
