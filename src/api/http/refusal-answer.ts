import { HTTPException } from 'hono/http-exception';
import type { RefusalCode } from '#contract/refusal.ts';

export type RefusalTerms = {
  status: 400 | 404 | 409 | 429 | 502 | 503;
  /** For the person who is refused. */
  message: string;
  /** When to try again; null where that would be refused too. */
  retryAfterSeconds: number | null;
};

/** A refusal as routes answer it, in its sentence and with its code. */
export class RefusalAnswer extends HTTPException {
  refusal: { code: RefusalCode };
  retryAfterSeconds: RefusalTerms['retryAfterSeconds'];

  constructor(refusal: { code: RefusalCode }, { status, message, retryAfterSeconds }: RefusalTerms) {
    super(status, { message });
    this.refusal = refusal;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
