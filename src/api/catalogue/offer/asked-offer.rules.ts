// Offer of a product as a list or a search asks for it: what it costs in a region, with so many GPUs, for so long, and how many are left.
import { minutesOfUnit, quantityInUnits } from '#contract/catalogue/product/price-unit.ts';
import {
  effectivePrice,
  isInStock,
  type ProductSummary,
  type SelectedOption,
  type Variant,
} from '#contract/catalogue/product/product.ts';
import type { AttributeValues } from '#contract/catalogue/product/product-attributes.ts';
import { isRegionOption } from '#contract/catalogue/product/product-stock.ts';
import { isOfferedQuantity, offeredQuantity } from '#contract/catalogue/product/rental.ts';
import { gpusOf, isGpuOption } from '#contract/goods/access/machine.ts';
import { formatCents, lineCents, toMicros } from '#contract/money/amount/money.ts';
import { quantityMaximum } from '#contract/ordering/order-limits.ts';

export type AskedOffer = {
  /** True of texts that name a region which is asked for; null where any will do. */
  isThere: ((text: string) => boolean) | null;
  /** Numbers of GPUs in one machine; empty where any will do. */
  gpus: readonly number[];
  /** Length of a rental; null where none is said. */
  hours: number | null;
};

/** True where it takes the variants of a product to say what it costs. */
export function asksChoice({ isThere, gpus }: AskedOffer): boolean {
  return isThere !== null || gpus.length > 0;
}

type Parts = {
  variants: readonly Variant[];
  regions: readonly string[];
  /** With the shortest and the longest rental. */
  attributes?: AttributeValues;
};

/**
 * The summary with the price and the stock of the cheapest variant that is as asked and left, chosen otherwise as the default is. What
 * has no prices by region names the region alone.
 */
export function offeredAsAsked(summary: ProductSummary, parts: Parts, asked: AskedOffer): ProductSummary {
  const { variants, regions } = parts;
  // Where the region has no machine of that many GPUs, what it has is named with its own price: never that of another region.
  const variant =
    variantAsAsked(variants, asked, summary.on_sale) ??
    variantAsAsked(variants, { ...asked, gpus: [] }, summary.on_sale);
  const priced = variant ? pricedAs(summary, variant, variants, asked) : summary;
  const region = variant ? regionOf(variant, asked) : asked.isThere ? regions.find(asked.isThere) : undefined;
  const gpus = variant && asked.gpus.length > 0 ? gpusOf(variant.selected_options) : null;
  const quantity = quantityFor(asked.hours, summary, parts.attributes);
  if (!variant && region === undefined && quantity === null) return summary;
  const what = {
    ...(region !== undefined && { region }),
    ...(gpus !== null && { gpus }),
    ...(quantity !== null && { quantity }),
  };
  const options = variant && { selected_options: variant.selected_options };
  return { ...priced, offer: { ...what, ...options, text: offerText(priced, what) } };
}

function pricedAs(
  summary: ProductSummary,
  variant: Variant,
  variants: readonly Variant[],
  asked: AskedOffer,
): ProductSummary {
  const { price, sale_price, stock, selected_options } = variant;
  const { gb_hour_price: gbHour, default_options: chosen, ...rest } = summary;
  const usual = variants.find(({ is_default }) => is_default);
  const scale =
    usual && isAlike(variant, usual, asked) ? costOfGpu(variant, summary) / costOfGpu(usual, summary) : null;
  return {
    ...rest,
    price,
    sale_price,
    stock,
    ...(chosen && { default_options: chosen.length > 0 ? selected_options : [] }),
    ...(gbHour !== undefined &&
      scale !== null &&
      Number.isFinite(scale) && { gb_hour_price: Math.round(gbHour * scale * 1e6) / 1e6 }),
  };
}

/** Units of its price for which a product is rented for so many hours; null where it is not, and where that is the least anyway. */
function quantityFor(
  hours: number | null,
  { price_unit, is_rental }: ProductSummary,
  attributes: AttributeValues = {},
): number | null {
  const minutes = minutesOfUnit(price_unit);
  if (hours === null || minutes === null || !is_rental) return null;
  const quantity = Math.min(quantityMaximum, Math.ceil((hours * 60) / minutes));
  const bounds = offeredQuantity({ price_unit, attributes });
  return quantity > bounds.least_quantity && isOfferedQuantity(bounds, quantity) ? quantity : null;
}

/** ' for 8 GPUs in Norway · 24 hours: $449.76'. */
function offerText(
  product: ProductSummary,
  { region, gpus, quantity }: Pick<NonNullable<ProductSummary['offer']>, 'region' | 'gpus' | 'quantity'>,
): string {
  const unit = product.price_unit;
  return [
    gpus === undefined ? '' : ` for ${gpus} GPU${gpus === 1 ? '' : 's'}`,
    region === undefined ? '' : ` in ${region}`,
    quantity === undefined
      ? ''
      : ` · ${quantityInUnits(quantity, unit)}: ${formatCents(lineCents(effectivePrice(product), quantity))}`,
  ].join('');
}

type Priced = {
  variants: readonly Variant[];
  on_sale: boolean;
  in_stock: boolean;
  effective_micros: number;
  default_gpus: number | null;
};

/**
 * Products with the price and the stock by which they are filtered and ordered where this is asked for: those that their cards name.
 * Without those that let buyers choose a number of GPUs and are not offered so.
 */
export function comparedAsAsked<P extends Priced>(products: readonly P[], asked: AskedOffer | null): readonly P[] {
  return asked === null ? products : products.flatMap((product) => pricedFor(product, asked) ?? []);
}

function pricedFor<P extends Priced>(product: P, asked: AskedOffer): P | null {
  const { variants, on_sale } = product;
  const variant = variantAsAsked(variants, asked, on_sale);
  if (!variant) {
    const isChosen = variants.some(({ selected_options }) => gpusOf(selected_options) !== null);
    return isChosen && asked.gpus.length > 0 ? null : product;
  }
  return {
    ...product,
    effective_micros: toMicros(costOf(variant, on_sale)),
    in_stock: isInStock(variant),
    default_gpus: gpusOf(variant.selected_options) ?? product.default_gpus,
  };
}

function regionOf({ selected_options: options }: Variant, { isThere }: AskedOffer): string | undefined {
  return options.find(({ name, value }) => isRegionOption(name) && isThere?.(value))?.value;
}

function variantAsAsked(variants: readonly Variant[], asked: AskedOffer, onSale: boolean): Variant | null {
  const { isThere, gpus } = asked;
  const hasGpus = gpus.length > 0 && variants.some(({ selected_options }) => gpusOf(selected_options) !== null);
  if (!isThere && !hasGpus) return null;
  const meant = variants.filter(
    (variant) =>
      (!isThere || regionOf(variant, asked) !== undefined) &&
      (!hasGpus || gpus.includes(gpusOf(variant.selected_options) ?? Number.NaN)),
  );
  return bestOf(meant, { usual: variants.find(({ is_default }) => is_default) ?? null, asked, onSale });
}

/** The cheapest of those that are left and chosen as the default is, but for what is asked; of all that are left where none is. */
function bestOf(
  meant: readonly Variant[],
  { usual, asked, onSale }: { usual: Variant | null; asked: AskedOffer; onSale: boolean },
): Variant | null {
  const left = meant.filter(({ stock }) => stock !== 0);
  const offered = left.length > 0 ? left : meant;
  const same = usual ? offered.filter((variant) => isAlike(variant, usual, asked)) : [];
  return (same.length > 0 ? same : offered).reduce<Variant | null>(
    (best, variant) => (best && costOf(best, onSale) <= costOf(variant, onSale) ? best : variant),
    null,
  );
}

function costOf({ price, sale_price }: Variant, onSale: boolean): number {
  return onSale && sale_price !== null ? sale_price : price;
}

function costOfGpu(variant: Variant, { on_sale }: ProductSummary): number {
  return costOf(variant, on_sale) / (gpusOf(variant.selected_options) ?? 1);
}

/** True where both have the same choices of everything but the region and the number of GPUs, which are asked for. */
function isAlike(one: Variant, other: Variant, asked: AskedOffer): boolean {
  const isAsked = ({ name }: SelectedOption) => isRegionOption(name) || (asked.gpus.length > 0 && isGpuOption(name));
  const rest = ({ selected_options: options }: Variant) => options.filter((option) => !isAsked(option));
  const has = rest(other);
  return (
    rest(one).length === has.length &&
    rest(one).every(({ name, value }) => has.some((option) => option.name === name && option.value === value))
  );
}
