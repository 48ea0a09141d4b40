import type { Facet } from '#contract/catalogue/product/product.ts';
import type { ProductQuery } from '#contract/catalogue/product/product-query.ts';

/** The units of a list by price, in the order of their groups; none of a list in another order. */
export function sortUnits(query: Pick<ProductQuery, 'sort' | 'priceUnits'>, facets: readonly Facet[]): string[] {
  if (query.sort !== 'price_asc' && query.sort !== 'price_desc') return [];
  const found = facets.find(({ name }) => name === 'price_unit')?.values ?? [];
  const units = found
    .filter(({ value, count }) => count > 0 && (query.priceUnits.length === 0 || query.priceUnits.includes(value)))
    .map(({ value }) => value)
    .sort();
  return query.sort === 'price_asc' ? units : units.reverse();
}
