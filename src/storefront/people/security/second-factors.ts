import type { UpdateMFAPreferenceInput } from '@aws-amplify/auth';
import { asSignedIn } from '#client/session/as-signed-in.ts';
import { accountAction } from '../sign-in/account-action.ts';

/** Which second factors an account has turned on. */
export type SecondFactors = { totp: boolean; email: boolean };

export function readSecondFactors(): Promise<SecondFactors> {
  return asSignedIn(async ({ fetchMFAPreference }) => {
    const { enabled = [] } = await fetchMFAPreference();
    return { totp: enabled.includes('TOTP'), email: enabled.includes('EMAIL') };
  });
}

/** Turns them on and off. Resolves with what went wrong, in words, or nothing. */
export function changeSecondFactors(wanted: SecondFactors): Promise<string | undefined> {
  return accountAction(({ updateMFAPreference }) => updateMFAPreference(preferenceFor(wanted)));
}

/**
 * As the account service wants it. A single factor is preferred: it is asked for at once. Of two none is preferred, so
 * that the login lets the user choose, for instance when one of them is out of reach.
 */
export function preferenceFor({ totp, email }: SecondFactors): UpdateMFAPreferenceInput {
  const on = totp && email ? 'NOT_PREFERRED' : 'PREFERRED';
  return { totp: totp ? on : 'DISABLED', email: email ? on : 'DISABLED' };
}
