// What is missing before the goods of a listing can be sold.

import { selectedOptionsText, variantKey } from '#contract/catalogue/product/variant.ts';
import type { Goods, GoodsOfOne } from '#contract/goods/goods.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import { endsBeforePromised } from '../../../catalogue/ports.rules.ts';

/** The ids of the releases that buyers get, of the product and of variants with goods of their own. */
export function releasesIn({ files, variants = [] }: Goods): string[] {
  return [files, ...variants.map((variant) => variant.files)].flatMap((each) => each?.release ?? []);
}

/** What there is for goods to be made of; undefined where nobody has looked. */
export type GoodsParts = {
  /** Complete releases with the edition that each is for. */
  releases?: ReadonlyMap<string, string> | undefined;
  /** Whether the shop has an endpoint that can be asked. */
  hasEndpoint?: boolean | undefined;
};

export function* goodsNeeds(content: ListingContent, { releases, hasEndpoint }: GoodsParts): Generator<string> {
  const { goods = {}, variants = [] } = content;
  if (hasEndpoint === false && asksEndpoint(goods))
    yield 'Set up the endpoint of the shop, or choose another way: without one nothing could be set up for buyers.';
  yield* needsOfOne(goods, { edition: '', what: '', releases });
  const known = new Set(variants.map(({ selected_options }) => variantKey(selected_options)));
  for (const own of goods.variants ?? []) {
    const edition = variantKey(own.selected_options);
    const what = selectedOptionsText(own.selected_options);
    if (known.has(edition)) yield* needsOfOne(own, { edition, what: ` of ${what}`, releases });
    else yield `Say again what buyers of ${what} get, or take it out: there is no such variant any more.`;
  }
}

function asksEndpoint(goods: Goods): boolean {
  return [goods, ...(goods.variants ?? [])].some(
    ({ access, hours }) => access?.by === 'endpoint' || hours?.by === 'endpoint',
  );
}

function* needsOfOne(
  { files, access }: GoodsOfOne,
  { edition, what, releases }: { edition: string; what: string; releases: ReadonlyMap<string, string> | undefined },
): Generator<string> {
  if (files && !files.release) yield `Upload the files that buyers${what} get, and choose that release.`;
  else if (files?.release && releases && releases.get(files.release) !== edition)
    yield `Complete the release that buyers${what} get, or choose another: the chosen one is not complete.`;
  if (access?.by === 'text' && !access.text?.trim()) yield `Write the text that gives buyers${what} access.`;
  if (access?.by === 'endpoint' && !access.within_minutes)
    yield `Say within how many minutes buyers${what} have access.`;
  if (access && endsBeforePromised({ access }))
    yield `Promise buyers${what} access sooner, or let it work for more days: it could end before it is there.`;
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
