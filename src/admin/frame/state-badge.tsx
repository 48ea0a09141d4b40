import type { SellerState } from '#contract/selling/seller.ts';
import { sellerStateChoices } from '#contract/selling/seller-list.ts';
import { StatusBadge } from '#ui/status-badge.tsx';

/** State of a seller as a badge. */
export function StateBadge({ state }: { state: SellerState }) {
  const { label, badge } = sellerStateChoices[state];
  return <StatusBadge state={badge}>{label}</StatusBadge>;
}
