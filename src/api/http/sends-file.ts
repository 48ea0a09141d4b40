import type { Context, Env, MiddlewareHandler } from 'hono';
import { withTerms } from './route-terms.ts';

/** For routes that send a file: somebody who has clicked one that does not come reads a page, not JSON. */
export const sendsFile: MiddlewareHandler<Env> = withTerms(
  async (c, next) => {
    (c as Context).set('sendsFile', true);
    await next();
  },
  { work: 'download' },
);

/** True where the route that was found sends a file. */
export function isFileRoute(c: Context): boolean {
  return c.get('sendsFile') === true;
}
