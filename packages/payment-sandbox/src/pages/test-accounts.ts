import type { DeclineName } from '../paying/declines.ts';

/** Account whose debit succeeds, stays pending until a test helper ends it, or is declined by the bank. */
type TestAccount = { number: string; does: string; ends: 'paid' | 'never' | DeclineName };

/** The provider's own test bank. */
export const testRouting = '110000000';
export const testBank = 'STRIPE TEST BANK';

/** The provider's own test accounts. No other number is ever accepted, so that nobody types a real one in vain. */
export const testAccounts: TestAccount[] = [
  { number: '000123456789', does: 'Pays, some time later', ends: 'paid' },
  { number: '000222222227', does: 'Has insufficient funds', ends: 'lacks funds in the account' },
  { number: '000111111113', does: 'Is closed', ends: 'account is closed' },
  { number: '000111111116', does: 'Cannot be found', ends: 'has no such account' },
  { number: '000000000009', does: 'Stays on its way', ends: 'never' },
];

export function findTestAccount(digits: string): TestAccount | null {
  return testAccounts.find(({ number }) => number === digits) ?? null;
}
