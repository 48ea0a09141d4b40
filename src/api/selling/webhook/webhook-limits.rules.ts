import type { RetryPlan } from '#platform/outbox/retry.rules.ts';

/** Webhooks of one shop. */
export const webhookMaximum = 10;
/** Tests and repetitions by hand, of one shop. */
export const webhookSends = { name: 'webhook-send', points: 30, duration: 60 };
export const PATIENCE_MS = 10_000;
export const ANSWER_BYTES = 4_096;
/** A quarter of a minute, one, four, sixteen, an hour, four, then every ten: three days in all. */
export const retries: RetryPlan = { attempts: 14, jitter: 0.1 };
/** So long both secrets sign. */
export const ROTATION_MS = 24 * 60 * 60_000;
/** Where nothing has arrived for so long nothing more is sent. */
export const GIVE_UP_DAYS = 5;
export const DELIVERIES_AT_ONCE = 20;
/** Deliveries to the machines of one shop, however slowly they answer. */
export const OF_ONE_SHOP = 4;
/** From so many failures in a row on, what else waits for the same webhook is left alone for a while. */
const PAUSE_FROM = 3;
const LONGEST_PAUSE_SECONDS = 300;

/** After so many failures in a row; null: not at all. A receiver that hangs must not keep those of other shops waiting. */
export function pauseSeconds(failures: number): number | null {
  return failures < PAUSE_FROM ? null : Math.min(15 * 2 ** (failures - PAUSE_FROM), LONGEST_PAUSE_SECONDS);
}
