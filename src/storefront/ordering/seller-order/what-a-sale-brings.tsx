import type { ProductType } from '#contract/catalogue/product/product.ts';
import { formatCents } from '#contract/money/amount/money.ts';
import type { CommissionTerms } from '#contract/money/commission.schema.ts';
import { holdingText, namedCommissionText } from '#contract/money/commission.ts';
import { commissionOf } from '#contract/money/commission-amount.ts';
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
      ? 'It is yours once it is delivered.'
      : `It is yours ${holdingText(holding_hours)} after it is delivered.`;
  if (!fee) return `There is no fee: you get all of the price. ${when}`;
  const rule = `${namedCommissionText(fee.name, fee)} of each line`;
  if (price === null || price <= 0) return `Fee: ${rule}. ${when}`;
  const cents = Math.round(price * 100);
  const taken = commissionOf(cents, {
    rate_bp: Math.round(fee.percent * 100),
    fixed_cents: Math.round(fee.fixed * 100),
  });
  return `You get ${formatCents(cents - taken)} of ${formatCents(cents)}: fee ${formatCents(taken)} (${rule}). ${when}`;
}
