import { testBank, testRouting } from '../pages/test-accounts.ts';
import type { PayoutBankAccount, PayoutEnds } from '../schema.ts';
import type { PayoutFailure } from './payout-failures.rules.ts';

type TestBankAccount = { number: string; does: string; ends: PayoutEnds; failure_code: PayoutFailure | null };

/** The provider's own, but for the last. No other number is ever accepted, so that nobody types a real one in vain. */
export const payoutTestAccounts: TestBankAccount[] = [
  { number: '000123456789', does: 'Takes payouts', ends: 'paid', failure_code: null },
  { number: '000111111116', does: 'Cannot be found', ends: 'failed', failure_code: 'no_account' },
  { number: '000111111113', does: 'Is closed', ends: 'failed', failure_code: 'account_closed' },
  { number: '000222222227', does: 'Payouts lack funds', ends: 'failed', failure_code: 'insufficient_funds' },
  { number: '000333333335', does: 'Is not authorised', ends: 'failed', failure_code: 'debit_not_authorized' },
  { number: '000444444440', does: 'Has another currency', ends: 'failed', failure_code: 'invalid_currency' },
  {
    number: '000555555559',
    does: 'Takes payouts and sends them back',
    ends: 'paid_then_failed',
    failure_code: 'declined',
  },
];

export function findPayoutAccount(digits: string): Omit<PayoutBankAccount, 'id'> | null {
  const found = payoutTestAccounts.find(({ number }) => number === digits);
  if (!found) return null;
  const { number, ends, failure_code } = found;
  return {
    bank_name: testBank,
    last4: number.slice(-4),
    routing_number: testRouting,
    country: 'US',
    ends,
    failure_code,
  };
}
