import type { Payout } from '#contract/money/payout.schema.ts';
import { type PayoutState, payoutStateNames } from '#contract/money/payout.ts';
import { t } from '#language/message.ts';
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
  if (stuck) return <StatusBadge state="back">{t('Coming back')}</StatusBadge>;
  return <StatusBadge state={badges[state]}>{hold ? t('On hold') : payoutStateNames[state]}</StatusBadge>;
}
