// Disputes of both kinds as they are read: those of lines, and those of card payments. What a shop is told of an order is its own lines.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import type { CardDisputeRow, DisputeRow } from './to-dispute.rules.ts';

type Db = Kysely<ApiTables>;

/** Whose list, and whether of what is open alone. `seller`: its id; 'staff': all. */
export type Wanted = {
  of: { buyer: string } | { seller: string } | 'staff';
  open: boolean;
  offset: number;
  limit: number;
};

export async function findDispute(db: Db, disputeId: string): Promise<DisputeRow | null> {
  const { rows } = await sql<DisputeRow>`${disputes} where dispute.dispute_id = ${disputeId}`.execute(db);
  return rows[0] ?? null;
}

/** Lists disputes: those to be answered or decided first, then closed ones, newest first. */
export async function listDisputes(db: Db, { of, open, offset, limit }: Wanted): Promise<DisputeRow[]> {
  const whose =
    of === 'staff'
      ? sql`true`
      : 'buyer' in of
        ? sql`dispute.account_id = ${of.buyer}`
        : sql`(dispute.seller_id = ${of.seller} or (dispute.kind = 'card' and exists (select from api.order_line as own
            where own.order_id = dispute.order_id and own.seller_id = ${of.seller})))`;
  const { rows } = await sql<DisputeRow>`${disputes}
    where ${whose} and (${!open} or dispute.ended_at is null)
    order by dispute.ended_at is not null, dispute.answered_at is not null,
      coalesce(dispute.answer_until, dispute.evidence_until) nulls last,
      dispute.opened_at desc, dispute.dispute_id
    offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

/** Bank requests about an order, oldest first. */
export async function listCardDisputes(db: Db, orderId: string): Promise<CardDisputeRow[]> {
  return db
    .selectFrom('api.dispute')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('dispute_id')
    .execute();
}

const disputes = sql`
  select dispute.*, "order".user_id, product.product_name, seller.name as seller_name, seller.address as seller_address,
    (select username from api."user" as account where account.account_id = dispute.account_id limit 1) as username,
    (select array_agg(distinct coalesce(line.seller_id, '')) from api.order_line as line
      where line.order_id = dispute.order_id) as sellers
  from (
    select 'line' as kind, dispute_id, order_id, line, seller_id, account_id, reason, state, amount_cents, opened_at, answer_until, null::timestamptz as evidence_until,
      answered_at, paused_at, ended_at, decision, decided_cents, decided_minutes, decision_reason, hold_id
    from api.line_dispute
    union all
    select 'card', card.dispute_id, card.order_id, null, null, placed.account_id, card.reason, card.state, card.amount_cents, card.created_at, null,
      case when card.state = 'open' then card.evidence_due_at end, null, null, case when card.state <> 'open' then card.updated_at end, null, null, null, '', null
    from api.dispute as card join api."order" as placed on placed.order_id = card.order_id
  ) as dispute
  join api."order" as "order" on "order".order_id = dispute.order_id
  left join api.order_line as product on product.order_id = dispute.order_id and product.line = dispute.line
  left join api.seller as seller on seller.seller_id = dispute.seller_id`;
