import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { endSession } from '#client/session/session.ts';
import { t } from '#language/message.ts';
import { accountAction } from '../sign-in/account-action.ts';

/** Deletes the signed-in user's record and account, and ends the session. Resolves with what went wrong, in words, or nothing. */
export async function deleteAccount(email: string): Promise<string | undefined> {
  // The record first: without the account nobody could prove any more whose it is.
  const failure = await createBrowserApi()
    .delete('/user/{email}', { params: { path: { email } } })
    .then(() => undefined, failureText);
  if (failure) return t('Nothing was deleted. {failure}', { failure });
  const fault = await accountAction(({ deleteUser }) => deleteUser());
  if (fault) return t('Your record and your reviews are deleted, but your account is not yet. {fault}', { fault });
  showAlert({ type: 'success', message: t('Your account is deleted') }, { persist: true });
  await endSession({ redirectTo: '/' });
  return undefined;
}
