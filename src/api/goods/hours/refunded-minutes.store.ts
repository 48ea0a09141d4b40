// Minutes that refunds of an order name, and the hours of its lines.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** By line, of refunds that have not failed. */
export async function listRefundedMinutes(db: Db, orderId: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('api.refund_line as part')
    .innerJoin('api.refund as refund', 'refund.refund_id', 'part.refund_id')
    .select(['part.line', sql<number>`sum(part.minutes)::bigint`.as('minutes')])
    .where('part.order_id', '=', orderId)
    .where('part.minutes', 'is not', null)
    .where('refund.state', '<>', 'failed')
    .groupBy('part.line')
    .execute();
  return new Map(rows.map(({ line, minutes }) => [line, minutes]));
}

/** One for each machine of the line, in one order. */
export async function listEntitlementsOfLine(db: Db, orderId: string, line: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api.entitlement')
    .select('entitlement_id')
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .orderBy('entitlement_id')
    .execute();
  return rows.map(({ entitlement_id: id }) => id);
}
