import type { Kysely } from 'kysely';
import type { ApiTables } from '../../../schema/schema.ts';

/** Finds the seller of a statement. */
export async function findStatementSeller(
  db: Kysely<ApiTables>,
  sellerId: string,
): Promise<{ seller_id: string; name: string | null; address: string | null; country: string | null } | null> {
  const row = await db
    .selectFrom('api.seller')
    .select(['seller_id', 'name', 'address', 'country'])
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
  return row ?? null;
}
