import { HTTPException } from 'hono/http-exception';
import type { NotDone } from './seller-service.ts';

/** What is answered where something was not done. */
export function refusal({ status, message }: NotDone): HTTPException {
  return new HTTPException(status, { message });
}
