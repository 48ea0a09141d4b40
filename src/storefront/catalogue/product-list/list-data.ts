import type { ListMode } from '#contract/catalogue/product/list-mode.ts';
import type { ProductList } from '#contract/catalogue/product/product.ts';
import type { ProductQuery } from '#contract/catalogue/product/product-query.ts';

/** Query of a list's address, its faults, and the page of the list. */
export type ListData = { query: ProductQuery; faults: string[]; list: ProductList };

/** Data for the parts of a list's screen. */
export type ListParts = ListData & { path: string; mode: ListMode };
