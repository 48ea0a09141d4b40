import { loginPath } from '#client/session/account-path.ts';
import { endSession } from '#client/session/session.ts';

/** Signs out, as the login is for nobody who is signed in; it leads back to `path` afterwards. */
export async function signInAgain(path: string): Promise<void> {
  await endSession({ redirectTo: loginPath(path) });
}
