// Makes the checks that were asked for or are due, in the background, in whichever process has the lease. A check changes nothing: when the process at
// it dies, another begins it anew.

import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { checkNames } from '#contract/operations/integrity-check.ts';
import { jobOf } from '#contract/operations/jobs.ts';
import { isDatabaseAway } from '#platform/database/database-away.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import { StorageAway } from '#platform/storage/storage.ts';
import type { Db } from '../../schema/db.ts';
import { type Checks, createTally } from './integrity-check.rules.ts';
import { checkLease, endRun, insertRun, type StoredRun, takeDue } from './integrity-check.store.ts';
import { repairNoted } from './repair-noted.ts';

/** Between two questions others have the database as long as the check has had it before, and no longer than this. */
const LONGEST_PAUSE_MS = 2_000;
/** Whatever has ended so many processes in the middle of it would end the next one too. */
const ATTEMPTS = 3;

type Running = { db: Db; checks: Checks; log: Log };

type CheckRunner = {
  /** Does what was asked for; safe to call anywhere, at any time. */
  work: () => Promise<void>;
  /** Something was asked for. */
  wake: () => void;
  runRegularly: () => () => Promise<void>;
};

/** The process is to end. */
class Ending extends Error {}

export function createCheckRunner(running: Running): CheckRunner {
  const { db, log } = running;
  let isOpen = false;
  let awake: Promise<void> | null = null;
  let closing = new AbortController();
  const onError = (error: unknown) => log.error({ part: 'api', error: String(error) }, 'a check was not gone on with');

  async function work() {
    while (!closing.signal.aborted && (await workOnOne(running, closing.signal)));
  }
  function wake() {
    if (isOpen) awake = (awake ?? Promise.resolve()).then(work).catch(onError);
  }

  return {
    work,
    wake,
    runRegularly() {
      isOpen = true;
      closing = new AbortController();
      const stop = runRegularly({
        ...{ db, ...jobOf('checks'), onError },
        async work() {
          await askForDue(db);
          // Not waited for: a check takes longer than a turn, and the next turn must not seem to be late.
          wake();
        },
      });
      return async () => {
        isOpen = false;
        closing.abort(new Ending());
        await Promise.all([stop(), awake]);
      };
    },
  };
}

/** Once a day each, however many processes look. One that is under way is enough. */
async function askForDue(db: Db): Promise<void> {
  for (const name of await takeDue(db, checkNames))
    await insertRun(db, { run_id: randomUUID(), name, origin: 'schedule', asked_by: null, repairs: false });
}

/** Answers whether there was something to do. */
async function workOnOne(running: Running, closing: AbortSignal): Promise<boolean> {
  const { db, log } = running;
  const run = await checkLease.take(db);
  if (!run) return false;
  const held = { id: run.run_id, worker: run.worker };
  const fail = (message: string) =>
    endRun(db, held, { state: 'failed', message, difference_count: 0, differences: [] });
  if (run.attempts > ATTEMPTS) {
    await fail(
      'The process that made it ended each time before it did. Look at the processes and at the log, then check again.',
    );
    return true;
  }
  const stopBeating = checkLease.beat(db, held);
  try {
    await endRun(db, held, await resultOf(running, run, closing));
  } catch (error) {
    if (error instanceof Ending || isDatabaseAway(error)) {
      await checkLease.end(db, held).catch(() => {});
      if (error instanceof Ending) return false;
      throw error;
    }
    if (error instanceof StorageAway) await fail('The storage did not answer. Check again when it does.');
    else {
      log.error({ part: 'api', check: run.name, error: String(error) }, 'a check has failed');
      await fail('Something unforeseen has ended it, which the log tells. Check again.');
    }
  } finally {
    stopBeating();
  }
  return true;
}

async function resultOf({ db, checks }: Running, run: StoredRun, closing: AbortSignal) {
  const tally = createTally();
  const pause = createPause(closing);
  const make = async () => {
    if (run.repairs) await repairNoted(db, checks.repairFigures, { actor: { kind: 'job' }, by: run.asked_by });
    return checks.run[run.name]({ differs: tally.differs, pause });
  };
  // A statement that is under way is left alone: nobody waits for its answer when the process ends.
  const message = await Promise.race([make(), rejectOn(closing)]);
  const count = tally.count();
  return {
    ...{ state: count > 0 ? ('differs' as const) : ('in_order' as const), message },
    ...{ difference_count: count, differences: tally.first() },
  };
}

/** On the embedded database, which answers one question at a time, whoever looks around the shop meanwhile gets every other turn. */
function createPause(closing: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    closing.throwIfAborted();
    await setTimeout(Math.min(performance.now() - since, LONGEST_PAUSE_MS));
    closing.throwIfAborted();
    since = performance.now();
  };
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
