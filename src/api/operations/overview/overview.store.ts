import { type Kysely, sql } from 'kysely';
import { attentionMost } from '#contract/operations/attention.ts';
import { type SellerState, sellerStates } from '#contract/selling/seller.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Counted = { count: number; more: boolean };

/** How many sellers there are in each state, and orders that wait for their payment: at most so many as are counted, each in its index. */
export async function readStatus(
  db: Kysely<ApiTables>,
): Promise<{ sellers: Record<SellerState, Counted>; orders_waiting: Counted }> {
  const most = attentionMost + 1;
  const counts = sellerStates.map(
    (state) =>
      sql`(select ${state}::text as name, count(*)::int as count from (select from api.seller where state = ${state} limit ${most}) as found)`,
  );
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}
    union all (select 'orders', count(*)::int from (select from api."order" where status = 'pending' limit ${most}) as found)`.execute(
    db,
  );
  const of = (name: string) => bounded(rows.find((row) => row.name === name)?.count ?? 0);
  return {
    sellers: Object.fromEntries(sellerStates.map((state) => [state, of(state)])) as Record<SellerState, Counted>,
    orders_waiting: of('orders'),
  };
}

/** Caps a number that was counted up to one more than is shown. */
export function bounded(count: number): Counted {
  return { count: Math.min(count, attentionMost), more: count > attentionMost };
}
