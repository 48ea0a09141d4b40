// Access to the emails of a trial installation: their reader has the codes and links that open accounts.
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Seen } from '#platform/observability/observe-requests.ts';
import type { Brand } from '../message/brand.ts';
import { isLoopback } from '../transport/loopback.ts';
import { isOutboxKey, outboxCookie } from './outbox-key.ts';
import { closedPage } from './outbox-page.ts';

export type OutboxEnv = { Bindings: { seen: Seen } };

/**
 * Only who asks for a loopback name: a page elsewhere whose name leads to this machine, or a visitor of a tunnel or a proxy to
 * it, finds nothing, even with the key.
 */
export const onlyFromThisMachine: MiddlewareHandler<OutboxEnv> = async (c, next) => {
  if (!isLoopback(new URL(c.req.url).hostname) || isForwarded(c.req.raw)) return c.notFound();
  await next();
  c.env.seen.route = c.req.routePath;
};

/** Only a browser that has shown the key. */
export function onlyWithKey(key: string, brand: Brand): MiddlewareHandler<OutboxEnv> {
  return async (c, next) => (mayRead(c, key) ? next() : c.html(closedPage(brand), 404));
}

/** True if a proxy stands between: it may have rewritten the name that was asked for. */
function isForwarded({ headers }: Request): boolean {
  return [...headers.keys()].some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'));
}

/** The key in the address lets this browser in from then on: links within the page need none. */
function mayRead(c: Context, key: string): boolean {
  const cookie = outboxCookie(key);
  if (isOutboxKey(getCookie(c, cookie), key)) return true;
  const isKey = isOutboxKey(c.req.query('key'), key);
  if (isKey) setCookie(c, cookie, key, { path: '/outbox', httpOnly: true, sameSite: 'Strict' });
  return isKey;
}
