import { endSession, hasSession, idToken } from '../session/session.ts';
import { alertSessionEnded } from '../session/session-ended.ts';
import { antiForgeryHeader, antiForgeryToken } from './anti-forgery.ts';
import {
  type ApiCall,
  type ApiClient,
  type ApiError,
  type ChangeListener,
  createApiClient,
  readProblem,
} from './api-client.ts';

/**
 * The API as the browser reaches it, at the address of the page: in the name of the signed-in user where a call asks
 * for it, and with the anti-forgery token on everything that changes something. `send` takes the place of `fetch`.
 */
export function createBrowserApi(
  send: (request: Request) => Promise<Response> = (request) => fetch(request),
): ApiClient {
  return createApiClient({
    fetch: send,
    base: window.location.origin,
    headersOf,
    onFailure,
    mayRepeat,
    onChange: (method, path) => listener?.(method, path),
  });
}

let listener: ChangeListener | undefined;

/** Calls `given`, the one of this page, after each call that has changed something, such as to ask anew for what is shown. */
export function onChange(given: ChangeListener): void {
  listener = given;
}

async function headersOf({ method, asUser }: ApiCall): Promise<Record<string, string>> {
  const token = asUser ? await tokenOfUser() : null;
  return {
    ...(method !== 'GET' && { [antiForgeryHeader]: antiForgeryToken() }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
}

async function tokenOfUser(): Promise<string | null> {
  if (!hasSession()) return null;
  const token = await idToken();
  if (!token) alertSessionEnded();
  return token;
}

/**
 * As specified: a 401 or 403 signs the user out, and every failure is logged. The caller gets the error too. A 403 that says which role
 * is needed is of somebody who is signed in well.
 */
async function onFailure({ method, path }: ApiCall, error: ApiError) {
  // biome-ignore lint/suspicious/noConsole: the specification logs every failed answer
  console.log(`${method} /api${path}: ${error.status} ${error.message}`);
  const isForeign = error.status === 403 && refusalOf(error) !== 'role_needed';
  if ((error.status !== 401 && !isForeign) || !hasSession()) return;
  alertSessionEnded();
  await endSession();
}

/**
 * Calls that ask for a fresh proof of who is at work were refused before anything was done: they go on after the proof. The way to
 * ask is loaded when it is needed; where it does not come, the refusal stands.
 */
async function mayRepeat(error: ApiError): Promise<boolean> {
  if (refusalOf(error) !== 'sign_in_again') return false;
  const asking = await import('../session/proof-asked.ts').catch(() => null);
  return asking?.askForProof() ?? false;
}

function refusalOf({ body }: ApiError) {
  return readProblem(body)?.refusal;
}
