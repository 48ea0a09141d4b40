// The choices of one option beside what is chosen of the others: which can be had, what they cost, and why not.

import {
  effectivePrice,
  isInStock,
  type Product,
  type SelectedOption,
  type Variant,
} from '#contract/catalogue/product/product.ts';
import { soldOut } from '#contract/catalogue/product/stock-text.ts';
import { variantsWith } from '#contract/catalogue/product/variant.ts';
import { formatUnitPrice } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';
import { choiceOf } from './chosen-options.ts';
import { offerAmong } from './variant-offer.ts';

/** `note`: its price where the prices differ, or why it cannot be had. */
export type OptionChoice = { value: string; isOffered: boolean; note: string | null };

export function choicesOf(
  product: Product,
  { name, choices }: Product['options'][number],
  selected: readonly SelectedOption[],
): OptionChoice[] {
  if (!product.variants) return choices.map((value) => ({ value, isOffered: true, note: null }));
  // Each variant is looked at for its own choice alone: a product may have hundreds of both.
  const having = Map.groupBy(product.variants, ({ selected_options: has }) => choiceOf(has, name));
  const others = selected.filter((option) => option.name !== name);
  const looked = choices.map((value) => {
    const variants = having.get(value) ?? [];
    const meant = variantsWith(variants, others);
    const reason = meant.length > 0 ? null : reasonAgainst(variants, others);
    return { value, reason, ...offerAmong(product, meant) };
  });
  const prices = new Set(looked.filter(({ reason }) => !reason).map((one) => effectivePrice(one.product)));
  return looked.map(({ value, reason, product: offered, isFrom }) => {
    const price = prices.size > 1 ? `${isFrom ? 'from ' : ''}${formatUnitPrice(effectivePrice(offered))}` : null;
    return { value, isOffered: !reason, note: reason ?? (isInStock(offered) ? price : soldOut) };
  });
}

/** Why a choice, which these variants have, cannot be made beside the others. */
function reasonAgainst(variants: readonly Variant[], others: readonly SelectedOption[]): string {
  if (variants.length === 0) return t('not offered');
  const against = others.find((other) => variantsWith(variants, [other]).length === 0);
  const named = (against ? [against] : others).map(({ value }) => value);
  return t('not offered with {named}', { named: named.join(' and ') });
}
