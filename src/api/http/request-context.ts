import type { Seen } from '#platform/observability/observe-requests.ts';

/** Values that server.ts hands to every route beside the request; `peer` is the address of the connection's other end. */
export type RequestEnv = { seen: Seen; peer: string | undefined };

type Context = { env: unknown };

/** The id of the request, for its answer and the log, and the route that was found for it. */
export function requestContextOf(c: Context): Seen {
  return (c.env as RequestEnv).seen;
}

export function peerOf(c: Context): string {
  return (c.env as RequestEnv).peer ?? 'unknown';
}
