// Offer of a product in a region that a list or a search asks for: what it costs there, and how many are left.
import {
  isInStock,
  type ProductSummary,
  type SelectedOption,
  type Variant,
} from '#contract/catalogue/product/product.ts';
import { isRegionOption } from '#contract/catalogue/product/product-stock.ts';
import { gpusOf } from '#contract/goods/access/machine.ts';
import { toMicros } from '#contract/money/amount/money.ts';

/** True of texts that name a region which is asked for. */
type RegionTest = (text: string) => boolean;

/**
 * The summary with the price and the stock of the cheapest variant in one of these regions that is left, chosen otherwise as the default
 * is. What has no prices by region names the region alone.
 */
export function offeredInRegion(
  summary: ProductSummary,
  { variants, regions, isWanted }: { variants: readonly Variant[]; regions: readonly string[]; isWanted: RegionTest },
): ProductSummary {
  const variant = variantInRegion(variants, isWanted, summary.on_sale);
  if (!variant) {
    const name = regions.find(isWanted);
    return name === undefined ? summary : { ...summary, in_region: { name } };
  }
  const { price, sale_price, stock, selected_options } = variant;
  const { gb_hour_price: gbHour, default_options: chosen, ...rest } = summary;
  const usual = variants.find(({ is_default }) => is_default);
  const scale =
    usual && isAlike(variant, usual) ? costOf(variant, summary.on_sale) / costOf(usual, summary.on_sale) : null;
  return {
    ...rest,
    price,
    sale_price,
    stock,
    ...(chosen && { default_options: chosen.length > 0 ? selected_options : [] }),
    ...(gbHour !== undefined &&
      scale !== null &&
      Number.isFinite(scale) && { gb_hour_price: Math.round(gbHour * scale * 1e6) / 1e6 }),
    in_region: { name: regionOf(variant, isWanted) ?? '', selected_options },
  };
}

type Priced = {
  variants: readonly Variant[];
  on_sale: boolean;
  in_stock: boolean;
  effective_micros: number;
  default_gpus: number | null;
};

/** The product with the price and the stock by which it is filtered and ordered in one of these regions: those that its card names. */
export function pricedInRegion<P extends Priced>(product: P, isWanted: RegionTest): P {
  const { variants, on_sale } = product;
  const variant = variantInRegion(variants, isWanted, on_sale);
  if (!variant) return product;
  return {
    ...product,
    effective_micros: toMicros(costOf(variant, on_sale)),
    in_stock: isInStock(variant),
    default_gpus: gpusOf(variant.selected_options) ?? product.default_gpus,
  };
}

function regionOf({ selected_options: options }: Variant, isWanted: RegionTest): string | undefined {
  return options.find(({ name, value }) => isRegionOption(name) && isWanted(value))?.value;
}

function variantInRegion(variants: readonly Variant[], isWanted: RegionTest, onSale: boolean) {
  const meant = variants.filter((variant) => regionOf(variant, isWanted) !== undefined);
  return bestOf(meant, variants.find(({ is_default }) => is_default) ?? null, onSale);
}

/** The cheapest of those that are left and chosen as the default is, but for the region; of all that are left where none is. */
function bestOf(meant: readonly Variant[], usual: Variant | null, onSale: boolean): Variant | null {
  const left = meant.filter(({ stock }) => stock !== 0);
  const offered = left.length > 0 ? left : meant;
  const alike = usual ? offered.filter((variant) => isAlike(variant, usual)) : [];
  return (alike.length > 0 ? alike : offered).reduce<Variant | null>(
    (best, variant) => (best && costOf(best, onSale) <= costOf(variant, onSale) ? best : variant),
    null,
  );
}

function costOf({ price, sale_price }: Variant, onSale: boolean): number {
  return onSale && sale_price !== null ? sale_price : price;
}

/** True where both have the same choices of everything but the region. */
function isAlike(one: Variant, other: Variant): boolean {
  const rest = ({ selected_options: options }: Variant): SelectedOption[] =>
    options.filter(({ name }) => !isRegionOption(name));
  const has = rest(other);
  return (
    rest(one).length === has.length &&
    rest(one).every(({ name, value }) => has.some((option) => option.name === name && option.value === value))
  );
}
