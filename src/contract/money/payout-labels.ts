// The lines of a payout in words: on the pages of its shop and of the staff, and in its statement. Free of the validator.
import { formatAmount } from './amount/money.ts';
import type { PayoutLine } from './payout.schema.ts';
import type { PayoutGroup } from './payout.ts';

const kindNames: Record<string, string> = {
  release: 'Sale',
  refund: 'Refund',
  fee_returned: 'Fee returned',
  refund_failed: 'Refund that failed',
  dispute: 'Disputed payment',
  dispute_won: 'Dispute won',
  netting: 'Taken for what was owed',
  payout_failed: 'Payout that failed',
  payout_returned: 'Payout that came back',
  by_hand: 'Moved by the marketplace',
};

export function lineName({ kind }: Pick<PayoutLine, 'kind'>): string {
  return kindNames[kind] ?? kind.replaceAll('_', ' ');
}

/** A sale is called as its product; everything else says what it is first. */
export function lineTitle(line: Pick<PayoutLine, 'kind' | 'name'>): string {
  if (line.kind === 'release') return line.name ?? lineName(line);
  return line.name ? `${lineName(line)}, ${line.name}` : lineName(line);
}

/** Part of a line that belongs to the group, in dollars. */
export function partOfGroup({ price, fee, tax, amount }: PayoutLine, group: PayoutGroup | null): number {
  if (group === null) return amount;
  if (group === 'fees') return fee ?? 0;
  return (group === 'taxes' ? tax : price) ?? 0;
}

/** '8 % and $0.30, rule Everybody'. */
export function commissionText({ fee_rate_bp: rate, fee_fixed: fixed, fee_rule: rule, tax }: PayoutLine): string {
  const parts = [rate ? `${rate / 100} %` : '', fixed ? formatAmount(fixed) : ''].filter(Boolean).join(' and ');
  // Many rules are named after their rate.
  const named = rule?.includes(parts) ? [rule] : [parts, rule ? `rule ${rule}` : ''];
  return [...named, tax ? `tax ${formatAmount(tax)}` : ''].filter(Boolean).join(', ');
}
