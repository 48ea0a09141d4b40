// How many requests are worked on at once. A short burst waits its turn; when the line does not get shorter the shop
// is asked for more than it can give, and then whoever cannot be served at once is told so, instead of everybody
// waiting ever longer. (The rule is CoDel's, as Facebook's servers use it: Maurer, "Fail at Scale", ACM Queue 2015.)

import { inSlot } from './slot.ts';

/** A line that has stood for so long, in milliseconds, is no burst. Until then nobody waits too long. */
const BURST_MS = 200;
/** How long a request may wait from then on, and until so long has passed without a refusal. */
const IMPATIENT_MS = 15;
const RECOVERY_MS = 1_000;
const PATROL_MS = 50;

export type Admission = {
  /**
   * Does the work when it is its turn, and answers `refused()` when there is none for it soon enough. `key`: who asks; turns go
   * round among the keys, and each has its share. Without one all are the same.
   */
  run<T>(request: {
    work: () => T | Promise<T>;
    refused: () => T;
    isGone?: () => boolean;
    key?: string;
  }): T | Promise<T>;
  /** Requests at work and in line now, and refused since the start. */
  count(): { working: number; waiting: number; refused: number };
};

type Waiting = { since: number; isGone: () => boolean; decide: (admitted: boolean) => void };
/** Requests of one key at work and in line, since when its line stands, and when one of them was refused. */
type Share = { working: number; line: Waiting[]; lastEmpty: number; lastRefusal: number };

/**
 * `atOnce` requests are worked on, `inLine` may wait: what does not fit is refused without waiting. `share`: the same of what one key
 * may have of it, so that who asks for much keeps nobody else waiting. `patience`: how many times longer than usual a line may stand,
 * where nobody looks at an empty page meanwhile, or, of a share, where its own work is what it waits for.
 */
export function createAdmission(options: {
  atOnce: number;
  inLine: number;
  share?: { atOnce: number; inLine: number; patience?: number };
  patience?: number;
  now?: () => number;
}): Admission {
  const { patience = 1 } = options;
  const share = { patience, ...(options.share ?? options) };
  const now = options.now ?? (() => performance.now());
  /** By key, of those that have anything at work or in line; whose turn was last stands at the end. */
  const shares = new Map<string, Share>();
  let working = 0;
  let waiting = 0;
  let refused = 0;
  /** Where no key can have all places, that none is free says that many ask for more than there is. */
  const isShared = share.atOnce < options.atOnce;
  let lastFree = now();
  /** A line that nobody leaves, because all work hangs, must not keep its requests for ever. */
  let patrol: NodeJS.Timeout | null = null;

  /** How long somebody of it may wait now. */
  function longestWait({ lastEmpty, lastRefusal }: Share): number {
    const time = now();
    if (isShared && time - lastFree > BURST_MS * patience) return IMPATIENT_MS * patience;
    const stands = time - lastEmpty > BURST_MS * share.patience || time - lastRefusal < RECOVERY_MS;
    return stands ? IMPATIENT_MS * share.patience : Number.POSITIVE_INFINITY;
  }

  function isTooLate(mine: Share, { since }: Waiting): boolean {
    return now() - since > longestWait(mine);
  }

  function shareOf(key: string): Share {
    const known = shares.get(key);
    if (known) return known;
    const fresh = { working: 0, line: [], lastEmpty: now(), lastRefusal: Number.NEGATIVE_INFINITY };
    shares.set(key, fresh);
    return fresh;
  }

  /** Forgets an idle key, but not within a moment of its refusal: until then nobody of it waits for long. */
  function forgetIdle(key: string, { working: atWork, line, lastRefusal }: Share) {
    if (atWork === 0 && line.length === 0 && now() - lastRefusal >= RECOVERY_MS) shares.delete(key);
  }

  function lookAfter() {
    recordFree();
    for (const [key, mine] of shares) {
      for (let [first] = mine.line; first && isTooLate(mine, first); [first] = mine.line) decide(mine, false);
      forgetIdle(key, mine);
    }
    const isIdle = [...shares.values()].every((mine) => mine.line.length === 0 && mine.working > 0);
    if (!isIdle || !patrol) return;
    clearInterval(patrol);
    patrol = null;
  }

  function patrolOn() {
    patrol ??= setInterval(lookAfter, PATROL_MS).unref();
  }

  /** The first of its line goes to work, or leaves. */
  function decide(mine: Share, admitted: boolean) {
    waiting--;
    if (!admitted) mine.lastRefusal = now();
    mine.line.shift()?.decide(admitted);
    if (mine.line.length === 0) mine.lastEmpty = now();
  }

  function wait(mine: Share, isGone: () => boolean): Promise<boolean> {
    if (mine.line.length === 0) mine.lastEmpty = now();
    waiting++;
    patrolOn();
    return new Promise((resolve) => mine.line.push({ since: now(), isGone, decide: resolve }));
  }

  /** To be called before one leaves, or at any time: whoever waits beside a free place waits for its own share. */
  function recordFree() {
    if (working < options.atOnce) lastFree = now();
  }

  function enter(mine: Share) {
    working++;
    mine.working++;
  }

  function release(key: string, mine: Share) {
    recordFree();
    working--;
    mine.working--;
    forgetIdle(key, mine);
    admitNext();
  }

  /** Turns go round: whoever has just had one is asked last. */
  function admitNext() {
    for (const [key, mine] of shares) {
      // Requests that waited for too long, or that their client abandoned.
      for (let [first] = mine.line; first && (first.isGone() || isTooLate(mine, first)); [first] = mine.line)
        decide(mine, false);
      if (mine.line.length === 0 || mine.working >= share.atOnce) continue;
      enter(mine);
      shares.delete(key);
      shares.set(key, mine);
      return decide(mine, true);
    }
    lastFree = now();
  }

  function refuse<T>(mine: Share, answer: () => T): T {
    refused++;
    mine.lastRefusal = now();
    patrolOn();
    return answer();
  }

  async function atWork<T>(key: string, mine: Share, work: () => T | Promise<T>): Promise<T> {
    let inside = true;
    function releaseOnce() {
      if (inside) release(key, mine);
      inside = false;
    }
    try {
      return await inSlot(releaseOnce, work);
    } finally {
      releaseOnce();
    }
  }

  return {
    run({ work, refused: refusal, isGone = () => false, key = '' }) {
      const mine = shareOf(key);
      if (working < options.atOnce && mine.working < share.atOnce) {
        lastFree = now();
        enter(mine);
        return atWork(key, mine, work);
      }
      if (waiting >= options.inLine || mine.line.length >= share.inLine) return refuse(mine, refusal);
      return wait(mine, isGone).then((admitted) => (admitted ? atWork(key, mine, work) : refuse(mine, refusal)));
    },
    count: () => ({ working, waiting, refused }),
  };
}
