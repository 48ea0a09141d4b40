// A new password for who has forgotten the old one. Both resolve with what went wrong, or nothing.

import { type AccountFault, faultOf } from '#client/session/account-fault.ts';
import { loadAccounts } from '#client/session/session.ts';

/** Has a code sent that allows a new password. */
export function sendResetCode(email: string): Promise<AccountFault | undefined> {
  return faultOf(async () => {
    const { resetPassword } = await loadAccounts();
    await resetPassword({ username: email });
  });
}

/** Sets the new password; `code` is the one that was sent, or what the link beside it holds. */
export function setNewPassword(reset: {
  email: string;
  code: string;
  password: string;
}): Promise<AccountFault | undefined> {
  return faultOf(async () => {
    const { confirmResetPassword } = await loadAccounts();
    await confirmResetPassword({
      username: reset.email,
      newPassword: reset.password,
      confirmationCode: reset.code,
    });
  });
}
