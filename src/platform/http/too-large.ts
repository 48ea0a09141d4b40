import { securityHeaders } from './security-headers.ts';

/**
 * 413 with a JSON body. What is still coming of the refused body is not read: the connection cannot carry another request,
 * and says so.
 */
export function tooLargeAnswer(body: object, requestId: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status: 413,
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
