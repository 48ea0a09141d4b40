import type { Category, ProductType } from '#contract/product.ts';

export function categoryPath(category: Category): string {
  return `/products/category/${category}`;
}

export function keywordPath(keyword: string): string {
  // A path segment of dots is taken away by every browser, however it is encoded.
  if (/^\.{1,2}$/.test(keyword)) return `/products/category/all?keyword=${keyword}`;
  return `/products/keyword/${encodeURIComponent(keyword)}`;
}

export function productPath(productId: string): string {
  return `/products/id/${encodeURIComponent(productId)}`;
}

/** The categories as the menus name them; `hint` says what one finds there. */
export const categoryLinks: Array<{ category: ProductType; label: string; hint: string }> = [
  { category: 'solutions', label: 'Solutions', hint: 'Ready-made AI products' },
  { category: 'computing', label: 'Computing', hint: 'GPUs and servers by the hour' },
  { category: 'data', label: 'Data', hint: 'Licensed data sets' },
  { category: 'algorithm', label: 'Algorithm', hint: 'Models and building blocks' },
];
