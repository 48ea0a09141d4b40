import type { Product } from '#contract/catalogue/product/product.ts';

/** In this order; a name may have more before it, such as 'GPU memory'. */
const factNames = [/(^|\s)(memory|v?ram)$/i, /(^|\s)bandwidth$/i];

/** Longer values are sentences, which a card has no room for. */
const LONGEST = 32;

/** Facts that tell a machine from another on its card, from its specifications: '80 GB HBM3 · 3.35 TB/s'. Empty where they do not say. */
export function machineFacts(specs: Product['specs']): string {
  const values = factNames.map((name) => specs.find((spec) => name.test(spec.name.trim()))?.value.trim() ?? '');
  return values.filter((value) => value !== '' && value.length <= LONGEST).join(' · ');
}
