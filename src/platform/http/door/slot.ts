import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<() => void>();

/** Runs work that has a place among what is worked on at once. `release` gives the place to the next, once. */
export function inSlot<T>(release: () => void, work: () => T): T {
  return current.run(release, work);
}

/**
 * To be called before waiting for nothing but time: whoever waits does not work, and must not keep others from it. What is
 * done afterwards is not counted any more, so there must be little of it.
 */
export function releaseSlot(): void {
  current.getStore()?.();
}
