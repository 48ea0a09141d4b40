import { type Kysely, sql } from 'kysely';
import { missesMaximum, missesShown } from '#contract/catalogue/search-vocabulary/search-vocabulary.ts';
import type { ApiTables } from '../../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** Counts searches by query; of more queries than are kept the least searched go, and of those the oldest. */
export async function addMisses(
  db: Db,
  searches: ReadonlyMap<string, number>,
  { at, most = missesMaximum }: { at: Date; most?: number },
): Promise<void> {
  const queries = [...searches.keys()].sort();
  await sql`insert into api.search_miss as miss (query, searches, first_at, last_at)
    select query, searches, ${at}::timestamptz, ${at}::timestamptz
    from unnest(${queries}::text[], ${queries.map((query) => searches.get(query) ?? 1)}::int[]) as counted (query, searches)
    on conflict (query) do update set searches = least(miss.searches + excluded.searches, 1000000000),
      last_at = greatest(miss.last_at, excluded.last_at)`.execute(db);
  await sql`delete from api.search_miss where query in (select query from api.search_miss order by searches, last_at
    limit greatest(0, (select count(*) from api.search_miss) - ${most}::bigint))`.execute(db);
}

export function listMisses(db: Db) {
  return db
    .selectFrom('api.search_miss')
    .selectAll()
    .orderBy('searches', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('query')
    .limit(missesShown)
    .execute();
}

export async function countMisses(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('api.search_miss')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** False where there is none of this query. */
export async function deleteMiss(db: Db, query: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('api.search_miss').where('query', '=', query).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Those that nobody has searched since. */
export async function deleteMissesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('api.search_miss').where('last_at', '<', before).execute();
}
