import { loginPath } from '#client/session/account-path.ts';
import { endSession } from '#client/session/session.ts';

/** Signs out of this browser. */
export async function signOut(): Promise<void> {
  await endSession();
  window.location.assign('/account/login');
}

/** Signs out, and leads to the login that comes back to this screen. */
export async function signInAgain(): Promise<void> {
  const { pathname, search } = window.location;
  await endSession();
  window.location.assign(loginPath(pathname + search));
}
