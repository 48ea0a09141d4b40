import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** The account that saves, and where its emails go. */
export type Saver = { userId: string; email: string };

const columns = ['search_id', 'name', 'address', 'saved_at', 'alerts', 'looked_at', 'too_many'] as const;
const fitting = sql<number>`cardinality(known_ids) + cardinality(new_ids)`.as('fitting');

export type SavedSearchRow = Awaited<ReturnType<typeof listSearches>>[number];

/** Searches of the account, or one of them, newest first. */
export async function listSearches(db: Db, accountId: string, searchId?: string) {
  return db
    .selectFrom('api.saved_search')
    .select([...columns, fitting])
    .where('account_id', '=', accountId)
    .$if(searchId !== undefined, (query) => query.where('search_id', '=', searchId as string))
    .orderBy('saved_at', 'desc')
    .orderBy('search_id')
    .execute();
}

/** Nobody else changes what the account has saved until the transaction ends. Answers how many searches that are. */
export async function lockSearcher(transaction: Db, accountId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`searcher ${accountId}`}, 0))`.execute(transaction);
  const { count } = await transaction
    .selectFrom('api.saved_search')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findByAddress(db: Db, accountId: string, address: string): Promise<string | null> {
  const row = await db
    .selectFrom('api.saved_search')
    .select('search_id')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .executeTakeFirst();
  return row?.search_id ?? null;
}

export async function insertSearch(
  transaction: Db,
  saver: Saver,
  search: { name: string; address: string; alerts: boolean; saved_at?: string | undefined },
): Promise<string> {
  const { search_id } = await transaction
    .insertInto('api.saved_search')
    .values({
      account_id: saver.userId,
      user_id: saver.email,
      name: search.name,
      address: search.address,
      alerts: search.alerts,
      // Nothing was saved in the future.
      ...(search.saved_at !== undefined && { saved_at: sql<Date>`least(now(), ${search.saved_at}::timestamptz)` }),
    })
    .returning('search_id')
    .executeTakeFirstOrThrow();
  return search_id;
}

export async function renameSearch(transaction: Db, saver: Saver, searchId: string, name: string): Promise<void> {
  await transaction
    .updateTable('api.saved_search')
    .set({ name, user_id: saver.email })
    .where('account_id', '=', saver.userId)
    .where('search_id', '=', searchId)
    .execute();
}

const forgotten = { looked_at: null, too_many: false, known_ids: sql<string[]>`'{}'`, new_ids: sql<string[]>`'{}'` };

/** Asks for the alerts of a search, or for none; what was seen before is forgotten. */
export async function setAlerts(transaction: Db, saver: Saver, searchId: string, alerts: boolean): Promise<void> {
  await transaction
    .updateTable('api.saved_search')
    .set({ alerts, user_id: saver.email, ...forgotten })
    .where('account_id', '=', saver.userId)
    .where('search_id', '=', searchId)
    .where('alerts', '<>', alerts)
    .execute();
}

export async function deleteSearch(db: Db, accountId: string, searchId: string): Promise<void> {
  await db
    .deleteFrom('api.saved_search')
    .where('account_id', '=', accountId)
    .where('search_id', '=', searchId)
    .execute();
}

/**
 * A change of what the account asks for: a look under way counts no more, and the next one compares all of its searches. Locks the row, and
 * goes before any lock on a search.
 */
export async function noteAsked(transaction: Db, saver: Saver): Promise<void> {
  await transaction
    .insertInto('api.search_watch')
    .values({ account_id: saver.userId, user_id: saver.email })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({
        turn: sql<number>`search_watch.turn + 1`,
        version: null,
        user_id: saver.email,
        // Left alone while it had no alerts.
        looked_at: sql<Date | null>`nullif(search_watch.looked_at, 'infinity')`,
      }),
    )
    .execute();
}

/** Ends the alerts of one search of the account, or of all. Answers of how many there were some. */
export async function endSearchAlerts(db: Db, accountId: string, searchId: string | null): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('api.search_watch')
      .set({ turn: sql<number>`turn + 1`, version: null })
      .where('account_id', '=', accountId)
      .execute();
    const ended = await transaction
      .updateTable('api.saved_search')
      .set({ alerts: false, ...forgotten })
      .where('account_id', '=', accountId)
      .where('alerts', '=', sql<boolean>`true`)
      .$if(searchId !== null, (query) => query.where('search_id', '=', searchId as string))
      .returning('search_id')
      .execute();
    return ended.length;
  });
}

/** For accounts that have ended: nobody of theirs reads an email about it. */
export async function endSearchAlertsOfAccounts(db: Db, accountIds: readonly string[]): Promise<void> {
  for (const accountId of accountIds) await endSearchAlerts(db, accountId, null);
}

export async function findSearchAlertLink(db: Db, endToken: string) {
  return db
    .selectFrom('api.search_alert_link')
    .select(['account_id', 'search_ids'])
    .where('end_token', '=', endToken)
    .executeTakeFirst();
}

/** Searches of a link that are still saved, and how many others of its account have alerts. */
export async function readLinkedSearches(
  db: Db,
  { account_id, search_ids }: { account_id: string; search_ids: string[] },
) {
  const rows = await db
    .selectFrom('api.saved_search')
    .select(['search_id', 'name', 'address', 'alerts'])
    .select(sql<boolean>`search_id = any (${search_ids}::uuid[])`.as('is_linked'))
    .where('account_id', '=', account_id)
    .orderBy('saved_at', 'desc')
    .orderBy('search_id')
    .execute();
  return {
    searches: rows.flatMap(({ is_linked, ...search }) => (is_linked ? [search] : [])),
    others: rows.filter(({ is_linked, alerts }) => !is_linked && alerts).length,
  };
}
