import type { Category } from '#contract/catalogue/product/product.ts';

/** Path of a list: a category, or a keyword. Everything else stands in its query. */
export type ListMode = { category: Category } | { keyword: string };
