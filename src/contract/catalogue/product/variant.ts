// A product's variants: the combinations of its options that are sold, each with a price and a stock of its own. Pure questions
// that the page, the cart and the checkout answer alike.
import type { Product, SelectedOption, Variant } from './product.ts';

type Choosable = Pick<Product, 'options' | 'variants'>;

/** The same choices have the same key, in whatever order they come. */
export function variantKey(selected: readonly SelectedOption[]): string {
  const pairs = selected.map(({ name, value }) => [name, value]);
  return JSON.stringify(pairs.sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** The choices of a key, as people read them: 'Region: Oregon, GPUs: 8'. */
export function variantKeyText(key: string): string {
  const pairs = JSON.parse(key) as Array<[string, string]>;
  return selectedOptionsText(pairs.map(([name, value]) => ({ name, value })));
}

/**
 * Key that makes two lines of a cart or an order the same: the product, what is chosen of it, and how many machines at once where
 * these are several.
 */
export function lineKey(line: {
  product_id: string;
  selected_options?: readonly SelectedOption[] | undefined;
  machines?: number | undefined;
}): string {
  const { machines = 1 } = line;
  return line.product_id + variantKey(line.selected_options ?? []) + (machines > 1 ? machines : '');
}

/** The variant of these very choices, or null. */
export function findVariant(
  { variants = [] }: Pick<Product, 'variants'>,
  selected: readonly SelectedOption[],
): Variant | null {
  const key = variantKey(selected);
  return variants.find((variant) => variantKey(variant.selected_options) === key) ?? null;
}

/** Variant that is in the cart where nothing was chosen; null where something has to be. */
export function defaultVariant({ variants = [] }: Pick<Product, 'variants'>): Variant | null {
  return variants.find((variant) => variant.is_default) ?? null;
}

/** The options that still have to be chosen, in the order of the page. Only variants have to be: other choices are wishes. */
export function missingOptions({ options, variants = [] }: Choosable, selected: readonly SelectedOption[]): string[] {
  if (variants.length === 0) return [];
  return options.map(({ name }) => name).filter((name) => !selected.some((chosen) => chosen.name === name));
}

/** The variants that have all of these choices. */
export function variantsWith(variants: readonly Variant[], selected: readonly SelectedOption[]): Variant[] {
  return variants.filter(({ selected_options: has }) =>
    selected.every(({ name, value }) => has.some((option) => option.name === name && option.value === value)),
  );
}

/** True where what is chosen can become a combination that is sold. */
export function isOffered({ variants = [] }: Pick<Product, 'variants'>, selected: readonly SelectedOption[]): boolean {
  return variants.length === 0 || variantsWith(variants, selected).length > 0;
}

/** How many there are in all; null as soon as one is not counted. */
export function stockOfVariants(variants: readonly Pick<Variant, 'stock'>[]): number | null {
  return variants.reduce<number | null>((sum, { stock }) => (sum === null || stock === null ? null : sum + stock), 0);
}

/** A product's name with what is chosen of it: 'H100 (Region: Oregon, GPUs: 8)'. */
export function nameWithOptions(name: string, selected: readonly SelectedOption[]): string {
  return selected.length > 0 ? `${name} (${selectedOptionsText(selected)})` : name;
}

/** 'Region: Oregon, GPUs: 8'. */
export function selectedOptionsText(selected: readonly SelectedOption[]): string {
  return selected.map(({ name, value }) => `${name}: ${value}`).join(', ');
}
