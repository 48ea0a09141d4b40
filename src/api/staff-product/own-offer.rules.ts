// What the log and the history of stock say of a changed offer.

import { cutText } from '#contract/cut-text.ts';
import type { Offer } from '#contract/listing.ts';
import type { SelectedOption } from '#contract/product.ts';
import { selectedOptionsText, variantKey } from '#contract/variant.ts';

type Detail = string | number | boolean | null;
type StockMove = { selected_options: SelectedOption[]; stock_before: number | null; stock_after: number | null };

const LONGEST_DETAIL = 300;

/** Each stock that differs: of the product, or of each variant; a variant that comes or goes had or has none. */
export function stockMoves(before: Offer, after: Offer): StockMove[] {
  if (before.variants.length === 0 && after.variants.length === 0)
    return before.stock === after.stock
      ? []
      : [{ selected_options: [], stock_before: before.stock, stock_after: after.stock }];
  const had = new Map(before.variants.map((variant) => [variantKey(variant.selected_options), variant]));
  return after.variants.flatMap(({ selected_options, stock }) => {
    const was = had.get(variantKey(selected_options));
    const stock_before = was ? was.stock : 0;
    return stock_before === stock ? [] : [{ selected_options, stock_before, stock_after: stock }];
  });
}

/** What of an offer differs, each as `name_before` and `name`; of variants as a line of text. */
export function offerDetails(before: Offer, after: Offer): Record<string, Detail> {
  const [was, is] = [flat(before), flat(after)];
  return Object.fromEntries(
    Object.keys(is)
      .filter((name) => was[name] !== is[name])
      .flatMap((name) => [
        [`${name}_before`, was[name] ?? null],
        [name, is[name] ?? null],
      ]),
  );
}

function flat({ variants, ...offer }: Offer): Record<string, Detail> {
  if (variants.length === 0) return offer;
  const lines = variants.map(({ selected_options, price, sale_price, stock }) =>
    [
      selectedOptionsText(selected_options),
      price,
      ...(sale_price === null ? [] : [`sale ${sale_price}`]),
      ...(stock === null ? [] : [`stock ${stock}`]),
    ].join(' '),
  );
  return { ...offer, variants: cutText(lines.join('; '), LONGEST_DETAIL) };
}
