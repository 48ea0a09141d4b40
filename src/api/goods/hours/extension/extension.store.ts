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
  granted_at: Date | null;
  /** Null: nothing of it was taken back. */
  taken_minutes: number | null;
};

/** Extensions of an order whose machine is known still. */
export async function listExtensions(db: Db, orderId: string): Promise<ExtensionLine[]> {
  const { rows } = await sql<ExtensionLine>`
    select line.line, line.extends as entitlement_id, line.quantity, line.goods, "order".status, "order".resume_status,
      ${isGoingBack} as is_going_back, extension.minutes, extension.granted_at, extension.taken_minutes
    from api.order_line as line join api."order" as "order" using (order_id)
      join api.entitlement as entitlement on entitlement.entitlement_id = line.extends
      left join api.hours_extension as extension on extension.order_id = line.order_id and extension.line = line.line
    where line.order_id = ${orderId} order by line.line`.execute(db);
  return rows;
}

/** Extensions of a machine whose money has not gone back, also while somebody looks at it; without one. */
export async function listPaidExtensions(
  db: Db,
  entitlementId: string,
  { except }: { except: { orderId: string; line: number } },
): Promise<Array<{ goods: GoodsOfOne; granted_at: Date }>> {
  const { rows } = await sql<{ goods: GoodsOfOne; granted_at: Date }>`
    select line.goods, extension.granted_at
    from api.hours_extension as extension join api.order_line as line on line.order_id = extension.order_id and line.line = extension.line
      join api."order" as "order" on "order".order_id = extension.order_id
    where extension.entitlement_id = ${entitlementId} and "order".status in ('paid', 'fulfilled', 'in_review')
      and not ${isGoingBack} and (extension.order_id <> ${except.orderId} or extension.line <> ${except.line})`.execute(
    db,
  );
  return rows;
}

/** More time for these machines, in the order in which it was added: what was paid for it, and how many of its minutes are gone again. */
export async function listPaidTime(
  db: Db,
  entitlementIds: readonly string[],
): Promise<Array<{ entitlement_id: string; minutes: number; gone_minutes: number; line_cents: number }>> {
  const { rows } = await sql<{ entitlement_id: string; minutes: number; gone_minutes: number; line_cents: number }>`
    select extension.entitlement_id, extension.minutes, line.amount_cents - line.discount_cents as line_cents,
      least(extension.minutes, coalesce(taken_minutes, 0) + coalesce(lost_minutes, 0)) as gone_minutes
    from api.hours_extension as extension join api.order_line as line using (order_id, line)
    where extension.entitlement_id = any(${[...entitlementIds]}::text[])
    order by extension.granted_at, extension.order_id, extension.line`.execute(db);
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

type ExtensionId = { order_id: string; line: number };

/** Extensions of a machine whose minutes are there, as far as they were not used; the newest first. */
export async function listGranted(db: Db, entitlementId: string): Promise<Array<ExtensionId & { minutes: number }>> {
  return db
    .selectFrom('api.hours_extension')
    .select(['order_id', 'line', 'minutes'])
    .where('entitlement_id', '=', entitlementId)
    .where('taken_minutes', 'is', null)
    .where('lost_at', 'is', null)
    .orderBy('granted_at', 'desc')
    .orderBy('order_id', 'desc')
    .orderBy('line', 'desc')
    .execute();
}

/** Records how many of its minutes went with the machine; null: they are there again. */
export async function recordLost(
  transaction: Db,
  { order_id: orderId, line }: ExtensionId,
  lost: { at: Date; minutes: number } | null,
): Promise<void> {
  await transaction
    .updateTable('api.hours_extension')
    .set({ lost_at: lost?.at ?? null, lost_minutes: lost?.minutes ?? null, lost_refund_key: null })
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .execute();
}

/** Lost extensions of a machine whose share was not refunded, or whose refund has failed. */
export async function listUnrefunded(
  db: Db,
  entitlementId: string,
): Promise<Array<ExtensionId & { lost_minutes: number; taken_minutes: number | null }>> {
  const { rows } = await sql<ExtensionId & { lost_minutes: number; taken_minutes: number | null }>`
    select order_id, line, lost_minutes, taken_minutes from api.hours_extension as extension
    where entitlement_id = ${entitlementId} and lost_at is not null
      and not exists (select from api.refund as refund left join api.refund as whole on whole.refund_id = refund.part_of
        where refund.order_id = extension.order_id and refund.state <> 'failed'
          and coalesce(whole.request_key, refund.request_key) = extension.lost_refund_key)
    order by order_id, line`.execute(db);
  return rows;
}

/** Part of an extension that went with its machine. */
export type LostExtension = ExtensionId & { lost_at: Date; lost_minutes: number; minutes: number };

/** Lost extensions whose share may be refunded now, and is not yet. What somebody looks at waits. */
export async function listLostExtensions(db: Db, limit: number): Promise<LostExtension[]> {
  const { rows } = await sql<LostExtension>`
    select extension.order_id, extension.line, extension.lost_at, extension.lost_minutes, extension.minutes
    from api.hours_extension as extension join api."order" as paid using (order_id)
      join api.order_line as own on own.order_id = extension.order_id and own.line = extension.line
    where extension.lost_minutes > 0 and extension.lost_refund_key is null and extension.taken_minutes is null
      and paid.status in ('paid', 'fulfilled') and own.refunded_cents < own.amount_cents - own.discount_cents
    order by extension.lost_at, extension.order_id, extension.line limit ${limit}`.execute(db);
  return rows;
}

/** Records the request that refunds it; false where it is not lost any more, or has one. */
export async function recordLostRefund(
  transaction: Db,
  { order_id: orderId, line, lost_at: lostAt }: Pick<LostExtension, 'order_id' | 'line' | 'lost_at'>,
  requestKey: string,
): Promise<boolean> {
  const { numUpdatedRows: changed } = await transaction
    .updateTable('api.hours_extension')
    .set({ lost_refund_key: requestKey })
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .where('lost_at', '=', lostAt)
    .where('lost_refund_key', 'is', null)
    .executeTakeFirst();
  return changed > 0n;
}
