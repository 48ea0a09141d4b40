import { releaseSlot } from '#platform/http/door/slot.ts';

const MINIMUM_MS = 200;

/**
 * Answers no sooner than after a fixed time, longer than the work takes: whether a mail was written, and with that
 * whether there is an account, does not show in how long the answer took. A failure waits just as long, so what says
 * nothing of an account (a limit by address) is to be refused before this. Waiting keeps nobody from being served.
 */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const [outcome] = await Promise.allSettled([work()]);
  releaseSlot();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, MINIMUM_MS - (performance.now() - begun))));
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
