const ATTEMPTS = 12;
const FIRST_SECONDS = 15;
const FACTOR = 4;
const LONGEST_SECONDS = 10 * 60 * 60;
const JITTER = 0.25;

/** How often something is tried in all, and by which part of itself chance moves a wait, either way. */
export type RetryPlan = { attempts: number; jitter: number };

/** Over two days in all. */
const usual: RetryPlan = { attempts: ATTEMPTS, jitter: JITTER };

/**
 * Seconds until the next attempt after `attempts` failed ones, or null when it is time to give up: a quarter of a
 * minute, one, four, sixteen, then hours apart. `random` in [0, 1) moves it, so that the messages of an outage do not come
 * back all at once.
 */
export function retryDelay(attempts: number, random: number, plan: RetryPlan = usual): number | null {
  if (attempts >= plan.attempts) return null;
  const delay = Math.min(FIRST_SECONDS * FACTOR ** (attempts - 1), LONGEST_SECONDS);
  return delay * (1 - plan.jitter + 2 * plan.jitter * random);
}
