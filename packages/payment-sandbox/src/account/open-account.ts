import { notFound } from '../protocol/endpoint-v2.ts';
import { ProviderError } from '../protocol/errors.ts';
import type { Account, Db } from '../schema.ts';
import { lockAccount } from './account.store.ts';

/** An account that the transaction may change, locked. */
export async function openAccount(transaction: Db, id: string): Promise<Account> {
  const account = await lockAccount(transaction, id);
  if (!account) throw notFound('account', id);
  if (account.closed_at) throw new ProviderError('state_forbids', `The account ${id} is closed.`);
  return account;
}
