import { browserPage, browserPageHeaders } from '../browser-page.ts';
import { securityHeaders } from '../security-headers.ts';

/** Refusal before any part is asked. `message` says what is too long, and how long it may be. */
export type DoorRefusal = { status: 413 | 414 | 431; message: string };

/** The same for a browser that opens a page, or has sent a form. */
export function doorPage({ status, message }: DoorRefusal, requestId: string): Response {
  const title = status === 413 ? 'That is too large' : 'That is too long';
  const answer = doorAnswer(status, {}, requestId, browserPageHeaders);
  return new Response(browserPage({ title, message, again: null, requestId }), answer);
}

/**
 * With a JSON body. What is still coming of a refused body is not read: the connection cannot carry another request, and says
 * so.
 */
export function doorAnswer(
  status: DoorRefusal['status'],
  body: object,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      ...securityHeaders,
      'cache-control': 'no-store',
      connection: 'close',
      'x-request-id': requestId,
      ...headers,
    },
  });
}

/** The same sentence wherever a body is refused. */
export function tooLargeMessage(largest: number): string {
  return `The body is larger than ${Math.floor(largest / 1024)} kB.`;
}
