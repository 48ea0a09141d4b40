import type { Category } from '#contract/catalogue/product/product.ts';

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
