// Does the jobs that were confirmed, in the background, some rows in a transaction. The transaction that does them notes it: a process that is killed
// has done a batch whole or not at all, and another goes on with the next one.
import { jobOf } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import { may } from '../../access/access.rules.ts';
import { findStaffRole } from '../../access/member.store.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import { type JobKind, type RowOutcome, refusedRow } from './job-kind.store.ts';
import { leftSentence, type ShownRow } from './job-row.rules.ts';
import { endOf } from './move-job.ts';
import {
  findAddress,
  forgetOldJobs,
  listRowsToDo,
  lockDueJob,
  recordFault,
  type StoredJob,
  settleRows,
  updateJob,
} from './staff-job.store.ts';

const BATCH = 100;
/** A row that cannot be done by itself so often is left out, so that it does not hold up the others. */
const ATTEMPTS = 4;

type Running = { db: Db; kinds: readonly JobKind[]; log: Log; now: () => Date };

type JobRunner = {
  /** Does what is due; also what other processes have begun and not ended. Safe to call anywhere, at any time. */
  work: () => Promise<void>;
  /** Something was confirmed: does not wait for the next turn, where turns are taken at all. */
  wake: () => void;
  /** Takes turns; answers how to stop, which waits for the batch under way. */
  runRegularly: () => () => Promise<void>;
};

export function createJobRunner(running: Running): JobRunner {
  const { db, log } = running;
  let isOpen = false;
  let awake: Promise<void> | null = null;
  const onError = (error: unknown) =>
    log.error({ part: 'api', error: String(error) }, 'a job of the staff was not gone on with');

  async function work(isGoingOn: () => boolean = () => true) {
    while (isGoingOn() && (await doBatch(running)));
  }
  const goOn = () => work(() => isOpen);

  return {
    work: () => work(),
    wake() {
      if (!isOpen) return;
      // A run under way may have looked already: it is looked once more after it.
      awake = (awake ?? Promise.resolve()).then(goOn).catch(onError);
    },
    runRegularly() {
      isOpen = true;
      const regular = { db, ...jobOf('staff jobs'), onError };
      const stop = runRegularly({
        ...regular,
        async work() {
          await forgetOldJobs(db);
          await goOn();
        },
      });
      return async () => {
        isOpen = false;
        await Promise.all([stop(), awake]);
      };
    },
  };
}

/** Answers whether there was something to do. */
async function doBatch(running: Running): Promise<boolean> {
  const { db, log } = running;
  let jobId: string | null = null;
  try {
    const done = await db.transaction().execute(async (transaction) => {
      const job = await lockDueJob(transaction);
      if (!job) return null;
      jobId = job.job_id;
      const kind = running.kinds.find(({ kind: name }) => name === job.kind);
      await goOn(transaction, running, job, kind);
      return { kind };
    });
    if (!done) return false;
    await done.kind?.afterBatch?.();
    return true;
  } catch (error) {
    if (!jobId) throw error;
    log.error({ part: 'api', job: jobId, error: String(error) }, 'a batch of a job of the staff has failed');
    await recordFault(db, jobId);
    return true;
  }
}

async function goOn(transaction: Db, { now }: Running, job: StoredJob, kind: JobKind | undefined): Promise<void> {
  const doBatchOf = job.undoes ? kind?.undoBatch : kind?.runBatch;
  const left = job.total - job.done;
  const end = { now: now(), canUndo: kind?.undoBatch !== undefined };
  const stop = (state: 'stopped' | 'failed', message: string) => {
    const change = { state, message: `${message} ${leftSentence(left)}`, ...endOf(job, end) };
    return endJob(transaction, job, change);
  };
  if (!kind || !doBatchOf) return stop('failed', 'This shop does not know this kind of job any more.');
  const by = { userId: job.asked_by, email: await findAddress(transaction, job.asked_by) };
  if (!may(by).actForMarketplace(kind.right, await findStaffRole(transaction, job.asked_by)))
    return stop('stopped', 'The right to do this was taken away from who asked for it.');
  const rows = await listRowsToDo(transaction, job.job_id, job.attempts === 0 ? BATCH : 1);
  const outcomes =
    job.attempts >= ATTEMPTS
      ? rows.map(() =>
          refusedRow('Something unforeseen has kept it from being done: try it alone, or tell who runs this shop.'),
        )
      : await doBatchOf(transaction, { asked: job.asked, rows, by });
  const counts = await settle(transaction, job, rows, outcomes);
  // After a fault rows are done alone until the one that has it is left out.
  const attempts = job.attempts === 0 || job.attempts >= ATTEMPTS ? 0 : 1;
  const common = { ...counts, attempts, ...(!job.started_at && { started_at: now() }) };
  if (counts.done < job.total) return updateJob(transaction, job.job_id, { ...common, state: 'running' });
  return endJob(transaction, job, { ...common, state: 'done', ...endOf({ ...job, ...counts }, end) });
}

async function settle(transaction: Db, job: StoredJob, rows: ShownRow[], outcomes: RowOutcome[]) {
  const settled = rows.map(({ number }, at) => {
    const rowOutcome = outcomes[at];
    if (!rowOutcome) throw new Error(`${job.kind} has told of ${outcomes.length} of ${rows.length} rows`);
    const { outcome, message = '', before = null, after = null } = rowOutcome;
    return { number, outcome, message, before, after };
  });
  await settleRows(transaction, job.job_id, settled);
  const countOf = (wanted: string) => settled.filter(({ outcome }) => outcome === wanted).length;
  return {
    // Without a row that is left, nothing holds the job open.
    done: rows.length === 0 ? job.total : job.done + rows.length,
    changed: job.changed + countOf('changed'),
    same: job.same + countOf('same'),
    refused: job.refused + countOf('refused'),
  };
}

async function endJob(
  transaction: Db,
  job: StoredJob,
  change: Parameters<typeof updateJob>[2] & { state: 'done' | 'stopped' | 'failed' },
): Promise<void> {
  await updateJob(transaction, job.job_id, change);
  const { changed = job.changed, refused = job.refused } = change;
  await recordAudit(
    transaction,
    { kind: 'job' },
    {
      action: 'job.ended',
      subject: { kind: 'job', id: job.job_id },
      details: { by: job.asked_by, kind: job.kind, state: change.state, changed, refused },
    },
  );
}
