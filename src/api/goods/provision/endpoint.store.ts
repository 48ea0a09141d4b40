// Endpoints of shops. '' is the operator's own.
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
type Table = ApiTables['api.provision_endpoint'];
export type StoredEndpoint = Selectable<Table>;

export function findEndpoint(db: Db, sellerId: string): Promise<StoredEndpoint | undefined> {
  return db.selectFrom('api.provision_endpoint').selectAll().where('seller_id', '=', sellerId).executeTakeFirst();
}

/** Answers null where the shop has one already. */
export async function insertEndpoint(transaction: Db, endpoint: Insertable<Table>): Promise<StoredEndpoint | null> {
  const made = await transaction
    .insertInto('api.provision_endpoint')
    .values(endpoint)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return made ?? null;
}

export function updateEndpoint(
  transaction: Db,
  sellerId: string,
  change: Updateable<Table>,
): Promise<StoredEndpoint | undefined> {
  return transaction
    .updateTable('api.provision_endpoint')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('seller_id', '=', sellerId)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteEndpoint(transaction: Db, sellerId: string): Promise<boolean> {
  const gone = await transaction
    .deleteFrom('api.provision_endpoint')
    .where('seller_id', '=', sellerId)
    .returning('seller_id')
    .executeTakeFirst();
  return gone !== undefined;
}

export async function recordTaken(db: Db, sellerId: string): Promise<void> {
  await sql`update api.provision_endpoint set last_success_at = now(), failing_since = null, failures = 0, paused_until = null,
      last_failure = null where seller_id = ${sellerId}`.execute(db);
}

/** Answers how many calls in a row have failed. */
export async function recordNotTaken(db: Db, sellerId: string, failure: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update api.provision_endpoint set failing_since = coalesce(failing_since, now()), failures = failures + 1,
      last_failure = ${failure} where seller_id = ${sellerId} returning failures`.execute(db);
  return rows[0]?.failures ?? 0;
}

export async function pauseEndpoint(db: Db, sellerId: string, seconds: number): Promise<void> {
  await sql`update api.provision_endpoint set paused_until = now() + make_interval(secs => ${seconds})
    where seller_id = ${sellerId}`.execute(db);
}

type SealedSecrets = Pick<StoredEndpoint, 'seller_id' | 'secret' | 'previous_secret'>;

export function listSealedEndpoints(db: Db): Promise<SealedSecrets[]> {
  return db.selectFrom('api.provision_endpoint').select(['seller_id', 'secret', 'previous_secret']).execute();
}

/** Unless somebody has rotated it since it was read. */
export async function replaceSealedEndpoint(
  db: Db,
  before: SealedSecrets,
  now: Omit<SealedSecrets, 'seller_id'>,
): Promise<void> {
  await db
    .updateTable('api.provision_endpoint')
    .set(now)
    .where('seller_id', '=', before.seller_id)
    .where('secret', '=', before.secret)
    .execute();
}
