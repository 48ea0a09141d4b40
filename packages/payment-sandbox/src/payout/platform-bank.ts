import { testBank, testRouting } from '../pages/test-accounts.ts';
import type { PayoutBankAccount } from '../schema.ts';

/** Where the platform's own money goes. */
export const platformBank: PayoutBankAccount = {
  id: 'ba_platform',
  bank_name: testBank,
  last4: '6789',
  routing_number: testRouting,
  country: 'US',
  ends: 'paid',
  failure_code: null,
};
