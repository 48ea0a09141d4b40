// Immediate changes of a product on sale: price, sale and stock, of the product or of its variants.

import type { PriceStep } from '#contract/catalogue/product/price-step.ts';
import type { Variant } from '#contract/catalogue/product/product.ts';
import { findVariant, selectedOptionsText, stockOfVariants, variantKey } from '#contract/catalogue/product/variant.ts';
import { type Goods, isStockOfKeys } from '#contract/goods/goods.ts';
import { fromMicros, greatestPrice, toMicros } from '#contract/money/amount/money.ts';
import type { ListingContent, Offer, PutOffer } from '#contract/selling/listing/listing.ts';
import { faultSentence, finding, priceOfVariants, readVariants, saleFault } from '../../../catalogue/ports.rules.ts';
import type { StoredProduct } from '../../../schema/product-columns.rules.ts';

type Offered = Pick<
  StoredProduct,
  'price_micros' | 'on_sale' | 'sale_price_micros' | 'stock' | 'variants' | 'options'
> & { goods?: Goods };
type Priced = Pick<StoredProduct, 'price_micros' | 'on_sale' | 'sale_price_micros' | 'stock' | 'variants'>;
type Changed<T> = { ok: true; value: T } | { ok: false; reason: string };

export function offerOf({ price_micros, on_sale, sale_price_micros: sale, stock, variants }: Priced): Offer {
  return {
    price: fromMicros(price_micros),
    on_sale,
    sale_price: sale === null ? null : fromMicros(sale),
    stock,
    variants: variants.map((variant) => ({
      selected_options: variant.selected_options,
      price: variant.price,
      sale_price: variant.sale_price,
      stock: variant.stock,
    })),
  };
}

/** The columns of the product after the change: what the change leaves out stays. The price of a product with variants follows theirs. */
export function changeOffer(product: Offered, change: PutOffer): Changed<Priced> {
  const on_sale = change.on_sale ?? product.on_sale;
  if (writesStockOfKeys(product, change)) return refuse(faultSentence({ field: 'stock', ...finding('stock_of_keys') }));
  if (product.variants.length > 0) return changeVariants(product, change, on_sale);
  if (change.variants?.length) return refuse('It has no variants.');
  const sale = change.sale_price === undefined ? product.sale_price_micros : microsOrNull(change.sale_price);
  const changed = {
    price_micros: change.price === undefined ? product.price_micros : toMicros(change.price),
    on_sale,
    // A sale that has ended keeps no price that is not below the new one.
    sale_price_micros: sale,
    stock: change.stock === undefined ? product.stock : change.stock,
    variants: product.variants,
  };
  if (!on_sale && change.sale_price === undefined && sale !== null && sale > changed.price_micros)
    changed.sale_price_micros = null;
  const found = saleFault(changed);
  return found ? refuse(faultSentence({ field: 'sale_price', ...found })) : { ok: true, value: changed };
}

function writesStockOfKeys({ goods, stock, variants }: Offered, change: PutOffer): boolean {
  if (variants.length === 0)
    return (
      change.stock !== undefined &&
      change.stock !== stock &&
      isStockOfKeys(goods, { is_variant: false, selected_options: [] })
    );
  return (change.variants ?? []).some(({ selected_options, stock: given }) => {
    const variant = findVariant({ variants }, selected_options);
    return (
      given !== undefined && given !== variant?.stock && isStockOfKeys(goods, { is_variant: true, selected_options })
    );
  });
}

function changeVariants(product: Offered, change: PutOffer, on_sale: boolean): Changed<Priced> {
  const changes = new Map<string, NonNullable<PutOffer['variants']>[number]>();
  for (const variant of change.variants ?? []) {
    if (!findVariant(product, variant.selected_options))
      return refuse(
        `It has no variant of ${selectedOptionsText(variant.selected_options)}. A new one is written into the draft.`,
      );
    changes.set(variantKey(variant.selected_options), variant);
  }
  const given = product.variants.map((variant): Variant => {
    const { price, sale_price: sale, stock } = changes.get(variantKey(variant.selected_options)) ?? {};
    return {
      ...variant,
      price: price ?? variant.price,
      sale_price: sale === undefined ? variant.sale_price : sale,
      stock: stock === undefined ? variant.stock : stock,
    };
  });
  const base = { price_micros: product.price_micros, on_sale, sale_price_micros: product.sale_price_micros };
  const read = readVariants(given, product.options, base);
  if ('fault' in read) return refuse(faultSentence(read.fault));
  const variants = read.value;
  const shown = priceOfVariants({ variants, on_sale, price_micros: product.price_micros });
  const changed = {
    price_micros: shown ? toMicros(shown.price) : product.price_micros,
    on_sale,
    sale_price_micros: shown ? microsOrNull(shown.sale_price) : product.sale_price_micros,
    stock: stockOfVariants(variants),
    variants,
  };
  const says = (name: string) => refuse(`Its ${name} is that of its variants: change theirs.`);
  if (change.price !== undefined && toMicros(change.price) !== changed.price_micros) return says('price');
  if (change.sale_price != null && toMicros(change.sale_price) !== changed.sale_price_micros) return says('sale price');
  if (change.stock !== undefined && change.stock !== changed.stock) return says('stock');
  if (on_sale && changed.sale_price_micros === null)
    return refuse('It is to be on sale, and the variant whose price is shown has no sale price.');
  return { ok: true, value: changed };
}

/** A change that follows from what a product costs. `remark`: what to know of it before it is made, as a sentence. */
export type StepOutcome = { ok: true; value: PutOffer; remark?: string } | { ok: false; reason: string };

/**
 * The change that makes it so: of every variant in proportion, and of sale prices as of prices. Rounding never turns it round: what a raise
 * would lower, or a cut raise, stays as it is, and the remark says so.
 */
export function stepOf({ price, sale_price, variants }: Offer, step: PriceStep): StepOutcome {
  if (step.by === 'set') {
    if (variants.length > 0) return refuse('It has variants: give each of them its price.');
    if (step.value < 0) return refuse('A price is not below 0.');
    const set = rounded(step.value, step.round_to);
    // A sale price that is not below it any more would be none.
    return {
      ok: true,
      value: { price: set, ...(sale_price !== null && sale_price >= set && { on_sale: false, sale_price: null }) },
    };
  }
  const isTurned = (was: number) => Math.sign(roundedStep(was, step) - was) * Math.sign(step.value) < 0;
  const moved = (was: number) => (isTurned(was) ? was : roundedStep(was, step));
  const movedOrNull = (dollars: number | null) => (dollars === null ? null : moved(dollars));
  const prices = [price, sale_price, ...variants.flatMap((variant) => [variant.price, variant.sale_price])].filter(
    (was) => was !== null,
  );
  for (const was of prices) {
    if (moved(was) < 0 || (moved(was) === 0 && was > 0)) return refuse('It would cost nothing, or less.');
    if (moved(was) > greatestPrice) return refuse('It would be above the largest price, 1,000,000,000.');
  }
  const remark = prices.some(isTurned) && { remark: step.value > 0 ? raiseTurned : cutTurned };
  if (variants.length === 0)
    return { ok: true, value: { price: moved(price), sale_price: movedOrNull(sale_price) }, ...remark };
  return {
    ok: true,
    value: {
      variants: variants.map((variant) => ({
        selected_options: variant.selected_options,
        price: moved(variant.price),
        sale_price: movedOrNull(variant.sale_price),
      })),
    },
    ...remark,
  };
}

const raiseTurned = 'Rounding would have lowered a price that you raise: that price stays as it is.';
const cutTurned = 'Rounding would have raised a price that you lower: that price stays as it is.';

function roundedStep(dollars: number, { by, value, round_to }: PriceStep): number {
  return rounded(by === 'percent' ? (dollars * (100 + value)) / 100 : dollars + value, round_to);
}

/** A sale at so many percent below the price, of every variant; in whole cents where the price has no more. */
export function saleOf({ price, variants }: Offer, percent: number): Changed<PutOffer> {
  const lower = (dollars: number) =>
    rounded((dollars * (100 - percent)) / 100, toMicros(dollars) % 10_000 === 0 ? 0.01 : 0.000001);
  const prices = variants.length > 0 ? variants.map((variant) => variant.price) : [price];
  if (prices.some((was) => lower(was) >= was)) return refuse('It costs too little for a sale: its price would stay.');
  if (prices.some((was) => lower(was) === 0)) return refuse('It would cost nothing.');
  if (variants.length === 0) return { ok: true, value: { on_sale: true, sale_price: lower(price) } };
  return {
    ok: true,
    value: {
      on_sale: true,
      variants: variants.map((variant) => ({
        selected_options: variant.selected_options,
        sale_price: lower(variant.price),
      })),
    },
  };
}

/** Half up, in whole micro-dollars, so that nothing depends on how a fraction is kept. */
function rounded(dollars: number, to: number): number {
  const unit = Math.max(1, toMicros(to));
  return fromMicros(Math.floor(toMicros(dollars) / unit + 0.5) * unit);
}

/**
 * True if a price changes by more than `percent` of what was approved: many small steps are one large one. The price that a buyer pays
 * counts, so that a sale is a lower price. Null: no price waits.
 */
export function mustWait(approved: ListingContent, after: Priced, percent: number | null): boolean {
  if (percent === null) return false;
  const pairs: Array<[number | null, number | null]> = [];
  const paid = (price: number | null, sale: number | null, on_sale: boolean) =>
    on_sale && sale !== null ? sale : price;
  const { on_sale: was = false } = approved;
  const now = offerOf(after);
  const had = (approved.variants ?? []) as Variant[];
  for (const variant of now.variants) {
    const before = findVariant({ variants: had }, variant.selected_options);
    if (before)
      pairs.push([
        paid(before.price, before.sale_price ?? null, was),
        paid(variant.price, variant.sale_price, now.on_sale),
      ]);
  }
  if (now.variants.length === 0)
    pairs.push([
      paid(approved.price ?? null, approved.sale_price ?? null, was),
      paid(now.price, now.sale_price, now.on_sale),
    ]);
  return pairs.some(([before, price]) => before !== null && price !== null && exceeds(before, price, percent));
}

function exceeds(before: number, after: number, percent: number): boolean {
  return Math.abs(toMicros(after) - toMicros(before)) * 100 > toMicros(before) * percent;
}

/** True if these are other prices, and not only another stock. */
export function pricesDiffer(one: Priced, other: Priced): boolean {
  const prices = (offered: Priced) => {
    const { price, on_sale, sale_price, variants } = offerOf(offered);
    return JSON.stringify([price, on_sale, sale_price, variants.map((variant) => [variant.price, variant.sale_price])]);
  };
  return prices(one) !== prices(other);
}

export function isSameOffer(one: Offer, other: Offer): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** True if everything that costs something costs what was shown, on sale or not; stock may have changed. */
export function isPricedAs(now: Offer, shown: Offer): boolean {
  const prices = ({ price, on_sale, sale_price, variants }: Offer) =>
    JSON.stringify([
      ...[price, on_sale, sale_price],
      variants.map((variant) => [variantKey(variant.selected_options), variant.price, variant.sale_price]).sort(),
    ]);
  return prices(now) === prices(shown);
}

/** True if the fields of the change are now as they are expected to be; those that it leaves out may have changed. */
export function isAsExpected(now: Offer, expected: Offer, change: PutOffer): boolean {
  const isSo = (one: object | undefined, other: object | undefined, given: object) =>
    ['price', 'on_sale', 'sale_price', 'stock'].every((field) => {
      const at = (offer: object | undefined) => (offer as Record<string, unknown> | undefined)?.[field];
      return at(given) === undefined || at(one) === at(other);
    });
  return (
    isSo(now, expected, change) &&
    (change.variants ?? []).every((variant) =>
      isSo(variantOf(now, variant.selected_options), variantOf(expected, variant.selected_options), variant),
    )
  );
}

function variantOf({ variants }: Offer, selected: Offer['variants'][number]['selected_options']) {
  const key = variantKey(selected);
  return variants.find((variant) => variantKey(variant.selected_options) === key);
}

function microsOrNull(dollars: number | null): number | null {
  return dollars === null ? null : toMicros(dollars);
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
