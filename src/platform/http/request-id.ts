import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const wellFormed = /^[A-Za-z0-9._-]{8,64}$/;
const current = new AsyncLocalStorage<string>();

/** The caller's request id when it is harmless to log, otherwise a new one. */
export function requestId(request: Pick<Request, 'headers'>): string {
  const given = request.headers.get('x-request-id');
  return given && wellFormed.test(given) ? given : randomUUID();
}

/** Runs the work on a request, or a job, which has an id too: the lines that it logs carry the id. */
export function underRequestId<T>(id: string, work: () => T): T {
  return current.run(id, work);
}

/** The id of the request or job in whose work this is asked. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
