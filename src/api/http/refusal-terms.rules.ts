// With which status a refusal is answered, and when it is worth to try again.

import { AT_ONCE_RETRY_SECONDS, PLACING_SECONDS } from '#contract/ordering/order-limits.ts';
import type { Refusal, RefusalCode } from '#contract/refusal.ts';
import { refusalText } from '../text/refusal-text.rules.ts';

const PROVIDER_RETRY_SECONDS = 30;

/** The HTTP status of each; 409 where it is not said. */
const statuses: Partial<Record<RefusalCode, 400 | 404 | 429 | 502 | 503>> = {
  cart_empty: 400,
  options_missing: 400,
  options_unknown: 400,
  no_such_machine: 404,
  no_such_order: 404,
  no_such_line: 404,
  too_many_orders: 429,
  too_many_at_once: 429,
  provider_refused: 502,
  provider_away: 503,
};

const retries: Partial<Record<RefusalCode, number>> = {
  too_many_orders: PLACING_SECONDS,
  too_many_at_once: AT_ONCE_RETRY_SECONDS,
  provider_away: PROVIDER_RETRY_SECONDS,
};

export function refusalTerms(refusal: Refusal) {
  return {
    status: statuses[refusal.code] ?? (409 as const),
    message: refusalText(refusal),
    retryAfterSeconds: retries[refusal.code] ?? null,
  };
}
