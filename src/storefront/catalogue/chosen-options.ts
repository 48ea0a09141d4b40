// What is chosen of a product's options: what its page's address says, and one choice after another.
import type { Product, SelectedOption } from '#contract/product.ts';
import { defaultVariant, isOffered } from '#contract/variant.ts';
import { optionText } from './options-query.ts';

type Choosable = Pick<Product, 'options' | 'variants'>;

/**
 * What an address chooses, and of a product with variants its default for the rest. What the product does not have, or not with
 * what is chosen before, is ignored.
 */
export function chosenIn(search: string, product: Choosable): SelectedOption[] {
  const text = `~${new URLSearchParams(search).getAll('options').join('~')}~`;
  const asked = product.options.flatMap(({ name, choices }) =>
    choices.map((value) => ({ name, value })).filter((option) => text.includes(`~${optionText(option)}~`)),
  );
  const wanted = [...asked, ...(defaultVariant(product)?.selected_options ?? [])];
  return wanted.reduce<SelectedOption[]>((selected, option) => {
    const isOpen = !selected.some(({ name }) => name === option.name);
    const next = withChoice(product, selected, option);
    return isOpen && isOffered(product, next) ? next : selected;
  }, []);
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
