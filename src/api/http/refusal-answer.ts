import { HTTPException } from 'hono/http-exception';
import type { GiftRefusal } from '#contract/goods/library/gift.ts';
import type { CheckRefusalCode } from '#contract/operations/integrity-check.ts';
import type { RefusalCode } from '#contract/refusal.ts';
import type { ListingRefusal } from '#contract/selling/listing/listing-labels.ts';
import type { ImportRefusalCode } from '#contract/selling/staff-import-labels.ts';
import type { OwnProductRefusal } from '#contract/selling/staff-product/staff-product-labels.ts';

type RefusalTerms = {
  status: 400 | 403 | 404 | 409 | 429 | 502 | 503;
  /** For the person who is refused. */
  message: string;
  /** When to try again; null where that would be refused too. */
  retryAfterSeconds: number | null;
  /** Current state, where it is not what the caller thought. */
  current?: Record<string, unknown>;
};

export type AnyRefusalCode =
  | RefusalCode
  | ListingRefusal
  | OwnProductRefusal
  | ImportRefusalCode
  | CheckRefusalCode
  | GiftRefusal;

/** A refusal as routes answer it, in its sentence and with its code. */
export class RefusalAnswer extends HTTPException {
  refusal: { code: AnyRefusalCode };
  retryAfterSeconds: RefusalTerms['retryAfterSeconds'];

  current: RefusalTerms['current'];

  constructor(refusal: { code: AnyRefusalCode }, { status, message, retryAfterSeconds, current }: RefusalTerms) {
    super(status, { message });
    this.refusal = refusal;
    this.retryAfterSeconds = retryAfterSeconds;
    this.current = current;
  }
}

/** For what waits in a line that is full: soon there is room again. */
export function tooManyAtOnce(message: string, retryAfterSeconds: number): RefusalAnswer {
  return new RefusalAnswer({ code: 'too_many_at_once' }, { status: 429, message, retryAfterSeconds });
}
