import { type Kysely, sql } from 'kysely';
import { approvalKinds } from '#contract/approval.schema.ts';
import { sellerStates } from '#contract/seller.ts';
import type { Overview } from '#contract/staff.schema.ts';
import type { ApiTables } from '../schema.ts';

type Db = Kysely<ApiTables>;

/** What there is to do. Each number is counted in an index that holds what waits, and nothing that is done. */
export async function readOverview(db: Db): Promise<Overview> {
  const waiting = await db
    .selectFrom('api.approval')
    .select(['kind', (eb) => eb.fn.countAll<number>().as('count'), (eb) => eb.fn.min('submitted_at').as('oldest')])
    .where('state', '=', 'waiting')
    .groupBy('kind')
    .execute();
  const sellers = await db
    .selectFrom('api.seller')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const { rows } = await sql<{ in_review: number; waiting: number; reports: number; stuck: number; due: number }>`select
    (select count(*)::int from api."order" where status = 'in_review') as in_review,
    (select count(*)::int from api."order" where status = 'pending') as waiting,
    (select count(*)::int from api.dispute where state = 'open' and evidence_due_at is not null) as due,
    (select count(*)::int from api.payout where stuck_since is not null) as stuck,
    (select count(*)::int from api.report where resolved_at is null) as reports`.execute(db);
  const oldest = waiting.map((row) => new Date(row.oldest as Date).getTime());
  const countOf = (found: Array<{ count: number }>) => Number(found[0]?.count ?? 0);
  return {
    approvals: mapNames(approvalKinds, (kind) => countOf(waiting.filter((row) => row.kind === kind))),
    oldest_approval_at: oldest.length > 0 ? new Date(Math.min(...oldest)).toISOString() : null,
    sellers: mapNames(sellerStates, (state) => countOf(sellers.filter((row) => row.state === state))),
    reports: rows[0]?.reports ?? 0,
    orders_in_review: rows[0]?.in_review ?? 0,
    orders_waiting: rows[0]?.waiting ?? 0,
    card_disputes_due: rows[0]?.due ?? 0,
    payouts_stuck: rows[0]?.stuck ?? 0,
  };
}

function mapNames<Name extends string>(names: readonly Name[], value: (name: Name) => number): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, number>;
}
