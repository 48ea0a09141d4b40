// How payouts are written for the staff.
import { formatAmount } from '#contract/money/amount/money.ts';
import type { StaffPayout } from '#contract/money/payout.schema.ts';
import { payoutList, statusOfPayout } from '#contract/money/payout-list.ts';
import { StatusBadge } from '#ui/status-badge.tsx';

/** The page of a payout, or its lines that are of a group. */
export function payoutPath(payoutId: string, group?: string): string {
  const path = `${payoutList.path}/${encodeURIComponent(payoutId)}`;
  return group ? `${path}?${new URLSearchParams({ group })}` : path;
}

export function PayoutBadge({ payout }: { payout: StaffPayout }) {
  const { badge, label } = payoutList.columns.state.choices[statusOfPayout(payout)];
  return <StatusBadge state={badge}>{label}</StatusBadge>;
}

/** Advice to the staff about money that Stripe does not give back. */
export function stuckText({ failure, stuck_because: because, transfer, amount }: StaffPayout): string {
  return `${failure} The money is with Stripe's account of the shop, and Stripe does not give it back: “${because}” Ask the shop to bring its balance at Stripe to ${formatAmount(amount)}, or reverse ${transfer} in Stripe's dashboard. It is tried again every hour, and is then in the balance of the shop.`;
}
