import { HTTPException } from 'hono/http-exception';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import type { NotDone } from './seller-service.ts';

/** Answer where something was not done. */
export function refusal({ status, message, code }: NotDone): Error {
  if (code && status === 409) return new RefusalAnswer({ code }, { status, message, retryAfterSeconds: null });
  return new HTTPException(status, { message });
}
