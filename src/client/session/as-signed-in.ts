import { type Accounts, endSession, loadAccounts } from './session.ts';
import { alertSessionEnded } from './session-ended.ts';

/**
 * Calls of the account library in the name of the signed-in user. Where the account service no longer knows the
 * session (signed out elsewhere, a new password), it is ended in this browser too. Throws what the library throws.
 */
export async function asSignedIn<T>(call: (accounts: Accounts) => Promise<T>): Promise<T> {
  const accounts = await loadAccounts();
  try {
    return await call(accounts);
  } catch (error) {
    if (isSessionOver(error)) {
      alertSessionEnded();
      await endSession();
    }
    throw error;
  }
}

/** The library finds no tokens any more, or the service refuses the one it got. */
function isSessionOver(error: unknown): boolean {
  const { name = '', message = '' } = (error ?? {}) as { name?: string; message?: string };
  if (name === 'UserUnAuthenticatedException') return true;
  return name === 'NotAuthorizedException' && /(access|refresh) token/i.test(message) && !/scope/i.test(message);
}
