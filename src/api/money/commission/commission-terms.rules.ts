// Under which terms a line is sold: what the operator keeps of it, and how long its money waits once it is delivered. They stay with the
// line as they were when it was ordered. How much that is in cents: contract/money/commission-amount.ts.
import type { ProductType } from '#contract/catalogue/product/product.ts';
import type { FrozenCommission } from '../../schema/order.record.ts';

/** For whom a rule is; null: for all. The more exact one counts: shop and category, shop, category, all. */
type Scope = { seller_id: string | null; category: string | null; from_at: Date };

export type FeeRule = Scope & {
  rule_id: string;
  name: string;
  /** Hundredths of a percent of the line's share. */
  rate_bp: number;
  /** For each line. */
  fixed_cents: number;
  /** True if the percentage goes back with a refund. */
  returned: boolean;
};

export type HoldingRule = Scope & { rule_id: string; hours: number };

/** Terms of the operator's own products: no commission, and no payout hold. */
const ownTerms: FrozenCommission = {
  fee_rule: '',
  fee_rate_bp: 0,
  fee_fixed_cents: 0,
  fee_returned: true,
  holding_hours: 0,
};

/** `rules` are those in force now. */
export function termsOf(
  rules: { fees: readonly FeeRule[]; holdings: readonly HoldingRule[] },
  line: { seller_id: string | null; category: ProductType },
): FrozenCommission {
  if (line.seller_id === null) return ownTerms;
  const fee = mostExact(rules.fees, line);
  const holding = mostExact(rules.holdings, line);
  return {
    fee_rule: fee?.name ?? '',
    fee_rate_bp: fee?.rate_bp ?? 0,
    fee_fixed_cents: fee?.fixed_cents ?? 0,
    fee_returned: fee?.returned ?? true,
    holding_hours: holding?.hours ?? 0,
  };
}

/** Most exact rule; the later one of two as exact. */
function mostExact<Rule extends Scope>(
  rules: readonly Rule[],
  line: { seller_id: string | null; category: ProductType },
): Rule | undefined {
  const exactness = ({ seller_id, category }: Rule) => (seller_id === null ? 0 : 2) + (category === null ? 0 : 1);
  return rules
    .filter(({ seller_id }) => seller_id === null || seller_id === line.seller_id)
    .filter(({ category }) => category === null || category === line.category)
    .toSorted((a, b) => exactness(b) - exactness(a) || b.from_at.getTime() - a.from_at.getTime())[0];
}
