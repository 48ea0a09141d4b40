import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { ApiTables } from '../../../schema/schema.ts';
import type { SealedBank } from '../payout.rules.ts';

type Db = Kysely<ApiTables>;
type Table = ApiTables['api.payout_settings'];
export type StoredSettings = Selectable<Table>;

export function findSettings(db: Db, sellerId: string): Promise<StoredSettings | undefined> {
  return db.selectFrom('api.payout_settings').selectAll().where('seller_id', '=', sellerId).executeTakeFirst();
}

/** Nobody else changes them, or makes a payout of this shop, until the transaction ends. */
export function lockSettings(transaction: Transaction<ApiTables>, sellerId: string) {
  return transaction
    .selectFrom('api.payout_settings')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveSettings(transaction: Db, settings: Insertable<Table>): Promise<StoredSettings> {
  const { seller_id: _id, ...change } = settings;
  return transaction
    .insertInto('api.payout_settings')
    .values(settings)
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateSettings(transaction: Db, sellerId: string, change: Updateable<Table>): Promise<void> {
  await transaction.updateTable('api.payout_settings').set(change).where('seller_id', '=', sellerId).execute();
}

/** Shops whose schedule is due, those that have waited longest first. */
export async function listDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api.payout_settings')
    .select('seller_id')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('seller_id')
    .limit(limit)
    .execute();
  return rows.map(({ seller_id }) => seller_id);
}

export function findSettingsByConnect(db: Db, account: string): Promise<StoredSettings | undefined> {
  return db.selectFrom('api.payout_settings').selectAll().where('connect_account', '=', account).executeTakeFirst();
}

export async function listSealedSettings(db: Db): Promise<SealedBank[]> {
  const rows = await db
    .selectFrom('api.payout_settings')
    .select(['seller_id as id', 'bank'])
    .where('bank', 'is not', null)
    .execute();
  return rows as SealedBank[];
}

/** Unless it was changed since it was read. */
export async function replaceSealedSettings(db: Db, before: SealedBank, bank: Buffer): Promise<void> {
  await sql`update api.payout_settings set bank = ${bank} where seller_id = ${before.id} and bank = ${before.bank}`.execute(
    db,
  );
}
