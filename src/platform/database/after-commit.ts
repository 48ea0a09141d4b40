import type { Kysely, Transaction } from 'kysely';

type Waiting = { before: Array<() => Promise<void>>; after: Array<() => void> };

const waiting = new WeakMap<object, Waiting>();

/**
 * Runs `work` as one transaction. What it gave to `beforeCommit` is done last in it; what it gave to `afterCommit` follows when, and only
 * when, it is committed.
 */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const acts: Waiting = { before: [], after: [] };
  const result = await db.transaction().execute(async (transaction) => {
    waiting.set(transaction, acts);
    const worked = await work(transaction);
    for (const act of acts.before) await act();
    return worked;
  });
  for (const act of acts.after) act();
  return result;
}

/** For what is to hold its locks for as short as can be. Throws outside of `inTransaction`. */
export function beforeCommit(transaction: object, act: () => Promise<void>): void {
  actsOf(transaction, 'beforeCommit').before.push(act);
}

/** For what cannot be taken back, such as counting. Throws outside of `inTransaction`. */
export function afterCommit(transaction: object, act: () => void): void {
  actsOf(transaction, 'afterCommit').after.push(act);
}

function actsOf(transaction: object, asked: string): Waiting {
  const acts = waiting.get(transaction);
  if (!acts) throw new Error(`${asked} is for transactions of inTransaction`);
  return acts;
}
