import { type QueryExecutorProvider, sql } from 'kysely';
import type { Account, NewTransfer } from './transfer.rules.ts';

/**
 * Opens what is not there yet, and locks all of the accounts until the transaction ends. Answers their balances. Who locks several locks them in one call
 * (docs/decisions/0039-the-ledger.md).
 */
export async function lockAccounts(
  transaction: QueryExecutorProvider,
  accounts: readonly Account[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ account_id: string; balance: number }>`
    select account_id, balance from ledger.lock_accounts(${JSON.stringify(accounts)}::jsonb)`.execute(transaction);
  return new Map(rows.map(({ account_id, balance }) => [account_id, Number(balance)]));
}

/** Answers the keys of those that were written: one whose key is known is left out. */
export async function insertTransfers(
  transaction: QueryExecutorProvider,
  accounts: readonly Account[],
  transfers: readonly NewTransfer[],
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from ledger.post(${JSON.stringify(accounts)}::jsonb, ${JSON.stringify(transfers)}::jsonb) as key`.execute(
    transaction,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Without a lock; an account that is not there yet is left out. */
export async function readBalances(
  db: QueryExecutorProvider,
  accountIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ account_id: string; balance: number }>`
    select account_id, balance from ledger.account where account_id = any(${accountIds})`.execute(db);
  return new Map(rows.map(({ account_id, balance }) => [account_id, Number(balance)]));
}
