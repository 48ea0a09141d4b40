import type { Kysely, Transaction } from 'kysely';

const waiting = new WeakMap<object, Array<() => void>>();

/** Runs `work` as one transaction. What it gave to `afterCommit` follows when, and only when, that is committed. */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const after: Array<() => void> = [];
  const result = await db.transaction().execute((transaction) => {
    waiting.set(transaction, after);
    return work(transaction);
  });
  for (const act of after) act();
  return result;
}

/** For what cannot be taken back, such as counting. Throws outside of `inTransaction`. */
export function afterCommit(transaction: object, act: () => void): void {
  const after = waiting.get(transaction);
  if (!after) throw new Error('afterCommit is for transactions of inTransaction');
  after.push(act);
}
