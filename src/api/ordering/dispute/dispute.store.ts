import type { Insertable, Kysely, Selectable } from 'kysely';
import { ForbiddenTransition } from '#platform/state/transitions.rules.ts';
import type { DisputeTable } from '../../schema/ordering.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { cardDisputeTransitions } from './dispute-states.rules.ts';

type Db = Kysely<ApiTables>;

export async function findDisputeState(db: Db, disputeId: string): Promise<DisputeTable['state'] | null> {
  const row = await db.selectFrom('api.dispute').select('state').where('dispute_id', '=', disputeId).executeTakeFirst();
  return row?.state ?? null;
}

export async function listOpenDisputes(db: Db, orderId: string): Promise<Selectable<DisputeTable>[]> {
  return db.selectFrom('api.dispute').selectAll().where('order_id', '=', orderId).where('state', '=', 'open').execute();
}

/**
 * Saves the provider's current version of a dispute, in place of the open one. Throws `ForbiddenTransition` of one that is over.
 */
export async function saveDispute(db: Db, dispute: Insertable<DisputeTable>): Promise<void> {
  const { state, amount_cents, evidence_due_at, updated_at } = dispute;
  const { win, lose } = cardDisputeTransitions;
  const saved = await db
    .insertInto('api.dispute')
    .values(dispute)
    .onConflict((conflict) =>
      conflict
        .column('dispute_id')
        .doUpdateSet({ state, amount_cents, evidence_due_at, updated_at })
        .where('api.dispute.state', 'in', [...win.from, ...lose.from]),
    )
    .executeTakeFirst();
  if (saved.numInsertedOrUpdatedRows !== 1n) throw new ForbiddenTransition(`dispute ${dispute.dispute_id}`, state);
}

/** Another time until which evidence is taken, or that none is to be handed in any more. */
export async function recordEvidenceDue(db: Db, disputeId: string, at: Date | null): Promise<void> {
  await db
    .updateTable('api.dispute')
    .set({ evidence_due_at: at })
    .where('dispute_id', '=', disputeId)
    .where('evidence_due_at', 'is distinct from', at)
    .execute();
}
