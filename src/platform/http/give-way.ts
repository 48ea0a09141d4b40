import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

/** Alone, a long answer waits for the database half of its time: when the process works more than this, it works for others. */
const BUSY = 0.85;
/** So long it works before it looks: single pieces say little. */
const WINDOW_MS = 100;
/** How many times as long as it has worked it then rests. */
const REST = 5;
const LONGEST_REST_MS = 1_000;

type Surroundings = {
  now: () => number;
  /** Which part of the time since the last question the process worked, from 0 to 1. */
  utilization: () => number;
  rest: (milliseconds: number) => Promise<void>;
};

/**
 * For an answer that takes minutes, such as an export: what it answers is to be called between two pieces, and comes back at once in a process that has
 * nothing else to do, and after a rest where pages wait for their turn.
 */
export function createGiveWay(surroundings: Surroundings = ofThisProcess()): () => Promise<void> {
  const { now, utilization, rest } = surroundings;
  utilization();
  let begun = now();
  return async () => {
    const worked = now() - begun;
    if (worked < WINDOW_MS) return;
    if (utilization() > BUSY) {
      await rest(Math.min(worked * REST, LONGEST_REST_MS));
      utilization();
    }
    begun = now();
  };
}

function ofThisProcess(): Surroundings {
  let before = performance.eventLoopUtilization();
  return {
    now: () => performance.now(),
    utilization() {
      const after = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(after, before);
      before = after;
      return utilization;
    },
    rest: (milliseconds) => setTimeout(milliseconds),
  };
}
