import { HTTPException } from 'hono/http-exception';
import type { Refusal, RefusalCode } from '#contract/refusal.ts';
import { refusalText } from '../checkout/refusal-text.rules.ts';
import { AT_ONCE_RETRY_SECONDS, PLACING_SECONDS } from '../order/order-limits.rules.ts';

const PROVIDER_RETRY_SECONDS = 30;

/** The HTTP status of each; 409 where it is not said. */
const statuses: Partial<Record<RefusalCode, 400 | 404 | 429 | 502 | 503>> = {
  cart_empty: 400,
  options_missing: 400,
  options_unknown: 400,
  no_such_order: 404,
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

/** A refusal as routes answer it, in its sentence and with its code. */
export class RefusalAnswer extends HTTPException {
  refusal: Refusal;
  /** When to try again; null where that would be refused too. */
  retryAfterSeconds: number | null;

  constructor(refusal: Refusal) {
    super(statuses[refusal.code] ?? 409, { message: refusalText(refusal) });
    this.refusal = refusal;
    this.retryAfterSeconds = retries[refusal.code] ?? null;
  }
}
