import type { Account, NewTransfer } from './transfer.rules.ts';

export type BalanceOf = (accountId: string) => number;

/** `transfers` is a function where they follow from balances; it is told those of `accounts`, after the postings before it. */
export type Posting = {
  accounts: readonly Account[];
  transfers: readonly NewTransfer[] | ((balanceOf: BalanceOf) => readonly NewTransfer[]);
};
