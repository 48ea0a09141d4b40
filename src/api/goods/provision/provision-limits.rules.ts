import { usualAccessMinutes } from '#contract/catalogue/product/delivery.ts';
import { endpointPatienceSeconds } from '#contract/goods/access/provision.ts';
import { jobs } from '#contract/operations/jobs.ts';
import type { RetryPlan } from '#platform/outbox/retry.rules.ts';

/** The whole of a call, and of an answer. */
export const PATIENCE_MS = endpointPatienceSeconds * 1_000;
export const ANSWER_BYTES = 64 * 1024;
/** Bytes of an answer to a test as it is shown. */
export const SHOWN_BYTES = 4_096;
/** So long both secrets sign. */
export const ROTATION_MS = 24 * 60 * 60_000;
/** So long after it is asked for access is promised. */
export const promisedWithinMs = (access: { within_minutes?: number }) =>
  (access.within_minutes ?? usualAccessMinutes) * 60_000;
/** After the promised time it is tried for so long, as is what has none. */
export const GIVE_UP_MS = 7 * 24 * 60 * 60_000;
/** A machine that has not begun to start by then is given up: its buyer has gone on. */
export const START_WITHIN_MS = 15 * 60_000;
/** How often hours.status is asked where the endpoint does not say. */
export const POLL_SECONDS = 10;
export const CALLS_AT_ONCE = 20;
/** Calls at once to one shop, however slowly it answers. */
export const OF_ONE_SHOP = 4;
/** Tests and repetitions by hand, of one shop. */
export const provisionSends = { name: 'provision-send', points: 30, duration: 60 };
/** The time ends it (give_up_at), not the number. */
export const retries: RetryPlan = { attempts: 100_000, jitter: 0.1 };
export const RETENTION_DAYS = jobs['tidy the outbox of provision'].deletesAfterDays;
/** Days for status calls of machines. */
export const STATUS_RETENTION_DAYS = 1;
/** How often a machine that runs is asked about at most. */
export const RUNNING_POLL_SECONDS = 30;

const LONGEST_PAUSE_SECONDS = 60;

/** An endpoint that asks for more time (Retry-After) is not given more at once. */
const LONGEST_ASKED_SECONDS = 300;

/**
 * So long what waits for an endpoint is left alone after so many failures in a row: one that hangs must not keep those of others waiting. `asked`:
 * the seconds that it has asked for.
 */
export function pauseOf(failures: number, asked = 0): number {
  const own = failures < 3 ? 0 : Math.min(5 * 2 ** (failures - 3), LONGEST_PAUSE_SECONDS);
  return Math.max(own, Math.min(asked, LONGEST_ASKED_SECONDS));
}
