// How a part says that a body is too large, where it is refused before the part is asked.
import { tooLargeAnswer, tooLargeMessage } from '#platform/http/too-large.ts';

/**
 * 413 for a body of more than `largest` bytes, in the words of who asks: clients of accounts read the type, those of the
 * specified way to buy the `error`. `path` is the one by which the request is routed.
 */
export function tooLarge(path: string, largest: number, requestId: string): Response {
  const message = tooLargeMessage(largest);
  if (/^\/identity\/?$/.test(path)) {
    const type = 'SerializationException';
    return tooLargeAnswer({ __type: type, message }, requestId, {
      'content-type': 'application/x-amz-json-1.1',
      'x-amzn-errortype': type,
      'x-amzn-requestid': requestId,
      'access-control-allow-origin': '*',
    });
  }
  const ofBuying = path.startsWith('/api/checkout-session');
  const problem = { code: 'bad_request', message, ...(ofBuying && { error: message }), request_id: requestId };
  return tooLargeAnswer(problem, requestId);
}
