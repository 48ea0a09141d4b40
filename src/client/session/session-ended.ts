import { t } from '#language/message.ts';
import { showAlert } from '../alert/alert.ts';

/** For a session that was refused. The alert survives the redirect of a guarded screen to the login. */
export function alertSessionEnded() {
  showAlert({ type: 'error', message: t('Your session has ended. Please log in again.') }, { persist: true });
}
