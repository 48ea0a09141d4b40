// Needs of the goods of a listing before they can be sold.

import { selectedOptionsText, variantKey } from '#contract/catalogue/product/variant.ts';
import type { Goods, GoodsOfOne } from '#contract/goods/goods.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { endsBeforePromised, type Finding, finding } from '../../../catalogue/ports.rules.ts';

/** The ids of the releases that buyers get, of the product and of variants with goods of their own. */
export function releasesIn({ files, variants = [] }: Goods): string[] {
  return [files, ...variants.map((variant) => variant.files)].flatMap((each) => each?.release ?? []);
}

/** Parts that goods are made of; undefined where nobody has looked. */
export type GoodsParts = {
  /** Complete releases with the edition that each is for. */
  releases?: ReadonlyMap<string, string> | undefined;
  /** The shop has an endpoint that can be asked. */
  hasEndpoint?: boolean | undefined;
};

export function* goodsNeeds(content: ListingContent, { releases, hasEndpoint }: GoodsParts): Generator<Finding> {
  const { goods = {}, variants = [] } = content;
  if (hasEndpoint === false && asksEndpoint(goods)) yield finding('endpoint_needed');
  yield* needsOfOne(goods, { edition: '', variant: '', releases });
  const known = new Set(variants.map(({ selected_options }) => variantKey(selected_options)));
  for (const own of goods.variants ?? []) {
    const edition = variantKey(own.selected_options);
    const variant = selectedOptionsText(own.selected_options);
    if (known.has(edition)) yield* needsOfOne(own, { edition, variant, releases });
    else yield finding('goods_variant_unknown', { variant });
  }
}

function asksEndpoint(goods: Goods): boolean {
  return [goods, ...(goods.variants ?? [])].some(
    ({ access, hours }) => access?.by === 'endpoint' || hours?.by === 'endpoint',
  );
}

function* needsOfOne(
  { files, access }: GoodsOfOne,
  {
    edition,
    variant,
    releases,
  }: { edition: string; variant: string; releases: ReadonlyMap<string, string> | undefined },
): Generator<Finding> {
  if (files && !files.release) yield finding('files_needed', { variant });
  else if (files?.release && releases && releases.get(files.release) !== edition)
    yield finding('release_incomplete', { variant });
  if (access?.by === 'text' && !access.text?.trim()) yield finding('access_text_needed', { variant });
  if (access?.by === 'endpoint' && !access.within_minutes) yield finding('access_minutes_needed', { variant });
  if (access && endsBeforePromised({ access })) yield finding('access_too_late', { variant });
}

/** As a copy of a product has them: its releases stay those of the original. */
export function withoutReleases({ variants, ...goods }: Goods): Goods {
  return {
    ...ownWithout(goods),
    ...(variants && { variants: variants.map((own) => ({ ...own, ...ownWithout(own) })) }),
  };
}

function ownWithout<Own extends GoodsOfOne>(own: Own): Own {
  if (!own.files) return own;
  const { release: _, ...files } = own.files;
  return { ...own, files };
}
