import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

/** Rows of the change table beyond this are pruned; only their number and the greatest id are ever read. */
const CHANGES_KEPT = 1_000;

/** The version that a database shows: two of the same shop that answer alike hold the same catalogue. */
export async function readVersion(db: Kysely<ApiTables>): Promise<string> {
  return versionOf(await readChanges(db));
}

/** The version, as `readVersion` says it; changes that nobody asks for any more are deleted. */
export async function readVersionAndPrune(db: Kysely<ApiTables>): Promise<string> {
  const changes = await readChanges(db);
  if (changes.count > 2 * CHANGES_KEPT) {
    await db
      .deleteFrom('api.catalogue_change')
      .where('id', '<', changes.last - CHANGES_KEPT)
      .execute();
  }
  return versionOf(changes);
}

type Changes = { last: number; count: number };

function versionOf({ last, count }: Changes): string {
  return `${last}.${count}`;
}

async function readChanges(db: Kysely<ApiTables>): Promise<Changes> {
  return db
    .selectFrom('api.catalogue_change')
    .select([sql<number>`coalesce(max(id), 0)`.as('last'), sql<number>`count(*)`.as('count')])
    .executeTakeFirstOrThrow();
}
