import { useNavigate } from 'react-router';
import { showAlert } from '../alert/alert.ts';
import { accountPath } from './account-path.ts';

/** Where a visitor signs in, to come back afterwards to an address of this site. */
export function loginPath(returnUrl: string): string {
  return accountPath('login', returnUrl);
}

/** For what an anonymous visitor may not do: says why, and leads to the login that comes back here. */
export function useAskToSignIn(): () => void {
  const navigate = useNavigate();
  return function askToSignIn() {
    showAlert({ type: 'error', message: 'Please log in to your account first' }, { persist: true });
    navigate(loginPath(window.location.pathname + window.location.search));
  };
}
