// The key that an authenticator app makes its codes from.

import { type AccountFault, faultOf } from '#client/session/account-fault.ts';
import { asSignedIn } from '#client/session/as-signed-in.ts';

/** A new key for the signed-in user; the app reads it from `uri`, which names the shop and the account. */
export function makeAuthenticatorKey(shopName: string, email: string): Promise<{ secret: string; uri: string }> {
  return asSignedIn(async ({ setUpTOTP }) => {
    const { sharedSecret, getSetupUri } = await setUpTOTP();
    return { secret: sharedSecret, uri: getSetupUri(shopName, email).href };
  });
}

/** Shows by a first code that the app has the key. Resolves with what went wrong, or nothing. */
export function proveAuthenticatorKey(code: string): Promise<AccountFault | undefined> {
  return faultOf(() => asSignedIn(({ verifyTOTPSetup }) => verifyTOTPSetup({ code })));
}
