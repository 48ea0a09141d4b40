import type { Kysely, Transaction } from 'kysely';

/** Runs `work` as a part of the transaction that `db` is, or else as one of its own. */
export function joinTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db as Transaction<Tables>) : db.transaction().execute(work);
}
