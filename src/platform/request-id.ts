import { randomUUID } from 'node:crypto';

const wellFormed = /^[A-Za-z0-9._-]{8,64}$/;

/** The caller's request id when it is harmless to log, otherwise a new one. */
export function requestId(request: Request): string {
  const given = request.headers.get('x-request-id');
  return given && wellFormed.test(given) ? given : randomUUID();
}
