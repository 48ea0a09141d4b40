// Disputes of lines. Whoever changes one has locked its order before: everything that happens to one stands behind that lock.
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import { requireMoved } from '#platform/state/transitions.rules.ts';
import type { LineDisputeTable } from '../../schema/ordering.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { type LineDisputeStep, lineDisputeTransitions } from './dispute-states.rules.ts';

type Db = Kysely<ApiTables>;

export type LineDispute = Selectable<LineDisputeTable>;

export async function insertLineDispute(db: Db, dispute: Insertable<LineDisputeTable>): Promise<void> {
  await db.insertInto('api.line_dispute').values(dispute).execute();
}

export async function findLineDispute(db: Db, disputeId: string): Promise<LineDispute | null> {
  const found = await db
    .selectFrom('api.line_dispute')
    .selectAll()
    .where('dispute_id', '=', disputeId)
    .executeTakeFirst();
  return found ?? null;
}

type LineDisputeChange = Updateable<Omit<LineDisputeTable, 'state'>>;

/** Changes what is beside the state of a dispute: that changes by a step alone. */
export async function updateLineDispute(db: Db, disputeId: string, change: LineDisputeChange): Promise<void> {
  await db.updateTable('api.line_dispute').set(change).where('dispute_id', '=', disputeId).execute();
}

/** Takes a step of a dispute. Throws `ForbiddenTransition` from a state from which the table does not have it. */
export async function moveLineDispute(
  db: Db,
  disputeId: string,
  step: LineDisputeStep,
  change: LineDisputeChange,
): Promise<void> {
  const { from, to } = lineDisputeTransitions[step];
  const moved = await db
    .updateTable('api.line_dispute')
    .set({ ...change, state: to })
    .where('dispute_id', '=', disputeId)
    .where('state', 'in', from)
    .executeTakeFirst();
  requireMoved(moved, `dispute ${disputeId}`, step);
}

/** Disputes of an order, oldest first. */
export async function listLineDisputes(db: Db, orderId: string): Promise<LineDispute[]> {
  return db
    .selectFrom('api.line_dispute')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('opened_at')
    .orderBy('dispute_id')
    .execute();
}

/** Those of an order that are open, or for which something is apart still. */
export async function listLiveDisputes(db: Db, orderId: string): Promise<LineDispute[]> {
  return db
    .selectFrom('api.line_dispute')
    .selectAll()
    .where('order_id', '=', orderId)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('hold_id', 'is not', null)]))
    .orderBy('dispute_id')
    .execute();
}

/** Those that the seller should have answered by now, the longest due first, after one that was told before. */
export async function listSilentDisputes(
  db: Db,
  { now, limit, except }: { now: Date; limit: number; except: readonly string[] },
): Promise<Array<{ dispute_id: string; order_id: string }>> {
  return db
    .selectFrom('api.line_dispute')
    .select(['dispute_id', 'order_id'])
    .where('ended_at', 'is', null)
    .where('state', '=', 'open')
    .where('paused_at', 'is', null)
    .where('answer_until', '<', now)
    .where('dispute_id', '<>', sql<string>`all(${[...except]}::text[])`)
    .orderBy('answer_until')
    .limit(limit)
    .execute();
}
