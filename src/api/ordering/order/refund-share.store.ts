import type { Insertable, Kysely, Selectable } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
type Table = ApiTables['api.refund_share'];

export type RefundShare = Selectable<Table>;

/** Shares of lines that refunds and disputes have taken in an order, whatever became of them. */
export async function listRefundShares(db: Db, orderId: string): Promise<RefundShare[]> {
  return db.selectFrom('api.refund_share').selectAll().where('order_id', '=', orderId).orderBy('line').execute();
}

export async function insertRefundShares(db: Db, shares: Array<Insertable<Table>>): Promise<void> {
  if (shares.length > 0) await db.insertInto('api.refund_share').values(shares).execute();
}

export async function updateRefundShares(db: Db, refundId: string, state: RefundShare['state']): Promise<void> {
  await db.updateTable('api.refund_share').set({ state }).where('refund_id', '=', refundId).execute();
}

/** Amounts that a refund names by line, in cents. */
export async function listNamedParts(db: Db, refundId: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('api.refund_line')
    .select(['line', 'amount_cents'])
    .where('refund_id', '=', refundId)
    .execute();
  return new Map(rows.map(({ line, amount_cents }) => [line, amount_cents]));
}
