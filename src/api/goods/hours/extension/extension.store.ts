// Lines of orders that are more time for a machine, and the minutes that they have added.
import { sql } from 'kysely';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import type { OrderStatus } from '#contract/ordering/order.ts';
import type { Db } from '../../../schema/db.ts';
import { isGoingBack } from '../../entitlement/going-back.sql.ts';

export type ExtensionLine = {
  line: number;
  entitlement_id: string;
  quantity: number;
  goods: GoodsOfOne;
  status: OrderStatus;
  resume_status: OrderStatus | null;
  is_going_back: boolean;
  /** Null: nothing was added yet. */
  minutes: number | null;
  /** Null: nothing of it was taken back. */
  taken_minutes: number | null;
};

/** Extensions of an order whose machine is known still. */
export async function listExtensions(db: Db, orderId: string): Promise<ExtensionLine[]> {
  const { rows } = await sql<ExtensionLine>`
    select line.line, line.extends as entitlement_id, line.quantity, line.goods, "order".status, "order".resume_status,
      ${isGoingBack} as is_going_back, extension.minutes, extension.taken_minutes
    from api.order_line as line join api."order" as "order" using (order_id)
      join api.entitlement as entitlement on entitlement.entitlement_id = line.extends
      left join api.hours_extension as extension on extension.order_id = line.order_id and extension.line = line.line
    where line.order_id = ${orderId} order by line.line`.execute(db);
  return rows;
}

export async function insertExtension(
  transaction: Db,
  extension: { order_id: string; line: number; entitlement_id: string; minutes: number; granted_at: Date },
): Promise<void> {
  await transaction.insertInto('api.hours_extension').values(extension).execute();
}

/** Records how many of its minutes went with the money; null: they are there again. */
export async function recordTaken(
  transaction: Db,
  { orderId, line }: { orderId: string; line: number },
  minutes: number | null,
): Promise<void> {
  await transaction
    .updateTable('api.hours_extension')
    .set({ taken_minutes: minutes })
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .execute();
}

export type LostExtension = { order_id: string; line: number };

/** Extensions that are paid, of machines whose own money went back or that were withdrawn: their minutes went with them. */
export async function listLostExtensions(db: Db, limit: number): Promise<LostExtension[]> {
  const { rows } = await sql<LostExtension>`
    select extension.order_id, extension.line
    from api.hours_extension as extension join api.entitlement as entitlement using (entitlement_id)
      join api.order_line as own on own.order_id = extension.order_id and own.line = extension.line
      join api."order" as paid on paid.order_id = extension.order_id
      left join api."order" as "order" on "order".order_id = entitlement.order_id
      left join api.order_line as line on line.order_id = entitlement.order_id and line.line = entitlement.line
    where extension.taken_minutes is null and paid.status in ('paid', 'fulfilled') and not own.given_back
      and own.refunded_cents < own.amount_cents - own.discount_cents
      and (entitlement.withdrawn_at is not null or "order".status = 'refunded' or line.given_back)
    order by extension.granted_at, extension.order_id, extension.line limit ${limit}`.execute(db);
  return rows;
}
