// Types and pure questions about products. Free of the validator, so that the browser can load it.
import type { z } from 'zod';
import type {
  facetSchema,
  feedPartSchema,
  productCountsSchema,
  productListSchema,
  productSchema,
  productSummarySchema,
  productTypes,
  variantSchema,
} from './product.schema.ts';
import type { selectedOptionSchema } from './selected-option.schema.ts';

export type ProductType = (typeof productTypes)[number];
export type Product = z.infer<typeof productSchema>;
export type SelectedOption = z.infer<typeof selectedOptionSchema>;
export type Variant = z.infer<typeof variantSchema>;
export type ProductSummary = z.infer<typeof productSummarySchema>;
export type ProductCounts = z.infer<typeof productCountsSchema>;
export type FeedPart = z.infer<typeof feedPartSchema>;
export type Facet = z.infer<typeof facetSchema>;
export type ProductList = z.infer<typeof productListSchema>;

/** No product's id: /product/all is the whole catalogue. */
export const reservedProductId = 'all';

/** The categories of the list page, in the order of the menu; 'all' matches every product. */
export const categories = ['all', 'solutions', 'computing', 'data', 'algorithm'] as const;
export type Category = (typeof categories)[number];

export function isCategory(text: string): text is Category {
  return (categories as readonly string[]).includes(text);
}

/** Price of one unit today, in dollars: the sale price when on sale, otherwise the price. */
export function effectivePrice(product: Pick<ProductSummary, 'on_sale' | 'price' | 'sale_price'>): number {
  return product.on_sale && product.sale_price !== null ? product.sale_price : product.price;
}

export function isInStock(product: Pick<ProductSummary, 'stock'>): boolean {
  return product.stock === null || product.stock > 0;
}

/** Where the shop serves the art that stands in for a missing image; made from the id alone, so it never changes. */
export function artPath(product: Pick<ProductSummary, 'product_id' | 'product_type'>): string {
  return `/art/${product.product_type}/${encodeURIComponent(product.product_id)}.svg`;
}
