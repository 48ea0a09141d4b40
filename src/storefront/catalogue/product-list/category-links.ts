import type { ProductType } from '#contract/catalogue/product/product.ts';

/** The categories as the menus name them; `hint` says what one finds there. */
export const categoryLinks: Array<{ category: ProductType; label: string; hint: string }> = [
  { category: 'solutions', label: 'Solutions', hint: 'Ready-made AI products' },
  { category: 'computing', label: 'Computing', hint: 'GPUs and servers by the hour' },
  { category: 'data', label: 'Data', hint: 'Licensed data sets' },
  { category: 'algorithm', label: 'Algorithm', hint: 'Models and building blocks' },
];
