import { requestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/**
 * 503 with `Retry-After`, in the words of who asks: a page for a browser that opens one, which it loads again by
 * itself; JSON for programs, because the account library tries again after nothing else.
 */
export function unavailable(request: Request, message: string, retryAfterSeconds = 1): Response {
  return comeBack(request, { status: 503, code: 'unavailable', message, retryAfterSeconds });
}

/** The same with 429: it is this visitor who asks for too much. */
export function tooManyRequests(request: Request, message: string, retryAfterSeconds: number): Response {
  return comeBack(request, { status: 429, code: 'too_many_requests', message, retryAfterSeconds });
}

type Refusal = { status: 429 | 503; code: string; message: string; retryAfterSeconds: number };

function comeBack(request: Request, { status, code, message, retryAfterSeconds }: Refusal): Response {
  const headers = { ...securityHeaders, 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' };
  const id = requestId(request);
  if (request.method === 'GET' && request.headers.get('accept')?.includes('text/html'))
    return new Response(page(message, retryAfterSeconds), {
      status,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy },
    });
  const __type = status === 503 ? 'ServiceUnavailableException' : 'TooManyRequestsException';
  const problem = { __type, code, message, request_id: id };
  // A text, not Response.json: the server sends it on its shorter way, and this is sent when there is no time.
  return new Response(JSON.stringify(problem), {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'x-request-id': id },
  });
}

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** Stands alone: whatever a page of the shop would load is what there is no room for. */
function page(message: string, retryAfterSeconds: number): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${retryAfterSeconds + 1}">
<title>One moment</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; text-align: center }
h1 { font-size: 1.5rem; margin: 0 0 .5rem }
p { margin: 0 }
</style>
<main><h1>One moment</h1><p>${message} This page opens by itself.</p></main>
</html>
`;
}
