import type { ApiClient } from '#client/api/api-client.ts';
import type { Highlights } from '#contract/catalogue/highlight.ts';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';

const shown = [
  'product_id',
  'product_name',
  'product_type',
  'product_img',
  'price',
  'sale_price',
  'on_sale',
  'price_unit',
] as const;

export type HighlightedProduct = Pick<ProductSummary, (typeof shown)[number]>;
export type HighlightRow = { name: keyof Highlights; products: HighlightedProduct[] };

/** The rows below the sections, in their order, each with what a card shows and no more. Empty ones are left out. */
export async function readHighlights(api: ApiClient, init: { signal: AbortSignal }): Promise<HighlightRow[]> {
  const found = await api.get('/highlights', init).catch((error) => {
    // A page of the server is kept for all that come: it must not be kept without its rows.
    if (import.meta.env.SSR) throw error;
    return null;
  });
  if (!found) return [];
  return (['newest', 'on_sale', 'most_rented', 'most_bought'] as const).flatMap((name) => {
    const products = found[name].map((product) => pick(product));
    return products.length > 0 ? [{ name, products }] : [];
  });
}

function pick(product: ProductSummary): HighlightedProduct {
  return Object.fromEntries(shown.map((field) => [field, product[field]])) as HighlightedProduct;
}
