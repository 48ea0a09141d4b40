import type { Log } from '#platform';
import { observeJob, repeat as repeatEvery } from '#platform';
import { expireOverdueSessions } from '../checkout-session/expire-session.ts';
import type { Sandbox } from '../sandbox.ts';
import { settleDue } from './settle-due.ts';
import { tidy } from './tidy.ts';

/** A session expires at most so much later, also when nobody looks at it. */
const EXPIRE_MS = 10_000;
const SETTLE_MS = 10_000;
const TIDY_MS = 3_600_000;

type Upkeep = {
  start(): void;
  /** Waits for what is under way. */
  close(): Promise<void>;
};

/** Expires sessions whose time is over, ends what takes days, and deletes what nobody needs any more, now and then. */
export function createUpkeep(sandbox: Sandbox, log: Log): Upkeep {
  const stops: Array<() => void> = [];
  let working: Promise<void> = Promise.resolve();

  function repeat(name: string, task: (sandbox: Sandbox) => Promise<void>, everyMs: number) {
    const run = () => {
      working = working.then(() => observeJob(name, () => task(sandbox))).catch(warn);
    };
    run();
    stops.push(repeatEvery(run, everyMs));
  }

  function warn(error: unknown) {
    log.warn({ part: 'payments', error: String(error) }, 'the sandbox could not be tidied');
  }

  return {
    start() {
      repeat('expire sessions of the payment sandbox', expireOverdueSessions, EXPIRE_MS);
      repeat('settle what takes days in the payment sandbox', settleDue, SETTLE_MS);
      repeat('tidy the payment sandbox', tidy, TIDY_MS);
    },
    async close() {
      for (const stop of stops) stop();
      await working;
    },
  };
}
