const PACE_MS = 200;

/**
 * Answers no sooner than after a fixed time, longer than the work takes: whether a mail was written, and with that
 * whether there is an account, does not show in how long the answer took. A failure waits just as long.
 */
export async function paced<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, PACE_MS))]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
