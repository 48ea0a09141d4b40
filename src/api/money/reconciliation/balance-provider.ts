// The provider's own book of its balance, as the reconciliation reads it: the stripe SDK behind two verbs.
import Stripe from 'stripe';
import {
  type ProviderBalance,
  type ProviderTransaction,
  readProviderBalance,
  readTransaction,
  UnreadableTransaction,
} from './provider-transaction.rules.ts';
import { ledgerCurrency } from './reconciliation.rules.ts';

export type TransactionPage = { transactions: ProviderTransaction[]; hasMore: boolean };

export type BalanceProvider = {
  /** Newest first, at most 100: those made since `from` (null: all), after the transaction `after` of the page before. */
  listTransactions(given: { from: Date | null; after: string | null }): Promise<TransactionPage>;
  readBalance(): Promise<ProviderBalance>;
};

const PAGE = 100;

export function createBalanceProvider(stripe: Stripe): BalanceProvider {
  return {
    async listTransactions({ from, after }) {
      const { data, has_more: hasMore } = await stripe.balanceTransactions.list({
        limit: PAGE,
        expand: ['data.source'],
        ...(from && { created: { gte: Math.floor(from.getTime() / 1_000) } }),
        ...(after !== null && { starting_after: after }),
      });
      return { transactions: data.map(readTransaction), hasMore };
    },

    async readBalance() {
      return readProviderBalance(await stripe.balance.retrieve(), ledgerCurrency);
    },
  };
}

/** Fault at the provider, in words; null where the fault is not there. */
export function providerFault(error: unknown): string | null {
  if (error instanceof UnreadableTransaction) return error.message;
  return error instanceof Stripe.errors.StripeError ? `The payment provider says: ${error.message}` : null;
}

/** The provider knows the transaction no longer after which a page was to begin. */
export function isLostPlace(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'starting_after';
}
