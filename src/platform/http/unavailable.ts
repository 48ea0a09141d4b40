import { browserPage, browserPageHeaders, isForBrowser } from './browser-page.ts';
import { requestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * 503 with `Retry-After`, in the words of who asks: a page for a browser that opens one, which it loads again by
 * itself; JSON for programs, because the account library tries again after nothing else.
 */
export function unavailable(request: Asking, message: string, retryAfterSeconds = 1): Response {
  return comeBack(request, { status: 503, code: 'unavailable', message, retryAfterSeconds });
}

/** The same with 429: it is this visitor who asks for too much. */
export function tooManyRequests(request: Asking, message: string, retryAfterSeconds: number): Response {
  return comeBack(request, { status: 429, code: 'too_many_requests', message, retryAfterSeconds });
}

/** The known part of a request. */
type Asking = Pick<Request, 'method' | 'headers'>;
type Refusal = { status: 429 | 503; code: string; message: string; retryAfterSeconds: number };

const refusals = new WeakMap<Response, Refusal>();

/**
 * The same answer, in the words of `request`: one of those above may have been made where nothing was known of who asks, as behind the
 * cache.
 */
export function inWordsOf(request: Asking, response: Response): Response {
  const refusal = refusals.get(response);
  return refusal ? comeBack(request, refusal) : response;
}

function comeBack(request: Asking, refusal: Refusal): Response {
  const { status, code, message, retryAfterSeconds } = refusal;
  const headers = { ...securityHeaders, 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' };
  const id = requestId(request);
  if (isForBrowser(request.headers.get('accept'))) {
    // A form's fields would not be sent again.
    const isForm = request.method !== 'GET' && request.method !== 'HEAD';
    const words = isForm ? `${message} Go back, and try again in a moment.` : message;
    const again = isForm ? null : retryAfterSeconds;
    return new Response(browserPage({ title: 'One moment', message: words, again, requestId: id }), {
      status,
      headers: { ...headers, ...browserPageHeaders, 'x-request-id': id },
    });
  }
  const __type = status === 503 ? 'ServiceUnavailableException' : 'TooManyRequestsException';
  const problem = { __type, code, message, request_id: id };
  // A text, not Response.json: the server sends it on its shorter way, and this is sent when there is no time.
  const answer = new Response(JSON.stringify(problem), {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'x-request-id': id },
  });
  refusals.set(answer, refusal);
  return answer;
}
