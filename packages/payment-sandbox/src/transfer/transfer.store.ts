import { type Insertable, sql, type Updateable } from 'kysely';
import { type NumberedPage, newestFirst } from '#platform';
import type {
  Db,
  Filter,
  TimeRange,
  Transfer,
  TransferReversal,
  TransferReversalTable,
  TransferTable,
} from '../schema.ts';

export async function addTransfer(db: Db, transfer: Insertable<TransferTable>): Promise<Transfer> {
  return db.insertInto('payments.transfer').values(transfer).returningAll().executeTakeFirstOrThrow();
}

export async function findTransfer(db: Db, id: string): Promise<Transfer | null> {
  const transfer = await db.selectFrom('payments.transfer').selectAll().where('id', '=', id).executeTakeFirst();
  return transfer ?? null;
}

/** Nobody else changes or reverses it until the transaction ends. */
export async function lockTransfer(transaction: Db, id: string): Promise<Transfer | null> {
  const transfer = await transaction
    .selectFrom('payments.transfer')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return transfer ?? null;
}

export async function updateTransfer(
  transaction: Db,
  id: string,
  changes: Updateable<TransferTable>,
): Promise<Transfer> {
  return transaction
    .updateTable('payments.transfer')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Newest first. */
export async function listTransfers(
  db: Db,
  { created, ...filter }: Filter<Transfer, 'destination' | 'transfer_group'> & { created?: TimeRange | undefined },
  page: NumberedPage,
): Promise<Transfer[]> {
  const transfers = db
    .selectFrom('payments.transfer')
    .selectAll()
    .where((row) => row.and(filter))
    .$if(created?.from !== undefined, (query) => query.where('created_at', '>=', created?.from ?? new Date(0)))
    .$if(created?.before !== undefined, (query) => query.where('created_at', '<', created?.before ?? new Date(0)));
  return newestFirst(transfers, page).execute();
}

/** Amount that was transferred out of a charge and not reversed. */
export async function transferredFrom(db: Db, charge: string): Promise<number> {
  const { total } = await db
    .selectFrom('payments.transfer')
    .select(sql<number>`coalesce(sum(amount - amount_reversed), 0)::bigint`.as('total'))
    .where('source_transaction', '=', charge)
    .executeTakeFirstOrThrow();
  return total;
}

export async function addReversal(db: Db, reversal: Insertable<TransferReversalTable>): Promise<TransferReversal> {
  return db.insertInto('payments.transfer_reversal').values(reversal).returningAll().executeTakeFirstOrThrow();
}

export async function findReversal(db: Db, transfer: string, id: string): Promise<TransferReversal | null> {
  const reversal = await db
    .selectFrom('payments.transfer_reversal')
    .selectAll()
    .where('transfer', '=', transfer)
    .where('id', '=', id)
    .executeTakeFirst();
  return reversal ?? null;
}

export async function findReversalById(db: Db, id: string): Promise<TransferReversal | null> {
  const reversal = await db
    .selectFrom('payments.transfer_reversal')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return reversal ?? null;
}

/** Newest first. */
export async function listReversals(db: Db, transfer: string, page: NumberedPage): Promise<TransferReversal[]> {
  const reversals = db.selectFrom('payments.transfer_reversal').selectAll().where('transfer', '=', transfer);
  return newestFirst(reversals, page).execute();
}

export async function updateReversal(db: Db, id: string, metadata: string): Promise<TransferReversal> {
  return db
    .updateTable('payments.transfer_reversal')
    .set({ metadata })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
