// The searches of all accounts, as the job that tells of new matches goes through them.
import { type Insertable, type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import type { Seen } from './saved-search.rules.ts';

type Db = Kysely<ApiTables>;

/** An account is looked at once in so many seconds at most. */
const REST_SECONDS = 25;

const dayIsOver = sql<boolean>`(watch.mailed_at is null or watch.mailed_at <= now() - interval '1 day')`;

export type Watch = { account_id: string; turn: number };

/**
 * Takes the account whose turn it is: not compared with this version of the catalogue yet, or with new matches and the right to an email
 * again. Whoever has waited longest comes first. What somebody else is at is left out.
 */
export async function takeWatch(db: Db, version: string): Promise<Watch | undefined> {
  const { rows } = await sql<Watch>`
    update api.search_watch as taken set looked_at = clock_timestamp(), turn = turn + 1
    where account_id = (
      select watch.account_id from api.search_watch as watch
      where (watch.looked_at is null or watch.looked_at <= clock_timestamp() - make_interval(secs => ${REST_SECONDS}))
        and (watch.version is distinct from ${version}
          or ${dayIsOver} and exists (select from api.saved_search as search
            where search.account_id = watch.account_id and search.alerts and search.new_ids <> '{}'))
      order by watch.looked_at nulls first, watch.account_id limit 1 for update skip locked)
    returning account_id, turn`.execute(db);
  return rows[0];
}

/** Addresses of the searches of an account that have alerts; those that were looked at last come last. */
export async function listWatched(db: Db, accountId: string) {
  return db
    .selectFrom('api.saved_search')
    .select(['search_id', 'address'])
    .where('account_id', '=', accountId)
    .where('alerts', '=', sql<boolean>`true`)
    .orderBy(sql`looked_at nulls first`)
    .orderBy('search_id')
    .execute();
}

/** The row of the account until the transaction ends; undefined where a later turn or a change of its owner has come between. */
export async function lockWatch(transaction: Db, { account_id, turn }: Watch) {
  return transaction
    .selectFrom('api.search_watch as watch')
    .select(['watch.user_id'])
    .select(dayIsOver.as('may_mail'))
    .where('watch.account_id', '=', account_id)
    .where('watch.turn', '=', turn)
    .forUpdate()
    .executeTakeFirst();
}

/** Searches with alerts of the account, locked until the transaction ends, in the order in which emails name them. */
export async function lockSearches(transaction: Db, accountId: string) {
  const rows = await transaction
    .selectFrom('api.saved_search')
    .select(['search_id', 'name', 'address', 'looked_at', 'too_many', 'known_ids', 'new_ids'])
    .where('account_id', '=', accountId)
    .where('alerts', '=', sql<boolean>`true`)
    .orderBy('saved_at', 'desc')
    .orderBy('search_id')
    .forUpdate()
    .execute();
  return rows.map(({ looked_at, too_many, known_ids, new_ids, ...search }) => ({
    ...search,
    seen: { isFirst: looked_at === null, tooMany: too_many, known: known_ids, fresh: new_ids } satisfies Seen,
  }));
}

/** Notes when searches were looked at; a first look that concluded nothing is still to come. */
export async function noteLooked(transaction: Db, searchIds: readonly string[]): Promise<void> {
  await transaction
    .updateTable('api.saved_search')
    .set({ looked_at: sql<Date>`now()` })
    .where('looked_at', 'is not', null)
    .where(sql<boolean>`search_id = any (${[...searchIds]}::uuid[])`)
    .execute();
}

export async function saveSeen(transaction: Db, searchId: string, seen: Seen): Promise<void> {
  await transaction
    .updateTable('api.saved_search')
    .set({
      looked_at: sql<Date>`now()`,
      too_many: seen.tooMany,
      known_ids: sql<string[]>`${[...seen.known]}::text[]`,
      new_ids: sql<string[]>`${[...seen.fresh]}::text[]`,
    })
    .where('search_id', '=', searchId)
    .execute();
}

/**
 * `version`: what all searches of the account were compared with, null where that could not be said of all. One that has no alerts is not
 * looked at again until it asks for some.
 */
export async function endTurn(
  transaction: Db,
  accountId: string,
  { version, isMailed, hasAlerts }: { version: string | null; isMailed: boolean; hasAlerts: boolean },
): Promise<void> {
  await transaction
    .updateTable('api.search_watch')
    .set({
      version,
      ...(isMailed && { mailed_at: sql<Date>`now()` }),
      ...(!hasAlerts && { looked_at: sql<Date>`'infinity'` }),
    })
    .where('account_id', '=', accountId)
    .execute();
}

/** Those of the products that visitors see. */
export async function findVisible(db: Db, productIds: readonly string[]): Promise<Set<string>> {
  if (productIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('api.listed_product')
    .select('product_id')
    .where(sql<boolean>`product_id = any (${[...productIds]}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.product_id));
}

export async function insertSearchAlertLink(
  transaction: Db,
  link: Insertable<ApiTables['api.search_alert_link']>,
): Promise<void> {
  await transaction
    .insertInto('api.search_alert_link')
    .values({ ...link, search_ids: sql<string[]>`${link.search_ids}::uuid[]` })
    .execute();
}
