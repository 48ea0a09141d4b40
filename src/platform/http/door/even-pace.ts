import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** So long after its last request a network is still taken for one that is there. */
const PRESENT_MS = 500;
const LONGEST_REST_MS = 1_000;
/** Networks that are remembered; the work of who was forgotten does not wait for what is under way. */
const MOST_NETWORKS = 10_000;

/**
 * Work for a network at its part of a processor, `percent`. While nobody else is there, as it comes; beside others one after
 * another, each with a rest behind it, so that a burst of one does not stand before the requests of all. `took`: how much of the
 * processor's time it was, in milliseconds.
 */
export function createEvenPace({
  percent,
  rest = (milliseconds: number): Promise<unknown> => setTimeout(milliseconds),
}: {
  percent: number;
  rest?: ((milliseconds: number) => Promise<unknown>) | undefined;
}) {
  const presence = createPresence();
  const lines = new LRUCache<string, Promise<void>>({ max: MOST_NETWORKS });
  // With its work a little more than the whole that it has a part of: who keeps to it is not refused.
  const restPerMillisecond = 100 / percent;

  async function restAfter(network: string, took: number) {
    const milliseconds = Math.min(LONGEST_REST_MS, took * restPerMillisecond);
    if (milliseconds >= 1 && presence.isBesideOthers(network)) await rest(milliseconds);
  }

  return {
    /** To be told of every request. */
    note: presence.note,
    async make<T>(network: string, work: () => Promise<{ result: T; took: number }>): Promise<T> {
      if (!presence.isBesideOthers(network)) return (await work()).result;
      const mine = (lines.get(network) ?? Promise.resolve()).then(work);
      lines.set(
        network,
        mine.then(
          ({ took }) => restAfter(network, took),
          () => {},
        ),
      );
      return (await mine).result;
    },
  };
}

/** Which networks ask: the latest, and the latest that is another. */
function createPresence() {
  const never = { network: '', at: Number.NEGATIVE_INFINITY };
  let latest = never;
  let other = never;
  return {
    note(network: string) {
      if (latest.network !== network) other = latest;
      latest = { network, at: performance.now() };
    },
    isBesideOthers(network: string): boolean {
      const { at } = latest.network === network ? other : latest;
      return performance.now() - at < PRESENT_MS;
    },
  };
}
