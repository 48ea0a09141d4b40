// The calls of a registration: the account, then the code that proves its address.

import { type AccountFault, faultOf } from '#client/session/account-fault.ts';
import { loadAccounts } from '#client/session/session.ts';

/** Makes an account and has a code sent to its address. Resolves with what went wrong, or nothing. */
export function signUp(account: {
  email: string;
  username: string;
  password: string;
}): Promise<AccountFault | undefined> {
  const { email, username, password } = account;
  return faultOf(async () => {
    const accounts = await loadAccounts();
    const userAttributes = { email, nickname: username };
    await accounts.signUp({ username: email, password, options: { userAttributes, autoSignIn: true } });
  });
}

/**
 * Confirms an address by the code that was sent to it. `canSignIn`: the account library still knows the password of the
 * registration. An address that was confirmed already is what was wanted: the answer to an earlier attempt may be lost.
 */
export async function confirmAddress(
  email: string,
  code: string,
): Promise<{ canSignIn: boolean } | { fault: AccountFault }> {
  let canSignIn = false;
  const fault = await faultOf(async () => {
    const { confirmSignUp } = await loadAccounts();
    const { nextStep } = await confirmSignUp({ username: email, confirmationCode: code });
    canSignIn = nextStep.signUpStep === 'COMPLETE_AUTO_SIGN_IN';
  });
  return fault && fault.kind !== 'confirmed' ? { fault } : { canSignIn };
}

/** Has another code sent to the address. Resolves with what went wrong, or nothing. */
export function resendConfirmation(email: string): Promise<AccountFault | undefined> {
  return faultOf(async () => {
    const { resendSignUpCode } = await loadAccounts();
    await resendSignUpCode({ username: email });
  });
}
