import { expect, test } from 'vitest';
import { sellerStates } from '#contract/selling/seller.ts';
import { nextState, type SellerStep, stateSentence } from './seller-state.rules.ts';

const leads = (step: SellerStep) =>
  Object.fromEntries(
    sellerStates.flatMap((state) => (nextState(state, step) ? [[state, nextState(state, step)]] : [])),
  );

test('[S-01] every step there is, from where it can be taken and where it leads', () => {
  expect(leads('submit')).toEqual({ draft: 'submitted', returned: 'submitted' });
  expect(leads('withdraw')).toEqual({ submitted: 'draft' });
  expect(leads('approve')).toEqual({ submitted: 'approved' });
  expect(leads('return')).toEqual({ submitted: 'returned' });
  expect(leads('suspend')).toEqual({ approved: 'suspended', closing: 'suspended' });
  expect(leads('reinstate')).toEqual({ suspended: 'approved' });
  expect(leads('close')).toEqual({ approved: 'closing', suspended: 'closing' });
  expect(leads('reopen')).toEqual({ closing: 'approved' });
  expect(leads('reopenSuspended')).toEqual({ closing: 'suspended' });
  expect(leads('finish')).toEqual({ closing: 'closed' });
});

test('what has closed stays closed, and every state says what it is', () => {
  const steps: SellerStep[] = ['submit', 'withdraw', 'approve', 'return', 'suspend', 'reinstate', 'close', 'reopen'];
  for (const step of steps) expect(nextState('closed', step)).toBeNull();
  expect(new Set(sellerStates.map(stateSentence)).size).toBe(sellerStates.length);
});
