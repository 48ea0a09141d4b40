// The account library with the shop's configuration. Imported dynamically only (session.ts): it is 40 kB.
import { Amplify } from 'aws-amplify';
import { fetchAuthSession } from 'aws-amplify/auth';
import { ConsoleLogger } from 'aws-amplify/utils';
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
  // That the service has an address of its own is no news to anybody.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  const absolute = (address: string) => new URL(address, window.location.origin).href;
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.clientId,
        ...(config.endpoint && { userPoolEndpoint: absolute(config.endpoint) }),
        ...(config.identityPoolId && { identityPoolId: config.identityPoolId, allowGuestAccess: config.guestAccess }),
        ...(config.identityEndpoint && { identityPoolEndpoint: absolute(config.identityEndpoint) }),
        loginWith: { email: true, ...(config.hostedLoginDomain && { oauth: hostedLogin(config.hostedLoginDomain) }) },
      },
    } as never,
  });
}

/** The hosted login page comes back to the login of this site, after signing in and after signing out. */
function hostedLogin(domain: string) {
  const back = `${window.location.origin}/account/login`;
  return {
    domain,
    scopes: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
    redirectSignIn: [back],
    redirectSignOut: [back],
    responseType: 'code' as const,
  };
}

/** A fresh ID token by the refresh token; null when that has ended too, and nobody is signed in any more. */
export async function renewIdToken(): Promise<string | null> {
  const session = await fetchAuthSession({ forceRefresh: true });
  return session.tokens?.idToken?.toString() ?? null;
}

/** The key of the device that this browser's sign-in is from, as the access token says; null when it says nothing. */
export async function thisDevice(): Promise<string | null> {
  const session = await fetchAuthSession();
  const key = session.tokens?.accessToken.payload.device_key;
  return typeof key === 'string' ? key : null;
}
