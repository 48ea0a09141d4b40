import type { Payout } from '#contract/money/payout.schema.ts';
import { type PayoutState, payoutStateNames } from '#contract/money/payout.ts';
import { type BadgeState, StatusBadge } from '#ui/status-badge.tsx';

const badges: Record<PayoutState, BadgeState> = {
  pending: 'wait',
  sent: 'wait',
  paid: 'on',
  failed: 'bad',
  returned: 'bad',
};

export function PayoutBadge({ payout }: { payout: Pick<Payout, 'state' | 'hold' | 'stuck_since'> }) {
  const { state, hold, stuck_since: stuck } = payout;
  if (stuck) return <StatusBadge state="back">Coming back</StatusBadge>;
  return <StatusBadge state={badges[state]}>{hold ? 'On hold' : payoutStateNames[state]}</StatusBadge>;
}
