// The account library with the shop's configuration. Imported dynamically only (session.ts): it is 40 kB.
import { Amplify } from 'aws-amplify';
import { fetchAuthSession } from 'aws-amplify/auth';
import type { AccountsConfig } from '#contract/accounts.ts';

export {
  associateWebAuthnCredential,
  autoSignIn,
  confirmResetPassword,
  confirmSignIn,
  confirmSignUp,
  deleteUser,
  deleteWebAuthnCredential,
  fetchDevices,
  fetchMFAPreference,
  forgetDevice,
  listWebAuthnCredentials,
  rememberDevice,
  resendSignUpCode,
  resetPassword,
  setUpTOTP,
  signIn,
  signOut,
  signUp,
  updateMFAPreference,
  updatePassword,
  updateUserAttributes,
  verifyTOTPSetup,
} from 'aws-amplify/auth';

let configured = false;

/** Once for the page: configuring again would forget what the library keeps in memory. */
export function configureAccounts(config: AccountsConfig) {
  if (configured) return;
  configured = true;
  const absolute = (address: string) => new URL(address, window.location.origin).href;
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.clientId,
        ...(config.endpoint && { userPoolEndpoint: absolute(config.endpoint) }),
        ...(config.identityPoolId && { identityPoolId: config.identityPoolId, allowGuestAccess: config.guestAccess }),
        ...(config.identityEndpoint && { identityPoolEndpoint: absolute(config.identityEndpoint) }),
        loginWith: { email: true },
      },
    } as never,
  });
}

/** A fresh ID token by the refresh token; null when that has ended too, and nobody is signed in any more. */
export async function renewIdToken(): Promise<string | null> {
  const session = await fetchAuthSession({ forceRefresh: true });
  return session.tokens?.idToken?.toString() ?? null;
}
