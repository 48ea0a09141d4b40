// How far the provider's list was read, and what was read.
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { ReconciliationTable } from '../../schema/money.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { ProviderTransaction } from './provider-transaction.rules.ts';

type Db = Kysely<ApiTables>;
export type StoredReconciliation = Selectable<ReconciliationTable>;

/** Locks the reconciliation: one process alone stores or judges transactions. */
export async function lockReconciliation(transaction: Transaction<ApiTables>): Promise<StoredReconciliation> {
  await transaction
    .insertInto('api.reconciliation')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return transaction.selectFrom('api.reconciliation').selectAll().forUpdate().executeTakeFirstOrThrow();
}

export async function findReconciliation(db: Db): Promise<StoredReconciliation | null> {
  return (await db.selectFrom('api.reconciliation').selectAll().executeTakeFirst()) ?? null;
}

export async function updateReconciliation(db: Db, change: Updateable<ReconciliationTable>): Promise<void> {
  await db.updateTable('api.reconciliation').set(change).execute();
}

/** Answers those that were not known. */
export async function insertTransactions(
  db: Db,
  transactions: readonly ProviderTransaction[],
  fetchedAt: Date,
): Promise<Set<string>> {
  if (transactions.length === 0) return new Set();
  const rows: Insertable<ApiTables['api.provider_transaction']>[] = transactions.map((one) => ({
    ...one,
    fetched_at: fetchedAt,
    difference_cents: one.amount_cents,
  }));
  const inserted = await db
    .insertInto('api.provider_transaction')
    .values(rows)
    .onConflict((conflict) => conflict.column('transaction_id').doNothing())
    .returning('transaction_id')
    .execute();
  return new Set(inserted.map(({ transaction_id }) => transaction_id));
}

/** The order of each of these payments. */
export async function ordersOfPayments(db: Db, payments: readonly string[]): Promise<Map<string, string>> {
  if (payments.length === 0) return new Map();
  const rows = await db
    .selectFrom('api.order')
    .select(['payment_intent', 'order_id'])
    .where('payment_intent', '=', sql<string>`any(${payments})`)
    .execute();
  return new Map(rows.map(({ payment_intent, order_id }) => [payment_intent ?? '', order_id]));
}

/** Payments of which something was fetched since a time, and matches nothing; the newest first. */
export async function listUnmatchedPayments(db: Db, since: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api.provider_transaction')
    .select('payment_intent')
    .select(({ fn }) => fn.max('created_at').as('newest'))
    .where(sql<boolean>`state in ('different', 'unmatched')`)
    .where('payment_intent', 'is not', null)
    .where('fetched_at', '>=', since)
    .groupBy('payment_intent')
    .orderBy('newest', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ payment_intent }) => payment_intent ?? []);
}
