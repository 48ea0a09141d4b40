import { useLocation } from 'react-router';
import { loginPath } from '#client/session/account-path.ts';
import { endSession } from '#client/session/session.ts';

/** Where a sign-in is too old for what was asked for: signs out, as the login is for nobody who is signed in, and comes back here afterwards. */
export function SignInAgain() {
  const { pathname, search } = useLocation();
  return (
    <button
      type="button"
      className="text-link"
      onClick={() => void endSession({ redirectTo: loginPath(pathname + search) })}
    >
      Sign in again
    </button>
  );
}
