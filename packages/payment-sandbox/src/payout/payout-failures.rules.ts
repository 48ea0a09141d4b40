// Why a bank sends a payout back, in the provider's own codes and words.
export const payoutFailures = {
  account_closed: 'The bank account has been closed.',
  account_frozen: 'The bank account has been frozen.',
  bank_account_restricted:
    'The bank account has restrictions on either the type, or the number, of payouts allowed. This normally indicates that the bank account is a savings or other non-checking account.',
  could_not_process: 'The bank could not process this payout.',
  debit_not_authorized: 'Debit transactions are not approved on your bank account.',
  declined: 'The bank has declined this payout. Please contact the bank before retrying.',
  incorrect_account_holder_name: 'Your bank notified us that the bank account holder name on file is incorrect.',
  insufficient_funds: 'Your Stripe account has insufficient funds to cover the payout.',
  invalid_account_number: 'The routing number seems correct, but the account number is invalid.',
  invalid_currency:
    'The bank was unable to process this payout because of its currency. This is probably because the bank account cannot accept payments in that currency.',
  no_account:
    'The bank account details on file are probably incorrect. No bank account could be located with those details.',
} as const;

export type PayoutFailure = keyof typeof payoutFailures;

export const payoutFailureCodes = Object.keys(payoutFailures) as PayoutFailure[];

export function isPayoutFailure(code: string): code is PayoutFailure {
  return code in payoutFailures;
}
