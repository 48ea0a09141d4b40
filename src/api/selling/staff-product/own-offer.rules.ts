// Entries of the log and the history of stock about a changed offer.

import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import { selectedOptionsText, variantKey } from '#contract/catalogue/product/variant.ts';
import type { JobValues } from '#contract/operations/staff-job.ts';
import type { Offer, PutOffer } from '#contract/selling/listing/listing.ts';

type StockMove = { selected_options: SelectedOption[]; stock_before: number | null; stock_after: number | null };

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

/** An offer as the log tells of it; variants as a line of text. */
export function toLoggedOffer({ variants, ...offer }: Offer): Record<string, unknown> {
  if (variants.length === 0) return offer;
  return { ...offer, variants: variants.map(variantText).join('; ') };
}

/** 'License: Enterprise 5900 sale 4900 stock 2' */
export function variantText({ selected_options, price, sale_price, stock }: Offer['variants'][number]): string {
  return [
    selectedOptionsText(selected_options),
    price,
    ...(sale_price === null ? [] : [`sale ${sale_price}`]),
    ...(stock === null ? [] : [`stock ${stock}`]),
  ].join(' ');
}

/** The prices of an offer as a job keeps them; those of variants as one text, which nobody reads. */
export function offerValues({ price, on_sale, sale_price, variants }: Offer): JobValues {
  const prices = variants.map((one) => [one.selected_options, one.price, one.sale_price]);
  return { price, on_sale, sale_price, ...(prices.length > 0 && { variants: JSON.stringify(prices) }) };
}

/** The way back from `offerValues`. Stock is not among them, and nothing compares it. */
export function offerFromValues({ price, on_sale, sale_price, variants }: JobValues): Offer {
  const prices = typeof variants === 'string' ? (JSON.parse(variants) as VariantPrices[]) : [];
  return {
    ...{ price: Number(price), on_sale: on_sale === true, stock: null },
    sale_price: sale_price == null ? null : Number(sale_price),
    variants: prices.map(([selected_options, its, sale]) => ({
      ...{ selected_options, price: its, sale_price: sale, stock: null },
    })),
  };
}
type VariantPrices = [selected: SelectedOption[], price: number, sale_price: number | null];

/** The change that gives a product the prices that a job has kept. The price of a product with variants follows theirs. */
export function pricesOf(values: JobValues): PutOffer {
  const { price, on_sale, sale_price, variants } = offerFromValues(values);
  if (variants.length === 0) return { price, on_sale, sale_price };
  return { on_sale, variants: variants.map(({ stock: _, ...prices }) => prices) };
}
