import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

/** Alone, a long answer waits for the database half of its time: when the process works more than this, it works for others. */
const BUSY = 0.85;
/** So long it works before it looks: single pieces say little. */
const WINDOW_MS = 100;
/** How many times as long as it has worked it then rests; and where there is time left, but others ask the same database meanwhile. */
const REST = 5;
const REST_BESIDE_OTHERS = 2;
const LONGEST_REST_MS = 1_000;

type Surroundings = {
  now: () => number;
  /** Which part of the time since the last question the process worked, from 0 to 1. */
  utilization: () => number;
  rest: (milliseconds: number) => Promise<void>;
  /** True if others were served since the last question. */
  servesOthers?: () => boolean;
};

/**
 * For an answer that takes minutes, such as an export: what it answers is to be called between two pieces, and comes back at once in a process that has
 * nothing else to do, and after a rest where pages wait for their turn.
 */
export function createGiveWay(surroundings: Partial<Surroundings> = {}): () => Promise<void> {
  const { now, utilization, rest, servesOthers = () => false } = { ...ofThisProcess(), ...surroundings };
  utilization();
  let begun = now();
  return async () => {
    const worked = now() - begun;
    if (worked < WINDOW_MS) return;
    const [isBusy, isBeside] = [utilization() > BUSY, servesOthers()];
    if (isBusy || isBeside) {
      await rest(Math.min(worked * (isBusy ? REST : REST_BESIDE_OTHERS), LONGEST_REST_MS));
      utilization();
      servesOthers();
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
