import type { ProductList } from '#contract/catalogue/product/product.ts';
import type { ProductQuery } from '#contract/catalogue/product/product-query.ts';
import type { ListMode } from './list-mode.ts';

/** Query of a list's address, its faults, and the page of the list. */
export type ListData = { query: ProductQuery; faults: string[]; list: ProductList };

/** Data for the parts of a list's screen. */
export type ListParts = ListData & { path: string; mode: ListMode };
