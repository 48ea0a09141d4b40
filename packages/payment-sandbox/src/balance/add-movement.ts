import { newId } from '../protocol/new-id.ts';
import type { BalanceTransaction, Db } from '../schema.ts';
import { insertMovement, type Movement } from './balance.store.ts';

/** Something moves on a balance. It has a new id unless what it comes of has had to name it before. */
export function addMovement(db: Db, movement: Omit<Movement, 'id'> & { id?: string }): Promise<BalanceTransaction> {
  return insertMovement(db, { id: newId('txn'), ...movement });
}
