// The vector of what somebody searches for. It is waited for only so long, and kept for the next one who asks the same.
import { LRUCache } from 'lru-cache';
import type { Log } from '#platform/observability/log.ts';
import { type Embed, EmbeddingsError } from './embeddings.ts';
import { createPatience } from './patience.rules.ts';

/** A search waits so long; what comes later is there for the next one. */
const WAIT_MS = 800;
const TIMEOUT_MS = 10_000;
/** Failures in a row after which nothing is asked for a while. */
const FAILURES = 3;
/** Queries that are asked at once, and begun in a minute, by this process: made-up ones cost this much and no more. */
const AT_ONCE = 8;
const PER_MINUTE = 300;
const KEPT = 2_000;

export type AskQuery = {
  /** Null where it is not known: then words answer alone. */
  ask: (text: string) => Promise<Float32Array | null>;
  /** The same without asking anybody, for a query that is still being typed. */
  recall: (text: string) => Float32Array | null;
};

export function createAskQuery({ embed, log, now }: { embed: Embed; log: Log; now: () => number }): AskQuery {
  const kept = new LRUCache<string, Float32Array>({ max: KEPT });
  const asking = new Map<string, Promise<Float32Array | null>>();
  const patience = createPatience(FAILURES, now);
  let minute = { begunAt: now(), asked: 0 };

  function mayAsk(): boolean {
    if (now() - minute.begunAt >= 60_000) minute = { begunAt: now(), asked: 0 };
    return asking.size < AT_ONCE && minute.asked < PER_MINUTE && patience.mayAsk();
  }

  async function askEndpoint(text: string): Promise<Float32Array | null> {
    const begunAt = now();
    try {
      const [vector = null] = await embed([text], { timeoutMs: TIMEOUT_MS });
      patience.recordSuccess();
      if (vector) kept.set(text, vector);
      return vector;
    } catch (error) {
      const failure = error instanceof EmbeddingsError ? error : new EmbeddingsError('away', 'unknown');
      // A query that is refused says nothing of others.
      if (failure.reason === 'text') return null;
      if (patience.recordFailure(failure, begunAt))
        log.warn({ part: 'api', code: failure.code }, 'the search goes on without meaning for a while');
      return null;
    } finally {
      asking.delete(text);
    }
  }

  return {
    async ask(text) {
      const known = kept.get(text);
      if (known) return known;
      if (!asking.has(text)) {
        if (!mayAsk()) return null;
        minute.asked++;
        asking.set(text, askEndpoint(text));
      }
      return within(asking.get(text) ?? null, WAIT_MS);
    },
    recall: (text) => kept.get(text) ?? null,
  };
}

/** Null where it takes longer. */
export async function within<T>(work: Promise<T> | null, ms: number): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
