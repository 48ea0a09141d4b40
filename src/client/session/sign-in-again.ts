import { loginPath } from './account-path.ts';
import { endSession } from './session.ts';

/** Signs out, as the login is for nobody who is signed in; it leads back to this screen. */
export async function signInAgain(): Promise<void> {
  const { pathname, search } = window.location;
  const login = loginPath(pathname + search);
  await endSession({ redirectTo: login });
  window.location.assign(login);
}
