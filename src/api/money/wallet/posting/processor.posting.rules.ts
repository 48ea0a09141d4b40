// Postings at the payment provider without an order: its fees, and money between it and the operator's bank. Posted from its own list
// (reconciliation/), each by the id of its transaction there.
import type { Posting } from '#ledger/posting.rules.ts';
import type { Account, NewEntry, TransferDetails } from '#ledger/transfer.rules.ts';
import { bank, cardProcessor, platformLoss, processorFees } from './accounts.rules.ts';

/** `cents`: of what the posting is about, as the provider signs it. */
type AtProvider = { transaction_id: string; type: string; cents: number; order_id: string | null; at: Date };

export const processorFeeKey = (transactionId: string) => `processor_fee ${transactionId}`;
export const providerPayoutKey = (transactionId: string) => `provider_payout ${transactionId}`;
export const providerTopUpKey = (transactionId: string) => `provider_top_up ${transactionId}`;

/** The provider has kept `cents`; below zero it gives them back. More than was ever posted as kept counts against losses. */
export function processorFee(given: AtProvider): Posting {
  const { cents } = given;
  return {
    accounts: [cardProcessor, processorFees, platformLoss],
    transfers: (balanceOf) => {
      const kept = cents > 0 ? cents : -Math.min(-cents, -balanceOf(processorFees.account_id));
      return [
        transferOf(processorFeeKey(given.transaction_id), 'processor_fee', given, [
          [processorFees, -kept],
          [platformLoss, kept - cents],
          [cardProcessor, cents],
        ]),
      ];
    },
  };
}

/** The provider has paid the operator, below zero; above it that has come back. */
export function providerPayout(given: AtProvider): Posting {
  return betweenBankAndProvider(providerPayoutKey(given.transaction_id), 'provider_payout', given);
}

/** The operator has paid money in to the provider, above zero; below it that was taken back. */
export function providerTopUp(given: AtProvider): Posting {
  return betweenBankAndProvider(providerTopUpKey(given.transaction_id), 'provider_top_up', given);
}

function betweenBankAndProvider(key: string, kind: string, given: AtProvider): Posting {
  const accounts = [cardProcessor, bank];
  const sides: Array<[Account, number]> = [
    [cardProcessor, -given.cents],
    [bank, given.cents],
  ];
  return { accounts, transfers: [transferOf(key, kind, given, sides)] };
}

function transferOf(key: string, kind: string, given: AtProvider, sides: ReadonlyArray<[Account, number]>) {
  const { transaction_id: transaction, type, order_id: about, at } = given;
  const details: TransferDetails = { transaction, type, ...(about !== null && { order: about }) };
  const entries: NewEntry[] = sides.map(([{ account_id }, amount]) => ({
    account_id,
    amount,
    ...(about !== null && { about }),
  }));
  return { key, kind, at, details, entries };
}
