// How a part says that a request is too large, where it is refused before the part is asked.
import { type DoorRefusal, doorAnswer } from '#platform/http/door/door-refusal.ts';

/**
 * In the words of who asks: clients of accounts read the type, those of the specified way to buy and of the Hub the `error`. `path`
 * is the one by which the request is routed.
 */
export function refuseAtDoor(isHub: (path: string) => boolean) {
  return (path: string, { status, message }: DoorRefusal, requestId: string): Response => {
    if (/^\/identity\/?$/.test(path)) {
      const type = 'SerializationException';
      return doorAnswer(status, { __type: type, message }, requestId, {
        'content-type': 'application/x-amz-json-1.1',
        'x-amzn-errortype': type,
        'x-amzn-requestid': requestId,
        'access-control-allow-origin': '*',
      });
    }
    const readsError = path.startsWith('/api/checkout-session') || isHub(path);
    const problem = { code: 'bad_request', message, ...(readsError && { error: message }), request_id: requestId };
    return doorAnswer(status, problem, requestId);
  };
}
