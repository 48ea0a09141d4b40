import { showAlert } from '../alert/alert.ts';

/** Said when the session was refused; kept on the way to the login, to which the guarded screens lead then. */
export function saySessionEnded() {
  showAlert({ type: 'error', message: 'Your session has ended. Please log in again.' }, { persist: true });
}
