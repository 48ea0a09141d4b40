const ATTEMPTS = 12;
const FIRST_SECONDS = 15;
const FACTOR = 4;
const LONGEST_SECONDS = 10 * 60 * 60;
const JITTER = 0.25;

/**
 * Seconds until the next attempt after `attempts` failed ones, or null when it is time to give up: a quarter of a
 * minute, one, four, sixteen, then hours apart, over two days in all. `random` in [0, 1) moves it by up to a
 * quarter either way, so that the messages of an outage do not come back all at once.
 */
export function retryDelay(attempts: number, random: number): number | null {
  if (attempts >= ATTEMPTS) return null;
  const delay = Math.min(FIRST_SECONDS * FACTOR ** (attempts - 1), LONGEST_SECONDS);
  return delay * (1 - JITTER + 2 * JITTER * random);
}
