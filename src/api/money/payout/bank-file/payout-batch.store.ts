import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import type { ListCursor } from '../../../http/list-cursor.rules.ts';
import type { ApiTables } from '../../../schema/schema.ts';

type Db = Kysely<ApiTables>;
type Table = ApiTables['api.payout_batch'];
type StoredBatch = Selectable<Table>;
type ListedBatch = StoredBatch & {
  payouts: number;
  open: number;
  failed: number;
  amount_cents: number;
  micros: string;
};

export async function insertBatch(transaction: Db, batch: Insertable<Table>, payoutIds: string[]): Promise<void> {
  await transaction.insertInto('api.payout_batch').values(batch).execute();
  await transaction
    .updateTable('api.payout')
    .set({ batch_id: batch.batch_id })
    .where('payout_id', 'in', payoutIds)
    .execute();
}

/** Its payouts are pending again, in no file. */
export async function deleteBatch(transaction: Db, batchId: string): Promise<void> {
  await transaction.updateTable('api.payout').set({ batch_id: null }).where('batch_id', '=', batchId).execute();
  await transaction.deleteFrom('api.payout_batch').where('batch_id', '=', batchId).execute();
}

export function lockBatch(transaction: Transaction<ApiTables>, batchId: string): Promise<StoredBatch | undefined> {
  return transaction
    .selectFrom('api.payout_batch')
    .selectAll()
    .where('batch_id', '=', batchId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function findBatch(db: Db, batchId: string): Promise<StoredBatch | undefined> {
  return db.selectFrom('api.payout_batch').selectAll().where('batch_id', '=', batchId).executeTakeFirst();
}

export async function recordBatchSent(transaction: Db, batchId: string, at: Date, by: string): Promise<void> {
  await transaction
    .updateTable('api.payout_batch')
    .set({ sent_at: at, sent_by: by })
    .where('batch_id', '=', batchId)
    .execute();
}

/** The ids of its payouts, in the order of its files. */
export async function listBatchPayouts(db: Db, batchId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('api.payout')
    .select('payout_id')
    .where('batch_id', '=', batchId)
    .orderBy('payout_id')
    .execute();
  return rows.map(({ payout_id }) => payout_id);
}

/** Newest first. */
export function listBatches(
  db: Db,
  { batchId, after, limit }: { batchId?: string; after: ListCursor | null; limit: number },
): Promise<ListedBatch[]> {
  return db
    .selectFrom('api.payout_batch as batch')
    .innerJoin('api.payout as payout', 'payout.batch_id', 'batch.batch_id')
    .selectAll('batch')
    .select([
      sql<number>`count(*)::int`.as('payouts'),
      sql<number>`count(*) filter (where payout.state in ('pending', 'sent'))::int`.as('open'),
      sql<number>`count(*) filter (where payout.state in ('failed', 'returned'))::int`.as('failed'),
      sql<number>`sum(payout.amount_cents)::bigint`.as('amount_cents'),
      microsOf('batch.made_at').as('micros'),
    ])
    .$if(batchId !== undefined, (query) => query.where('batch.batch_id', '=', batchId ?? ''))
    .$if(after !== null, (query) =>
      query.where(olderThan(after as ListCursor, { moment: 'batch.made_at', id: 'batch.batch_id' })),
    )
    .groupBy('batch.batch_id')
    .orderBy('batch.made_at', 'desc')
    .orderBy('batch.batch_id')
    .limit(limit)
    .execute();
}
