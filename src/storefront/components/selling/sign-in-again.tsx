import { useLocation } from 'react-router';
import { signInAgain } from '../../account/sign-in-again.ts';

/** Where a sign-in is too old for what was asked for. */
export function SignInAgain() {
  const { pathname, search } = useLocation();
  return (
    <button type="button" className="text-link" onClick={() => void signInAgain(pathname + search)}>
      Sign in again
    </button>
  );
}
