import type { Goods } from '#contract/goods/goods.ts';

/** The releases that buyers get now: of the product as a whole, and of variants with goods of their own. */
export function currentReleases({ files, variants = [] }: Goods): string[] {
  const all = [files, ...variants.map((variant) => variant.files)].flatMap((goods) => goods?.release ?? []);
  return [...new Set(all)];
}
