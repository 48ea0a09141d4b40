import type { Category, ProductList } from '#contract/catalogue/product/product.ts';

/** The number of matches behind a category, '~1,200' where it is about right. `asked` is the category that was asked for. */
export function categoryCount(list: ProductList, category: Category, asked: Category): string {
  const isExact = category === asked ? list.total_is_exact : list.counts_are_exact;
  return countText(list.counts[category], isExact !== false);
}

export function countText(count: number, isExact: boolean): string {
  return `${isExact ? '' : '~'}${count.toLocaleString('en-US')}`;
}
