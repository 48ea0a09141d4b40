import type { Kysely } from 'kysely';
import { recordAudit } from '../audit.ts';
import type { ApiTables } from '../schema.ts';
import { resolveReports } from './thread.store.ts';

/** Staff have looked at a thread that was reported. Answers whether a report waited. */
export async function resolveReport(
  db: Kysely<ApiTables>,
  given: { threadId: string; by: string; note: string; at: Date },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const resolved = await resolveReports(transaction, given);
    if (resolved === 0) return false;
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: 'report.resolved',
        subject: { kind: 'thread', id: given.threadId },
        details: { by: given.by, reports: resolved },
      },
    );
    return true;
  });
}
