// How many requests are worked on at once. A short burst waits its turn; when the line does not get shorter the shop
// is asked for more than it can give, and then whoever cannot be served at once is told so, instead of everybody
// waiting ever longer. (The rule is CoDel's, as Facebook's servers use it: Maurer, "Fail at Scale", ACM Queue 2015.)

import { inSlot } from './slot.ts';

/** A line that has stood for so long, in milliseconds, is no burst. Until then nobody waits too long. */
const STANDING_MS = 200;
/** How long a request may wait from then on, and until so long has passed without a refusal. */
const IMPATIENT_MS = 15;
const RECOVERY_MS = 1_000;
const PATROL_MS = 50;

export type Admission = {
  /** Does the work when it is its turn, and answers `refused()` when there is none for it soon enough. */
  run<T>(request: { work: () => T | Promise<T>; refused: () => T; isGone: () => boolean }): T | Promise<T>;
  /** Requests at work and in line now, and refused since the start. */
  count(): { working: number; waiting: number; refused: number };
};

type Waiting = { since: number; isGone: () => boolean; decide: (admitted: boolean) => void };

/**
 * `atOnce` requests are worked on, `inLine` may wait: what does not fit is refused without waiting. `patience`: how many times
 * longer than usual a line may stand, where nobody looks at an empty page meanwhile.
 */
export function createAdmission(options: {
  atOnce: number;
  inLine: number;
  patience?: number;
  now?: () => number;
}): Admission {
  const { patience = 1 } = options;
  const now = options.now ?? (() => performance.now());
  const line: Waiting[] = [];
  let working = 0;
  let refused = 0;
  let lastEmpty = now();
  let lastRefusal = Number.NEGATIVE_INFINITY;
  /** A line that nobody leaves, because all work hangs, must not keep its requests for ever. */
  let patrol: NodeJS.Timeout | null = null;

  function isTooLate({ since }: Waiting): boolean {
    const time = now();
    const isPressed = time - lastEmpty > STANDING_MS * patience || time - lastRefusal < RECOVERY_MS;
    return isPressed && time - since > IMPATIENT_MS * patience;
  }

  function refuseTheLate() {
    while (line[0] && isTooLate(line[0])) line.shift()?.decide(false);
    if (line.length > 0) return;
    lastEmpty = now();
    if (patrol) clearInterval(patrol);
    patrol = null;
  }

  function wait(isGone: () => boolean): Promise<boolean> {
    if (line.length === 0) lastEmpty = now();
    patrol ??= setInterval(refuseTheLate, PATROL_MS).unref();
    return new Promise((decide) => line.push({ since: now(), isGone, decide }));
  }

  function leave() {
    working--;
    refuseTheLate();
    let next = line.shift();
    // Nobody reads the answer any more.
    while (next?.isGone()) {
      next.decide(false);
      next = line.shift();
    }
    if (line.length === 0) lastEmpty = now();
    if (!next) return;
    working++;
    next.decide(true);
  }

  function noteRefusal<T>(refuse: () => T): T {
    refused++;
    lastRefusal = now();
    return refuse();
  }

  async function atWork<T>(work: () => T | Promise<T>): Promise<T> {
    let inside = true;
    function leaveOnce() {
      if (inside) leave();
      inside = false;
    }
    try {
      return await inSlot(leaveOnce, work);
    } finally {
      leaveOnce();
    }
  }

  return {
    run({ work, refused: refuse, isGone }) {
      if (working < options.atOnce) {
        working++;
        return atWork(work);
      }
      if (line.length >= options.inLine) return noteRefusal(refuse);
      return wait(isGone).then((admitted) => (admitted ? atWork(work) : noteRefusal(refuse)));
    },
    count: () => ({ working, waiting: line.length, refused }),
  };
}
