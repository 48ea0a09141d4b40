import { sql } from 'kysely';
import { reasonWords } from '#contract/dispute.ts';
import { disputeList } from '#contract/staff-list/dispute-list.ts';
import {
  anyOf,
  beginsWith,
  dollars,
  isBetween,
  isExactly,
  isOnDays,
  isOneOf,
  iso,
  listSource,
} from './list-source.sql.ts';

type Raw = {
  dispute_id: string;
  kind: 'line' | 'card';
  order_id: string;
  standing: 'open' | 'answered' | 'bank' | 'over';
  reason: string;
  seller_name: string | null;
  product_name: string | null;
  opened_at: Date;
  due_at: Date;
  ended_at: Date | null;
  amount_cents: string;
};

/** What is over is due never, which is after all that is due. */
const NEVER = sql`timestamptz '9999-12-31 00:00:00+00'`;

/** Disputes of lines and of card payments, as if they were one table; each part has its indexes (migrations/0095-staff-lists.sql). */
const disputes = sql`(
  select 'line'::text as kind, line.dispute_id, line.order_id, line.line, line.seller_id, line.reason, line.amount_cents, line.opened_at, line.ended_at,
    case when line.ended_at is not null then ${NEVER} else line.answer_until end as due_at,
    case when line.ended_at is not null then 'over' when line.paused_at is not null then 'bank' else line.state end as standing
  from api.line_dispute as line
  union all
  select 'card'::text, card.dispute_id, card.order_id, null::int, null::text, card.reason, card.amount_cents, card.created_at,
    case when card.state <> 'open' then card.updated_at end,
    case when card.state <> 'open' then ${NEVER} else coalesce(card.evidence_due_at, ${NEVER}) end,
    case when card.state <> 'open' then 'over' else 'bank' end
  from api.dispute as card)`;

export const disputeSource = listSource<Raw>({
  list: disputeList,
  from: disputes,
  alias: sql`dispute`,
  id: sql`dispute.dispute_id`,
  sorts: {
    due_at: { by: sql`dispute.due_at`, as: 'moment' },
    opened_at: { by: sql`dispute.opened_at`, as: 'moment' },
  },
  filters: {
    state: isOneOf(sql`dispute.standing`),
    kind: isOneOf(sql`dispute.kind`),
    opened: isOnDays(sql`dispute.opened_at`),
    amount: isBetween(sql`dispute.amount_cents`, 100),
    seller: (value) =>
      sql<boolean>`(${isExactly(sql`dispute.seller_id`)(value)} or (dispute.kind = 'card' and exists (
        select from api.order_line as line where line.order_id = dispute.order_id and ${isExactly(sql`line.seller_id`)(value)})))`,
    order: (value) =>
      value.kind === 'id' ? anyOf(sql`dispute.order_id`, [value.text.toUpperCase()]) : sql<boolean>`false`,
  },
  walks: (filter, sort) => filter === 'opened' && sort === 'opened_at',
  search: async (_db, text) => [
    beginsWith(sql`dispute.order_id`, text.toUpperCase()),
    anyOf(sql`dispute.dispute_id`, [text]),
  ],
  select: sql`dispute.dispute_id, dispute.kind, dispute.order_id, dispute.standing, dispute.reason, dispute.opened_at, dispute.due_at,
    dispute.ended_at, dispute.amount_cents, seller.name as seller_name, product.product_name`,
  joins: sql`left join api.seller as seller on seller.seller_id = dispute.seller_id
    left join api.order_line as product on product.order_id = dispute.order_id and product.line = dispute.line`,
  sums: { amount: sql`dispute.amount_cents` },
  toRow: (raw) => ({
    id: raw.dispute_id,
    about: raw.product_name ?? 'The whole payment',
    order_id: raw.order_id,
    seller: raw.seller_name,
    kind: raw.kind,
    reason: reasonWords(raw.reason),
    state: raw.standing,
    opened_at: iso(raw.opened_at),
    due_at: raw.due_at.getUTCFullYear() >= 9_999 ? null : iso(raw.due_at),
    ended_at: iso(raw.ended_at),
    amount: dollars(raw.amount_cents),
  }),
});
