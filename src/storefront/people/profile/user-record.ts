// Record of the signed-in user beside the account: a name and a telephone number.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { readSession } from '#client/session/session.ts';
import { placeholderPhone, type User } from '#contract/people/user.ts';
import { accountAction } from '../sign-in/account-action.ts';

/** Saves the record and renames the account. Resolves with what went wrong, in words, or nothing. */
export async function saveUserRecord(
  user: User,
  typed: { username: string; phone: string },
): Promise<string | undefined> {
  const username = typed.username.trim();
  return (await saveRecord(user, { ...typed, username })) ?? (await renameAccount(username));
}

/** A number that was never given stays as it is. */
async function saveRecord(user: User, { username, phone }: { username: string; phone: string }) {
  const hasPlaceholder = !phone.trim() && user.phone === placeholderPhone;
  try {
    await createBrowserApi().post('/user', {
      body: { user_id: user.user_id, username, ...(!hasPlaceholder && { phone }) },
    });
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

/** The account carries the name too, and so do its tokens, from which the screens know who is signed in. */
function renameAccount(nickname: string) {
  return accountAction(async ({ updateUserAttributes, renewIdToken }) => {
    await updateUserAttributes({ userAttributes: { nickname } });
    await renewIdToken();
    readSession();
  });
}
