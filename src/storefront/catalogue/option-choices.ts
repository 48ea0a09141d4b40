// The choices of one option beside what is chosen of the others: which can be had, what they cost, and why not.
import { formatGroupedUnitPrice } from '#contract/money.ts';
import { effectivePrice, isInStock, type Product, type SelectedOption } from '#contract/product.ts';
import { isOffered } from '#contract/variant.ts';
import { withChoice } from './chosen-options.ts';
import { offerOf } from './variant-offer.ts';

/** `note`: its price where the prices differ, or why it cannot be had. */
export type OptionChoice = { value: string; isOffered: boolean; note: string | null };

export function choicesOf(
  product: Product,
  { name, choices }: Product['options'][number],
  selected: readonly SelectedOption[],
): OptionChoice[] {
  if (!product.variants) return choices.map((value) => ({ value, isOffered: true, note: null }));
  const looked = choices.map((value) => {
    const choice = { name, value };
    const reason = reasonAgainst(product, selected, choice);
    return { value, reason, ...offerOf(product, withChoice(product, selected, choice)) };
  });
  const prices = new Set(looked.filter(({ reason }) => !reason).map((one) => effectivePrice(one.product)));
  return looked.map(({ value, reason, product: offered, isFrom }) => {
    const price = prices.size > 1 ? `${isFrom ? 'from ' : ''}${formatGroupedUnitPrice(effectivePrice(offered))}` : null;
    return { value, isOffered: !reason, note: reason ?? (isInStock(offered) ? price : 'sold out') };
  });
}

/** Why a choice cannot be made beside the others, or null. */
function reasonAgainst(product: Product, selected: readonly SelectedOption[], choice: SelectedOption): string | null {
  if (isOffered(product, withChoice(product, selected, choice))) return null;
  if (!isOffered(product, [choice])) return 'not offered';
  const others = selected.filter(({ name }) => name !== choice.name);
  const against = others.filter((other) => !isOffered(product, [choice, other]));
  const named = (against.length > 0 ? against.slice(0, 1) : others).map(({ value }) => value);
  return `not offered with ${named.join(' and ')}`;
}
