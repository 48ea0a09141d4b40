import type { Category } from './product.ts';

/** How many products a list shows at once, and how many the API answers at most. */
export const productPage = { usual: 24, most: 100 };

/** The orders of a list. */
export const productSorts = [
  'featured',
  'newest',
  'price_asc',
  'price_desc',
  'name',
  'gb_hour_asc',
  'memory_desc',
] as const;
export type ProductSort = (typeof productSorts)[number];

/** Orders of machines alone. */
const machineSorts: readonly ProductSort[] = ['gb_hour_asc', 'memory_desc'];

export function sortsOf(category: Category): ProductSort[] {
  return productSorts.filter((sort) => category === 'computing' || !machineSorts.includes(sort));
}
