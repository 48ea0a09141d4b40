// Visits that nobody makes are not counted.
import { LRUCache } from 'lru-cache';

/** Browsers name themselves in so many ways at most, among those who come within a while. */
const KNOWN_AGENTS = 1_000;

/** By the name that a program gives itself; the list of such names is loaded when somebody comes. Without a name it is no browser. */
export function createIsMachine(): (userAgent: string | undefined) => boolean {
  const known = new LRUCache<string, boolean>({ max: KNOWN_AGENTS });
  let judge: ((userAgent: string) => boolean) | null = null;
  let isLoading = false;

  return (userAgent) => {
    if (!userAgent) return true;
    const before = known.get(userAgent);
    if (before !== undefined) return before;
    // Until the list is there, the first few are taken for people.
    if (!judge) {
      if (!isLoading) void load();
      return false;
    }
    const is = judge(userAgent);
    known.set(userAgent, is);
    return is;
  };

  async function load() {
    isLoading = true;
    judge = (await import('isbot')).isbot;
  }
}
