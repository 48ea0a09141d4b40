import type { Part, Peer } from '../http/part.ts';
import { currentRequestId, requestId, underRequestId } from '../http/request-id.ts';
import { activeRequests, timeRequest } from './metrics.ts';
import { handOnTrace, inSpan, type OpenSpan } from './telemetry.ts';

/** Facts about a request from the part that works on it. */
export type Seen = {
  /** For the answer's header, and for the page or body of one that failed. */
  readonly id: string;
  /** The pattern of the address, such as '/api/product/:id'; never the address itself. */
  route: string;
  /** The action of a protocol that has one address for all. */
  action?: string;
  /** More for the log line. */
  more?: Record<string, string | undefined>;
};

type Answer = (request: Request, seen: Seen, peer?: Peer) => Response | Promise<Response>;

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A part whose every request has its id, its line in the log, its metrics, and its span where traces are taken. */
export function observeRequests(part: string, log: { info: (line: object) => void }, answer: Answer): Part {
  activeRequests.set(part, 0);

  async function observe(request: Request, peer: Peer | undefined, seen: Seen, span: OpenSpan | null) {
    const started = performance.now();
    activeRequests.set(part, (activeRequests.get(part) ?? 0) + 1);
    try {
      const response = await answer(request, seen, peer);
      report(request.method, seen, response.status, performance.now() - started, span);
      return response;
    } finally {
      activeRequests.set(part, (activeRequests.get(part) ?? 1) - 1);
    }
  }

  function report(method: string, seen: Seen, status: number, ms: number, span: OpenSpan | null) {
    const { id, action, more } = seen;
    const named = methods.has(method) ? method : '_OTHER';
    const route = seen.route || 'unmatched';
    const labels = { 'http.request.method': named, 'http.route': route, ...(action && { 'rpc.method': action }) };
    timeRequest(ms / 1_000, { part, ...labels, status_class: `${Math.floor(status / 100)}xx` });
    span?.rename([named, route, action].filter(Boolean).join(' '));
    span?.set({ ...labels, part, 'http.response.status_code': status, 'hearth.request_id': id });
    if (status >= 500) span?.fail(String(status));
    log.info({
      part,
      method,
      route,
      ...(action && { action }),
      status,
      ...more,
      ms: Math.round(ms),
      requestId: id,
    });
  }

  return {
    fetch(request, peer) {
      const seen: Seen = { id: requestId(request), route: '' };
      return underRequestId(seen.id, () =>
        inSpan(request.method, { kind: 'server', headers: request.headers }, (span) =>
          observe(request, peer, seen, span),
        ),
      );
    },
  };
}

/** The way to another part: its requests carry the id and the trace of the one that they are made for. */
export function handOn<T>(fetch: (request: Request) => T): (request: Request) => T {
  return (request) => {
    const id = currentRequestId();
    if (id) request.headers.set('x-request-id', id);
    handOnTrace(request.headers);
    return fetch(request);
  };
}
