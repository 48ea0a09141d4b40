// Access to the board of the sandbox, which shows every account and moves every payout.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Env } from '../../protocol/endpoint.ts';
import type { Sandbox } from '../../sandbox.ts';
import { notice } from '../layout.ts';
import { showPage } from '../show-page.ts';

const boardPath = '/pay/connect';

/** Where the board is opened, with the key that the start prints. */
export function boardAddress(origin: string, key: string): string {
  return `${origin}${boardPath}?key=${key}`;
}

/** Only a browser that has shown the key; null: nobody, there is no board. */
export function onlyWithBoardKey(sandbox: Sandbox, key: string | null): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (key !== null && mayLook(c, key)) return next();
    const sentences =
      key === null
        ? ['This shop has no board of the payment sandbox.']
        : ['The start of the shop prints the address of the board, with the key that opens it. Copy it from there.'];
    const back = { label: `Back to ${sandbox.shopName}`, href: `${sandbox.origin}/` };
    return showPage(c, notice(sandbox, { title: 'There is nothing to see here', sentences, back }), 404);
  };
}

/** The key in the address lets this browser in from then on: links and forms within the page need none. */
function mayLook(c: Context, key: string): boolean {
  // Browsers do not tell the ports of one machine apart: each shop there has a cookie of its own.
  const cookie = `hearth_connect_${digest(key).toString('hex').slice(0, 8)}`;
  if (isKey(getCookie(c, cookie), key)) return true;
  const shown = isKey(c.req.query('key'), key);
  if (shown) setCookie(c, cookie, key, { path: boardPath, httpOnly: true, sameSite: 'Strict' });
  return shown;
}

function isKey(given: string | undefined, key: string): boolean {
  return given !== undefined && timingSafeEqual(digest(given), digest(key));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
