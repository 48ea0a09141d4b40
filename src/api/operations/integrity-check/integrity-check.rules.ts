// Checks, and the part of their findings that is kept.

import { type CheckName, differencesKept } from '#contract/operations/integrity-check.ts';
import { cutText } from '#contract/text/cut-text.ts';

/** Callbacks of a running check: to report differences, and to give way to others. */
export type Looking = {
  /** Something is not as it should be, in a sentence; or so much more of it that is not told one by one. */
  differs: (sentence: string | { more: number }) => void;
  /** To be called between two questions: others get their turn. Throws once the process is to end. */
  pause: () => Promise<void>;
};

/** Answers what was read, in a sentence. Beginning once more is always in order. */
export type Check = (looking: Looking) => Promise<string>;

export type RepairedFigures = { quarters: number; orders: number; lines: number; customers: number; products: number };

/** How checks are made, whose rules these are (shop-checks.ts hands them in). */
export type Checks = {
  run: Record<CheckName, Check>;
  /** Puts right what can be, of the figures of the marketplace and of what lists find rows by. */
  repairFigures: () => Promise<RepairedFigures>;
};

const LONGEST = 500;

type Tally = { differs: Looking['differs']; count: () => number; first: () => string[] };

/** Counts all differences, and keeps the first of them in words. */
export function createTally(onDifference: (sentence: string) => void = () => {}): Tally {
  const first: string[] = [];
  let count = 0;
  return {
    differs(given) {
      if (typeof given !== 'string') {
        count += given.more;
        return;
      }
      count++;
      if (first.length < differencesKept)
        first.push(given.length > LONGEST ? `${cutText(given, LONGEST - 1)}…` : given);
      onDifference(given);
    },
    count: () => count,
    first: () => first,
  };
}
