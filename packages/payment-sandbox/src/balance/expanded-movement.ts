import type { Db } from '../schema.ts';
import { findMovement } from './balance.store.ts';
import { balanceTransactionObject } from './balance-transaction.object.ts';

/** Object that names its transaction on the balance of an account, with that transaction itself. */
export async function expandedMovement(
  db: Db,
  object: object,
  account: string | null,
  now: Date,
  property = 'balance_transaction',
): Promise<object> {
  const id = (object as Record<string, unknown>)[property];
  const movement = typeof id === 'string' ? await findMovement(db, id, account) : null;
  return movement ? { ...object, [property]: balanceTransactionObject(movement, now) } : object;
}
