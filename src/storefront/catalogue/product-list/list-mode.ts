import type { Category } from '#contract/catalogue/product/product.ts';

/** What a list's path says: a category, or a keyword. Everything else stands in its query. */
export type ListMode = { category: Category } | { keyword: string };
