// A check is asked for; it is made in the background (run-checks.ts).
import { randomUUID } from 'node:crypto';
import type { CheckName } from '#contract/operations/integrity-check.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import { insertRun } from './integrity-check.store.ts';

/** 'running': the same check is under way, and nothing is begun beside it. */
export function beginCheck(
  db: Db,
  { name, repairs, by }: { name: CheckName; repairs: boolean; by: string },
): Promise<'begun' | 'running'> {
  return inTransaction(db, async (transaction) => {
    const run = { run_id: randomUUID(), name, origin: 'staff', asked_by: by, repairs } as const;
    if (!(await insertRun(transaction, run))) return 'running';
    await recordAudit(
      transaction,
      { kind: 'customer' },
      { action: 'check.begun', subject: { kind: 'check', id: name }, details: { by, ...(repairs && { repairs }) } },
    );
    return 'begun';
  });
}
