import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Open = {
  /** Orders that wait for their payment, and those that are paid and not delivered. */
  unpaid: number;
  undelivered: number;
  /** Things that were bought or given, and not withdrawn. */
  library: number;
};

/** Counts the unfinished items of an account. */
export async function countOpenOf(db: Kysely<ApiTables>, accountId: string): Promise<Open> {
  const { rows } = await sql<Open>`select
    (select count(*)::int from api."order" where account_id = ${accountId} and status = 'pending') as unpaid,
    (select count(*)::int from api."order" where account_id = ${accountId} and status in ('paid', 'in_review')) as undelivered,
    (select count(*)::int from api.entitlement where account_id = ${accountId} and withdrawn_at is null) as library`.execute(
    db,
  );
  return rows[0] ?? { unpaid: 0, undelivered: 0, library: 0 };
}
