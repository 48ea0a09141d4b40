import type { Kysely, Transaction } from 'kysely';

type Waiting = { before: Array<() => Promise<void>>; last: Array<() => Promise<void>>; after: Array<() => void> };

const waiting = new WeakMap<object, Waiting>();

/**
 * Runs `work` as one transaction. What it gave to `beforeCommit` is done behind it, and behind that what it gave to `lastBeforeCommit`;
 * what it gave to `afterCommit` follows when, and only when, it is committed.
 */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const acts: Waiting = { before: [], last: [], after: [] };
  const result = await db.transaction().execute(async (transaction) => {
    waiting.set(transaction, acts);
    const worked = await work(transaction);
    // An act may add others, which are not lost.
    const next = () => acts.before.shift() ?? acts.last.shift();
    for (let act = next(); act; act = next()) await act();
    return worked;
  });
  for (const act of acts.after) act();
  return result;
}

/** True of a transaction of `inTransaction`. */
export function hasActs(transaction: object): boolean {
  return waiting.has(transaction);
}

/** For what is gathered to be written in one statement. Throws outside of `inTransaction`. */
export function beforeCommit(transaction: object, act: () => Promise<void>): void {
  actsOf(transaction, 'beforeCommit').before.push(act);
}

/** For what is to hold its locks for as short as can be. Throws outside of `inTransaction`. */
export function lastBeforeCommit(transaction: object, act: () => Promise<void>): void {
  actsOf(transaction, 'lastBeforeCommit').last.push(act);
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
