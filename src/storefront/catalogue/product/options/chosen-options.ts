// Chosen options of a product: those in its page's address, and one choice after another.
import type { Product, SelectedOption } from '#contract/catalogue/product/product.ts';
import { defaultVariant, variantsWith } from '#contract/catalogue/product/variant.ts';
import { optionText } from './options-query.ts';

type Choosable = Pick<Product, 'options' | 'variants'>;

/**
 * Options that an address chooses, and a variant product's default for the rest. Options that the product does not have, or not with
 * what is chosen before, are ignored.
 */
export function chosenIn(search: string, product: Choosable): SelectedOption[] {
  const text = `~${new URLSearchParams(search).getAll('options').join('~')}~`;
  const asked = product.options.flatMap(({ name, choices }) =>
    choices.map((value) => ({ name, value })).filter((option) => text.includes(`~${optionText(option)}~`)),
  );
  let selected: SelectedOption[] = [];
  let left = product.variants;
  for (const option of [...asked, ...(defaultVariant(product)?.selected_options ?? [])]) {
    if (selected.some(({ name }) => name === option.name)) continue;
    const narrowed = left && variantsWith(left, [option]);
    if (narrowed?.length === 0) continue;
    selected = withChoice(product, selected, option);
    left = narrowed;
  }
  return selected;
}

/** In the order of the options, whatever was chosen first. */
export function withChoice(
  { options }: Choosable,
  selected: readonly SelectedOption[],
  choice: SelectedOption,
): SelectedOption[] {
  const all = [choice, ...selected];
  return options.flatMap((option) => all.find(({ name }) => name === option.name) ?? []);
}

/** Choice of one option. */
export function choiceOf(selected: readonly SelectedOption[], name: string): string | undefined {
  return selected.find((option) => option.name === name)?.value;
}
