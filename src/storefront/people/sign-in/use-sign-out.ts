import { useNavigate } from 'react-router';
import { endSession } from '#client/session/session.ts';

/** Signs the user out of this browser and leads to the login. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async function signOut() {
    await endSession({ redirectTo: '/account/login' });
    await navigate('/account/login', { replace: true });
  };
}
