import { sql } from 'kysely';
import type { FilterValue } from '#contract/operations/staff-list/address.ts';
import { reasonLabels } from '#contract/ordering/dispute.ts';
import { disputeList } from '#contract/ordering/dispute-list.ts';
import {
  allOf,
  always,
  anyOf,
  beginsWith,
  dollars,
  isBetween,
  isExactly,
  isOnDays,
  isOneOf,
  iso,
  listSource,
  rare,
} from '../../operations/ports.sql.ts';

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

/** Due time of closed disputes, later than every other. */
const NEVER = sql`timestamptz '9999-12-31 00:00:00+00'`;

/** Disputes of lines and of card payments, as if they were one table; each part has its indexes (migrations/0095-staff-lists.sql). */
const disputes = sql`(
  select 'line'::text as kind, line.dispute_id, line.order_id, line.line, line.seller_id, line.reason, line.amount_cents, line.opened_at, line.ended_at,
    line.ended_at is not null as is_over, case when line.ended_at is not null then ${NEVER} else line.answer_until end as due_at,
    case when line.ended_at is not null then 'over' when line.paused_at is not null then 'bank' else line.state end as standing
  from api.line_dispute as line
  union all
  select 'card'::text, card.dispute_id, card.order_id, null::int, null::text, card.reason, card.amount_cents, card.created_at,
    case when card.state <> 'open' then card.updated_at end, card.state <> 'open',
    case when card.state <> 'open' then ${NEVER} else coalesce(card.evidence_due_at, ${NEVER}) end,
    case when card.state <> 'open' then 'over' else 'bank' end
  from api.dispute as card)`;

/** Open disputes are few, and have an index. */
const isNotOver = (value: FilterValue) => value.kind === 'choice' && !value.values.includes('over');

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
    state: (value) =>
      isNotOver(value)
        ? allOf([sql<boolean>`not dispute.is_over`, isOneOf(sql`dispute.standing`)(value)])
        : isOneOf(sql`dispute.standing`)(value),
    kind: isOneOf(sql`dispute.kind`),
    opened: isOnDays(sql`dispute.opened_at`),
    amount: isBetween(sql`dispute.amount_cents`, 100),
    seller: (value) =>
      sql<boolean>`(${isExactly(sql`dispute.seller_id`)(value)} or (dispute.kind = 'card' and dispute.order_id in (
        select card.order_id from api.dispute as card join api.order_line as line on line.order_id = card.order_id
        where ${isExactly(sql`line.seller_id`)(value)})))`,
    order: (value) =>
      value.kind === 'id' ? anyOf(sql`dispute.order_id`, [value.text.toUpperCase()]) : sql<boolean>`false`,
  },
  walks: {
    due_at: { kind: always, order: rare },
    opened_at: { kind: always, opened: always, order: rare, state: (value) => isNotOver(value) && 'rare' },
  },
  search: async (_db, text) => [
    { where: beginsWith(sql`dispute.order_id`, text.toUpperCase()), isShort: true },
    { where: anyOf(sql`dispute.dispute_id`, [text]), isShort: true },
  ],
  select: sql`dispute.dispute_id, dispute.kind, dispute.order_id, dispute.standing, dispute.reason, dispute.opened_at, dispute.due_at,
    dispute.ended_at, dispute.amount_cents,
    (select seller.name from api.seller as seller where seller.seller_id = dispute.seller_id) as seller_name,
    (select product.product_name from api.order_line as product
      where product.order_id = dispute.order_id and product.line = dispute.line) as product_name`,
  sums: { amount: sql`dispute.amount_cents` },
  toRow: (raw) => ({
    id: raw.dispute_id,
    about: raw.product_name ?? 'The whole payment',
    order_id: raw.order_id,
    seller: raw.seller_name,
    kind: raw.kind,
    reason: reasonLabels(raw.reason),
    state: raw.standing,
    opened_at: iso(raw.opened_at),
    due_at: raw.due_at.getUTCFullYear() >= 9_999 ? null : iso(raw.due_at),
    ended_at: iso(raw.ended_at),
    amount: dollars(raw.amount_cents),
  }),
});
