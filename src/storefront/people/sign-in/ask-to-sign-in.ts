import { useNavigate } from 'react-router';
import { showAlert } from '#client/alert/alert.ts';
import { loginPath } from '#client/session/account-path.ts';
import { t } from '#language/message.ts';

/** For what an anonymous visitor may not do: says why, and leads to the login that comes back here. */
export function useAskToSignIn(): () => void {
  const navigate = useNavigate();
  return function askToSignIn() {
    showAlert({ type: 'error', message: t('Please log in to your account first') }, { persist: true });
    navigate(loginPath(window.location.pathname + window.location.search));
  };
}
