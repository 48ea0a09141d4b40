import type { ListMode } from '#contract/catalogue/product/list-mode.ts';
import { type ProductQuery, writeProductQuery } from '#contract/catalogue/product/product-query.ts';

/** An address of a list with other filters, from its first page on; what the path says already is not said again in the query. */
export function listAddress(
  { path, mode, query }: { path: string; mode: ListMode; query: ProductQuery },
  changes: Partial<ProductQuery>,
): string {
  const rest: Partial<ProductQuery> = { ...query, cursor: null, ...changes };
  if ('category' in mode) delete rest.category;
  else delete rest.keyword;
  const search = writeProductQuery(rest).toString();
  return search ? `${path}?${search}` : path;
}
