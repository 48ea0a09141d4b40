// Actions of the staff on a job: confirm its preview, stop it, undo it.
import { randomUUID } from 'node:crypto';
import { previewMinutes, undoMinutes } from '#contract/operations/staff-job.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import { leftSentence } from './job-row.rules.ts';
import { insertUndo, lockJob, settleUnchanged, updateJob } from './staff-job.store.ts';

type Deps = { db: Db; now: () => Date };
type Moved = 'done' | 'missing' | 'too_old' | 'nothing_to_do' | 'too_late' | 'not_ended';

const byStaff = { kind: 'customer' } as const;

/** Once it is confirmed, confirming again changes nothing. `addedSince`: see the table. */
export function confirmJob(
  { db, now }: Deps,
  { jobId, by, addedSince }: { jobId: string; by: string; addedSince: number | null },
): Promise<Moved> {
  return db.transaction().execute(async (transaction): Promise<Moved> => {
    const job = await lockJob(transaction, jobId);
    if (!job || job.asked_by !== by) return 'missing';
    if (job.state !== 'preview') return 'done';
    if (now().getTime() - job.created_at.getTime() > previewMinutes * 60_000) return 'too_old';
    if (job.changed === 0) return 'nothing_to_do';
    const { same, refused } = await settleUnchanged(transaction, jobId);
    await updateJob(transaction, jobId, {
      ...{ state: 'queued', done: same + refused, changed: 0, same, refused, added_since: addedSince },
    });
    await recordAudit(transaction, byStaff, {
      action: 'job.begun',
      subject: { kind: 'job', id: jobId },
      details: { by, kind: job.kind, rows: job.total },
    });
    return 'done';
  });
}

/** Finished rows stay done, and the rest is left as it is. The batch under way is waited for. */
export function stopJob(
  { db, now }: Deps,
  given: { jobId: string; by: string; name: string; canUndo: boolean },
): Promise<Moved> {
  const { jobId, by, name, canUndo } = given;
  return db.transaction().execute(async (transaction): Promise<Moved> => {
    const job = await lockJob(transaction, jobId);
    if (!job || job.state === 'preview') return 'missing';
    if (job.state !== 'queued' && job.state !== 'running') return 'done';
    await updateJob(transaction, jobId, {
      state: 'stopped',
      message: `${name} has stopped it. ${leftSentence(job.total - job.done)}`,
      ...endOf(job, { now: now(), canUndo }),
    });
    await recordAudit(transaction, byStaff, {
      action: 'job.stopped',
      subject: { kind: 'job', id: jobId },
      details: { by, kind: job.kind, done: job.done, rows: job.total },
    });
    return 'done';
  });
}

/** End of a job that ends now. */
export function endOf(
  job: { undoes: string | null; changed: number },
  { now, canUndo }: { now: Date; canUndo: boolean },
): { ended_at: Date; undo_until: Date | null } {
  const isWay = canUndo && job.undoes === null && job.changed > 0;
  return { ended_at: now, undo_until: isWay ? new Date(now.getTime() + undoMs) : null };
}
const undoMs = undoMinutes * 60_000;

/** Answers the id of the job that takes it back: asked for twice, it is the same. */
export function undoJob(
  { db, now }: Deps,
  { jobId, by }: { jobId: string; by: string },
): Promise<{ undoneBy: string } | Moved> {
  return db.transaction().execute(async (transaction): Promise<{ undoneBy: string } | Moved> => {
    const job = await lockJob(transaction, jobId);
    if (!job || job.state === 'preview') return 'missing';
    if (job.state === 'queued' || job.state === 'running') return 'not_ended';
    const at = now();
    if (!job.undo_until || job.undo_until < at) return 'too_late';
    const mine = randomUUID();
    const undoneBy = await insertUndo(transaction, job, { jobId: mine, by, at });
    if (undoneBy === mine)
      await recordAudit(transaction, byStaff, {
        action: 'job.begun',
        subject: { kind: 'job', id: undoneBy },
        details: { by, kind: job.kind, rows: job.changed, undoes: jobId },
      });
    return { undoneBy };
  });
}
