import { type Insertable, type Kysely, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { SellerHoursFilter } from '#contract/goods/access/hours.ts';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
type Table = ApiTables['api.machine_session'];
export type StoredSession = Selectable<Table>;

export function findSession(db: Db, sessionId: string): Promise<StoredSession | undefined> {
  return db.selectFrom('api.machine_session').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
}

export function findSessionByKey(db: Db, entitlementId: string, key: string): Promise<StoredSession | undefined> {
  return db
    .selectFrom('api.machine_session')
    .selectAll()
    .where('entitlement_id', '=', entitlementId)
    .where('request_key', '=', key)
    .executeTakeFirst();
}

/** The one that is on, or was last, of each entitlement. */
export async function listNewestSessions(db: Db, entitlementIds: readonly string[]): Promise<StoredSession[]> {
  if (entitlementIds.length === 0) return [];
  return db
    .selectFrom('api.machine_session')
    .selectAll()
    .distinctOn('entitlement_id')
    .where('entitlement_id', 'in', [...entitlementIds])
    .orderBy('entitlement_id')
    .orderBy('requested_at', 'desc')
    .orderBy('session_id')
    .execute();
}

/** Those that are starting or running, the oldest first. */
export async function listLiveSessions(db: Db, entitlementIds: readonly string[]): Promise<StoredSession[]> {
  if (entitlementIds.length === 0) return [];
  return db
    .selectFrom('api.machine_session')
    .selectAll()
    .where('entitlement_id', 'in', [...entitlementIds])
    .where('state', 'in', ['starting', 'running'])
    .orderBy('requested_at')
    .orderBy('session_id')
    .execute();
}

export async function insertSession(transaction: Db, session: Insertable<Table>): Promise<void> {
  await transaction.insertInto('api.machine_session').values(session).execute();
}

export function updateSession(transaction: Db, sessionId: string, change: Updateable<Table>): Promise<StoredSession> {
  return transaction
    .updateTable('api.machine_session')
    .set(change)
    .where('session_id', '=', sessionId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A shop says something of a machine: those of before, which it was to switch off, are off. */
export async function recordOff(transaction: Db, entitlementId: string): Promise<void> {
  await transaction
    .updateTable('api.machine_session')
    .set({ state: 'stopped', shop_to_tell: null })
    .where('entitlement_id', '=', entitlementId)
    .where('state', '=', 'stopping')
    .execute();
}

/** Running sessions whose counted minutes are over, by their ids, from behind one on. */
export async function listDueSessions(
  db: Db,
  now: Date,
  { behind, limit }: { behind: string; limit: number },
): Promise<Array<{ session_id: string; entitlement_id: string }>> {
  const { rows } = await sql<{ session_id: string; entitlement_id: string }>`
    select session_id, entitlement_id from api.machine_session
    where state = 'running' and session_id > ${behind} and started_at + counted * interval '1 minute' <= ${now}
    order by session_id limit ${limit}`.execute(db);
  return rows;
}

/** Those of whose owners something is to be told, with its order. */
export async function listBuyerNotices(
  db: Db,
  limit: number,
): Promise<Array<{ session_id: string; order_id: string | null }>> {
  return db
    .selectFrom('api.machine_session as session')
    .innerJoin('api.entitlement as entitlement', 'entitlement.entitlement_id', 'session.entitlement_id')
    .select(['session.session_id', 'entitlement.order_id'])
    .where('session.to_tell', 'is not', null)
    .orderBy('session.session_id')
    .limit(limit)
    .execute();
}

/** Takes what is to be told: nobody else tells it. */
export async function takeBuyerNotice(
  transaction: Db,
  sessionId: string,
): Promise<{ session: StoredSession; what: NonNullable<StoredSession['to_tell']> } | null> {
  const session = await transaction
    .selectFrom('api.machine_session')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('to_tell', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!session?.to_tell) return null;
  await updateSession(transaction, sessionId, { to_tell: null });
  return { session, what: session.to_tell };
}

/** Those of whose buyers' wishes their shop is to be told; of one purchase not more often than once in a while. */
export async function listShopNotices(
  db: Db,
  { notifiedBefore, limit }: { notifiedBefore: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`
    select distinct on (entitlement_id) session_id from api.machine_session as session
    where shop_to_tell is not null and not exists (
      select from api.machine_session as told
      where told.entitlement_id = session.entitlement_id and told.shop_told_at > ${notifiedBefore})
    order by entitlement_id, requested_at desc limit ${limit}`.execute(db);
  return rows.map(({ session_id }) => session_id);
}

/** Takes what a shop is to be told: nobody else tells it. Null where it is not so any more. */
export async function takeShopNotice(
  transaction: Db,
  sessionId: string,
  at: Date,
): Promise<{ session: StoredSession; what: NonNullable<StoredSession['shop_to_tell']> } | null> {
  const session = await transaction
    .selectFrom('api.machine_session')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('shop_to_tell', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!session?.shop_to_tell) return null;
  await updateSession(transaction, sessionId, { shop_told_at: at });
  // With the newest of a purchase everything is told.
  await transaction
    .updateTable('api.machine_session')
    .set({ shop_to_tell: null })
    .where('entitlement_id', '=', session.entitlement_id)
    .where('shop_to_tell', 'is not', null)
    .execute();
  return { session, what: session.shop_to_tell };
}

/** Hours that these shops ('' for the operator) have sold, newest first. */
export async function listSoldHours(
  db: Db,
  sellerIds: readonly string[],
  { state, after, limit }: { state: SellerHoursFilter | null; after: ListCursor | null; limit: number },
): Promise<Array<{ entitlement_id: string; micros: string }>> {
  const live = (states: string) => sql<SqlBool>`exists (select from api.machine_session as session
    where session.entitlement_id = entitlement.entitlement_id and ${sql.raw(states)})`;
  const [first, ...others] = sellerIds;
  // As the index has it, which gives those of one in their order.
  const soldBy = sql`coalesce(entitlement.seller_id, '')`;
  const isTheirs =
    others.length === 0 ? sql<SqlBool>`${soldBy} = ${first}` : sql<SqlBool>`${soldBy} = any(${sellerIds})`;
  return db
    .selectFrom('api.hours_balance as balance')
    .innerJoin('api.entitlement as entitlement', 'entitlement.entitlement_id', 'balance.entitlement_id')
    .select('entitlement.entitlement_id')
    .select(microsOf('entitlement.granted_at').as('micros'))
    .where(isTheirs)
    .where(sql<SqlBool>`entitlement.goods ? 'hours'`)
    .$if(state === 'running', (query) => query.where(live(`session.state = 'running'`)))
    .$if(state === 'requests', (query) =>
      query.where(live(`session.by = 'hand' and session.state in ('starting', 'stopping')`)),
    )
    .$if(after !== null, (query) =>
      query.where(
        olderThan(after as ListCursor, { moment: 'entitlement.granted_at', id: 'entitlement.entitlement_id' }),
      ),
    )
    .orderBy('entitlement.granted_at', 'desc')
    .orderBy('entitlement.entitlement_id')
    .limit(limit)
    .execute();
}

type Sealed = { session_id: string; sealed: Uint8Array };

export async function listSealed(db: Db, column: 'fields' | 'report'): Promise<Sealed[]> {
  const { rows } = await sql<Sealed>`select session_id, ${sql.ref(column)} as sealed
    from api.machine_session where ${sql.ref(column)} is not null`.execute(db);
  return rows;
}

export async function replaceSealed(
  db: Db,
  column: 'fields' | 'report',
  before: Sealed,
  sealed: Uint8Array,
): Promise<void> {
  await db
    .updateTable('api.machine_session')
    .set({ [column]: sealed })
    .where('session_id', '=', before.session_id)
    .where(column, '=', before.sealed)
    .execute();
}
