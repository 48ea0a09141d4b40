import type { ProductType } from '#contract/catalogue/product/product.ts';
import { formatCents } from '#contract/money/amount/money.ts';
import type { CommissionTerms } from '#contract/money/commission.schema.ts';
import { holdingText, namedCommissionText } from '#contract/money/commission.ts';
import { commissionOf } from '#contract/money/commission-amount.ts';
import { t } from '#language/message.ts';
import { useCommissionTerms } from './sales.ts';

type WhatASaleBringsProps = {
  sellerId: string;
  category: ProductType;
  /** In dollars, of one; null while there is none. */
  price: number | null;
};

/** Shop's part of a price, and when it comes: said where the price is set. */
export function WhatASaleBrings({ sellerId, category, price }: WhatASaleBringsProps) {
  const { value: terms } = useCommissionTerms(sellerId, category);
  // Nobody needs it to set a price: where it cannot be asked, nothing is said.
  if (!terms) return null;
  return (
    <p data-part="brings" className="text-sm text-ink-2">
      {whatASaleBrings(terms, price)}
    </p>
  );
}

export function whatASaleBrings({ fee, holding_hours }: CommissionTerms, price: number | null): string {
  const when =
    holding_hours === 0
      ? t('It is yours once it is delivered.')
      : t('It is yours {holding_hours} after it is delivered.', { holding_hours: holdingText(holding_hours) });
  if (!fee) return t('There is no fee: you get all of the price. {when}', { when });
  const rule = t('{name} of each line', { name: namedCommissionText(fee.name, fee) });
  if (price === null || price <= 0) return t('Fee: {rule}. {when}', { rule, when });
  const cents = Math.round(price * 100);
  const taken = commissionOf(cents, {
    rate_bp: Math.round(fee.percent * 100),
    fixed_cents: Math.round(fee.fixed * 100),
  });
  return t('You get {value} of {cents}: fee {taken} ({rule}). {when}', {
    value: formatCents(cents - taken),
    cents: formatCents(cents),
    taken: formatCents(taken),
    rule,
    when,
  });
}
