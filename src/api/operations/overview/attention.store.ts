import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AttentionKind, attentionMost } from '#contract/operations/attention.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** `at` is when the first of them began, or of card disputes ends; money in cents, null where it is about none. */
type Waiting = { kind: AttentionKind; count: number; at: Date | null; cents: number | null };

/**
 * Counts each kind, up to one more than are shown. Every part is read of an index that holds what waits and nothing that is done
 * (0104-what-needs-attention.sql), and ends where no more are counted.
 */
export async function readWaiting(
  db: Db,
  kinds: readonly AttentionKind[],
  { now, refundsBefore }: { now: Date; refundsBefore: Date },
): Promise<Waiting[]> {
  const parts = partsOf(now, refundsBefore);
  const asked = kinds.map(
    (kind) => sql`(select ${kind}::text as kind, count(*)::int as count, min(at) as at, sum(cents)::float8 as cents
      from (${parts[kind]} limit ${attentionMost + 1}) as waiting)`,
  );
  if (asked.length === 0) return [];
  const { rows } = await sql<Waiting>`${sql.join(asked, sql` union all `)}`.execute(db);
  return rows.filter(({ count }) => count > 0);
}

function partsOf(now: Date, refundsBefore: Date): Record<AttentionKind, RawBuilder<unknown>> {
  const approvals = (kind: string) =>
    sql`select submitted_at as at, null::bigint as cents from api.approval where state = 'waiting' and kind = ${kind}`;
  return {
    card_disputes: sql`select evidence_due_at as at, amount_cents as cents from api.dispute
      where state = 'open' and evidence_due_at is not null`,
    disputes_to_decide: sql`select answered_at as at, amount_cents as cents from api.line_dispute where state = 'answered'`,
    orders_in_review: sql`select updated_at as at, coalesce(received_cents, total_cents) as cents from api."order"
      where status = 'in_review'`,
    // Unless another refund of the order was decided since.
    refunds_failed: sql`select created_at as at, amount_cents as cents from api.refund as failed
      where state = 'failed' and not exists (select from api.refund as later where later.order_id = failed.order_id
        and later.state <> 'failed' and later.created_at >= failed.created_at)`,
    refunds_waiting: sql`select created_at as at, amount_cents as cents from api.refund
      where state in ('decided', 'pending') and created_at < ${refundsBefore.toISOString()}::timestamptz`,
    payouts_stuck: sql`select stuck_since as at, amount_cents as cents from api.payout where stuck_since is not null`,
    payouts_pending: sql`select created_at as at, amount_cents as cents from api.payout where state = 'pending'`,
    transactions_open: sql`select created_at as at, abs(difference_cents) as cents from api.provider_transaction
      where state in ('different', 'unmatched')`,
    // Last run of each check alone.
    checks_differ: sql`select ended_at as at, null::bigint as cents from (
        select distinct on (name) state, ended_at from api.check_run where ended_at is not null order by name, created_at desc
      ) as last where state in ('differs', 'failed')`,
    // Each order once, however much of it is late.
    orders_late: sql`select min(at) as at, null::bigint as cents from (
        select order_id, promised_at as at
        from (select entitlement_id, promised_at from api.access_grant
          where state = 'waiting' and promised_at is not null and promised_at < ${now.toISOString()}::timestamptz
          order by promised_at limit ${attentionMost + 1}) as access
        join api.entitlement using (entitlement_id)
        union all select order_id, paid_at + delivery_within_hours * interval '1 hour'
        from api."order" join api.order_line as line using (order_id)
        where status = 'paid' and line.goods = '{}' and line.delivered_at is null
          and line.refunded_cents < line.amount_cents - line.discount_cents
          and paid_at + line.delivery_within_hours * interval '1 hour' < ${now.toISOString()}::timestamptz) as late
      group by order_id`,
    movements_proposed: sql`select proposed_at as at, null::bigint as cents from api.manual_movement where state = 'proposed'`,
    // Money that can be refunded to its cards is refunded automatically.
    wallets_of_deleted: sql`select ended.money_since as at, wallet.balance as cents from api.ended_account as ended
      join ledger.account as wallet on wallet.account_id = 'buyer:' || ended.account_id || ':wallet'
      where ended.money_since is not null and wallet.balance > 0
        and not exists (select from api."user" as person where person.account_id = ended.account_id)`,
    application: approvals('application'),
    product: approvals('product'),
    change: approvals('change'),
    reports: sql`select created_at as at, null::bigint as cents from api.report where resolved_at is null`,
    reviews_waiting: sql`select since as at, null::bigint as cents from api.review_queue`,
  };
}
