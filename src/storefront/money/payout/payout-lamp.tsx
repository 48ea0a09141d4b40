import type { Payout } from '#contract/money/payout.schema.ts';
import { type PayoutState, payoutStateNames } from '#contract/money/payout.ts';
import { Lamp, type LampState } from '#ui/lamp.tsx';

const lamps: Record<PayoutState, LampState> = {
  pending: 'wait',
  sent: 'wait',
  paid: 'on',
  failed: 'bad',
  returned: 'bad',
};

export function PayoutLamp({ payout }: { payout: Pick<Payout, 'state' | 'hold' | 'stuck_since'> }) {
  const { state, hold, stuck_since: stuck } = payout;
  if (stuck) return <Lamp state="back">Coming back</Lamp>;
  return <Lamp state={lamps[state]}>{hold ? 'On hold' : payoutStateNames[state]}</Lamp>;
}
