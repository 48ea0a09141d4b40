import { createBrowserApi } from '#client/api/browser-api.ts';
import { endSession, loadAccounts } from '#client/session/session.ts';
import { placeholderPhone } from '#contract/people/user.ts';

/**
 * Saves the record of somebody who has just confirmed their address, in a session of a moment: the account library
 * signs in with the password it was given, and is signed out again. Resolves with false when the record could not be
 * saved. Where that sign-in is not possible, the shop makes the record when it first meets the user.
 */
export async function saveRegisteredUser(user: { email: string; username: string }): Promise<boolean> {
  const { autoSignIn } = await loadAccounts();
  const signedIn = await autoSignIn().then(
    (result) => result.isSignedIn,
    () => false,
  );
  if (!signedIn) return true;
  const record = {
    user_id: user.email,
    username: user.username,
    profile_pic: '',
    user_type: 'buyer',
    phone: placeholderPhone,
    addresses: [],
  };
  const saved = await createBrowserApi()
    .post('/user', { body: record })
    .then(
      () => true,
      () => false,
    );
  await endSession();
  return saved;
}
