import { showAlert } from '#client/alert/alert.ts';
import { endSession } from '#client/session/session.ts';
import { t } from '#language/message.ts';
import { accountAction } from '../sign-in/account-action.ts';

/** Ends every session of the signed-in user, this one too. Resolves with what went wrong, in words, or nothing. */
export async function signOutEverywhere(): Promise<string | undefined> {
  const fault = await accountAction(async ({ fetchMFAPreference, signOut }) => {
    // The library's sign-out hides that the service was not reached; this call does not.
    await fetchMFAPreference();
    await signOut({ global: true });
  });
  if (fault) return fault;
  showAlert({ type: 'success', message: t('You are signed out everywhere') }, { persist: true });
  await endSession({ redirectTo: '/account/login' });
  return undefined;
}
