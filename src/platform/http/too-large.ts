import { securityHeaders } from './security-headers.ts';

/**
 * 413 for a body of more than `largest` bytes, in the words of who asks: clients of accounts read the type, buying ones the
 * `error`. What is still coming of the body is not read: the connection cannot carry another request, and says so.
 */
export function tooLarge(path: string, largest: number, requestId: string): Response {
  const message = tooLargeMessage(largest);
  const headers = { ...securityHeaders, 'cache-control': 'no-store', connection: 'close', 'x-request-id': requestId };
  if (/^\/identity\/?$/.test(path)) {
    const type = 'SerializationException';
    return new Response(JSON.stringify({ __type: type, message }), {
      status: 413,
      headers: {
        ...headers,
        'content-type': 'application/x-amz-json-1.1',
        'x-amzn-errortype': type,
        'x-amzn-requestid': requestId,
        'access-control-allow-origin': '*',
      },
    });
  }
  const ofBuying = path.startsWith('/api/checkout-session');
  const problem = { code: 'bad_request', message, ...(ofBuying && { error: message }), request_id: requestId };
  return new Response(JSON.stringify(problem), {
    status: 413,
    headers: { ...headers, 'content-type': 'application/json' },
  });
}

/** The same sentence wherever a body is refused. */
export function tooLargeMessage(largest: number): string {
  return `The body is larger than ${Math.floor(largest / 1024)} kB.`;
}
