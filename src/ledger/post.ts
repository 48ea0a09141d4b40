// Postings of a transaction are written at its end, all in one statement: an account that many write to, such as the card processor's,
// is locked for the commit alone, and no lock is taken after those of accounts, so that nobody waits for each other.
import type { QueryExecutorProvider } from 'kysely';
import { lastBeforeCommit } from '#platform/database/after-commit.ts';
import type { BalanceOf, Posting } from './posting.rules.ts';
import { insertTransfers, lockAccounts, readBalances } from './posting.store.ts';
import { type Account, checkedTransfer, type NewTransfer } from './transfer.rules.ts';

const waiting = new WeakMap<object, Posting[]>();

/** Writes the posting with the transaction (of `inTransaction`), or not at all. */
export function post(transaction: QueryExecutorProvider, posting: Posting): void {
  const before = waiting.get(transaction);
  if (before) {
    before.push(posting);
    return;
  }
  const postings = [posting];
  waiting.set(transaction, postings);
  lastBeforeCommit(transaction, () => write(transaction, postings));
}

/**
 * Transfers that the transaction is to write at its end, as far as known by now, at the balances of this moment. The call writes
 * nothing and locks no account.
 */
export async function transfersToCome(transaction: QueryExecutorProvider): Promise<NewTransfer[]> {
  const postings = waiting.get(transaction) ?? [];
  const accounts = accountsOf(postings).map(({ account_id: id }) => id);
  const balances = await readBalances(transaction, accounts);
  return transfersOf(postings, new Map(accounts.map((id) => [id, balances.get(id) ?? 0])));
}

async function write(transaction: QueryExecutorProvider, postings: readonly Posting[]): Promise<void> {
  const accounts = accountsOf(postings);
  const follows = postings.some(({ transfers }) => typeof transfers === 'function');
  const balances = follows ? await lockAccounts(transaction, accounts) : new Map<string, number>();
  const all = transfersOf(postings, balances);
  if (all.length > 0) await insertTransfers(transaction, accounts, all);
}

function accountsOf(postings: readonly Posting[]): Account[] {
  return [
    ...new Map(postings.flatMap(({ accounts }) => accounts.map((account) => [account.account_id, account]))).values(),
  ];
}

/** One posting after the other, each at the balances after those before it. */
function transfersOf(postings: readonly Posting[], balances: Map<string, number>): NewTransfer[] {
  const balanceOf: BalanceOf = (id) => {
    const balance = balances.get(id);
    if (balance === undefined)
      throw new Error(`The balance of ${id} is not known: it is none of the posting's accounts.`);
    return balance;
  };
  const all: NewTransfer[] = [];
  for (const { transfers } of postings) {
    const given = typeof transfers === 'function' ? transfers(balanceOf) : transfers;
    for (const transfer of given.flatMap((one) => checkedTransfer(one) ?? [])) {
      all.push(transfer);
      for (const { account_id: id, amount } of transfer.entries) balances.set(id, (balances.get(id) ?? 0) + amount);
    }
  }
  return all;
}
