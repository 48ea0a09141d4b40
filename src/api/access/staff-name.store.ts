import type { Kysely } from 'kysely';
import type { ApiTables } from '../schema/schema.ts';

/** The names of these accounts; those that are not known are missing. */
export async function namesOf(db: Kysely<ApiTables>, accountIds: readonly string[]): Promise<Map<string, string>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('api.user')
    .select(['account_id', 'username'])
    .where('account_id', 'in', [...new Set(accountIds)])
    .execute();
  return new Map(rows.flatMap((row) => (row.account_id ? [[row.account_id, row.username] as const] : [])));
}
