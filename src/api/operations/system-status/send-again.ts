import type { FailedDelivery } from '#contract/operations/system-status.schema.ts';
import { failedMost } from '#contract/operations/system-status.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import { listFailed, sendFailedAgain } from '#platform/outbox/failed.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { StateDeps } from './read-system-status.ts';
import type { OutboxSource } from './system-status-source.ts';

/** Null where there is no outbox of this name. */
export function findOutbox(deps: StateDeps, name: string): OutboxSource | null {
  return deps.source.outboxes?.find((outbox) => outbox.name === name) ?? null;
}

/** Deliveries that failed last, with what they were to say. */
export async function listFailedDeliveries(deps: StateDeps, outbox: OutboxSource): Promise<FailedDelivery[]> {
  const rows = await listFailed<Record<string, unknown>>(deps.database.kysely, outbox, failedMost);
  return rows.map((row) => ({
    id: row.id,
    what: outbox.describe(row),
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    failed_at: row.finished_at.toISOString(),
    failure: row.failure,
  }));
}

/** Retries failed deliveries, from the first attempt on: these, or all of them. Answers how many. */
export async function sendAgain(
  deps: StateDeps,
  outbox: OutboxSource,
  { ids, actor, by }: { ids: readonly string[] | null; actor: Actor; by?: string },
): Promise<number> {
  return deps.database.kysely.transaction().execute(async (transaction) => {
    const sent = await sendFailedAgain(transaction, outbox, ids);
    if (sent > 0)
      await recordAudit(transaction, actor, {
        action: 'outbox.sent_again',
        subject: { kind: 'outbox', id: outbox.name },
        details: { ...(by && { by }), count: sent },
      });
    return sent;
  });
}
