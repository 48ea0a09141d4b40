// Repeated work beside the requests. While somebody uses the process it runs as often as it says; while nobody does,
// hardly: nothing happens then but that time passes, and a minute more or less is nobody's loss.

/** Between two turns of a process that nobody uses. */
const REST_MS = 60_000;
/** A turn that comes so soon before its beat was this beat's: timers are not exact. */
const EARLY_MS = 1_000;
/** So long after the last use it rests: what that has set going has come to its end, or uses the process itself. */
const AWAKE_MS = 60_000;

type Repeats = {
  /**
   * Calls `run` every `everyMs`; at rest every minute, where that is less often, and then all at once: to wake is what costs the
   * most of a short turn. Answers how to stop.
   */
  repeat(run: () => void, everyMs: number): () => void;
  /** Somebody asks something of the process, or tells it news. Cheap to call, however often. */
  recordUse(): void;
  /** From now on the process may rest: whoever calls this sees to it that every use is noted. */
  allowRest(): void;
};

export function createRepeats(now: () => number = () => performance.now()): Repeats {
  const armed = new Set<() => void>();
  let mayRest = false;
  let usedAt = now();
  /** Some of them wait for longer than they say. */
  let rests = false;

  const isUnused = () => mayRest && now() - usedAt >= AWAKE_MS;
  const untilNextBeat = () => {
    const left = REST_MS - (now() % REST_MS);
    return left < EARLY_MS ? left + REST_MS : left;
  };

  return {
    repeat(run, everyMs) {
      let timer: NodeJS.Timeout;
      const arm = () => {
        const isSlow = everyMs <= REST_MS && isUnused();
        rests ||= isSlow;
        clearTimeout(timer);
        timer = setTimeout(turn, isSlow ? untilNextBeat() : everyMs).unref();
      };
      const turn = () => {
        arm();
        run();
      };
      const hurry = () => {
        if (everyMs < REST_MS) arm();
      };
      arm();
      armed.add(hurry);
      return () => {
        clearTimeout(timer);
        armed.delete(hurry);
      };
    },
    recordUse() {
      usedAt = now();
      if (!rests) return;
      rests = false;
      for (const hurry of armed) hurry();
    },
    allowRest() {
      mayRest = true;
      usedAt = now();
    },
  };
}

/** Those of this process. Only a shop that is open rests (main/shop-process.ts). */
export const { repeat, recordUse, allowRest } = createRepeats();
