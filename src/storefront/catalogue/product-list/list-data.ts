import type { ProductList } from '#contract/catalogue/product/product.ts';
import type { ProductQuery } from '#contract/catalogue/product/product-query.ts';
import type { ListMode } from './list-mode.ts';

/** What a list's address asks for, what it asks for in vain, and the page of the list. */
export type ListData = { query: ProductQuery; faults: string[]; list: ProductList };

/** What the parts of a list's screen are drawn from. */
export type ListParts = ListData & { path: string; mode: ListMode };
