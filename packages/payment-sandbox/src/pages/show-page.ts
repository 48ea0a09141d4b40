import type { Context } from 'hono';
import type { CheckoutSession } from '../schema.ts';
import type { Html } from './layout.ts';

type PageStatus = 200 | 400 | 402 | 404 | 410;

/**
 * Answers a page that loads nothing from elsewhere and cannot be framed. Its forms may send the browser to `targets`,
 * also where the shop sends it on from there.
 */
export function showPage(c: Context, page: Html, status: PageStatus, targets: string[] = ["'none'"]) {
  c.header(
    'content-security-policy',
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      `form-action ${[...new Set(targets)].join(' ')}`,
    ].join('; '),
  );
  return c.html(page, status);
}

/** A page of a session, whose forms may lead to the shop. */
export function showSession(
  c: Context,
  { success_url, cancel_url }: CheckoutSession,
  page: Html,
  status: PageStatus = 200,
) {
  const shop = [success_url, cancel_url].flatMap((url) => (url ? [new URL(url).origin] : []));
  return showPage(c, page, status, ["'self'", ...shop]);
}
