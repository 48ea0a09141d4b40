// The account library with the shop's configuration. Imported dynamically only (session.ts): it is 40 kB.
// Its two parts that are used here, not aws-amplify: that has those for storage, analytics and the like beside them.
import { signOut as endTokens, fetchAuthSession, type SignOutInput } from '@aws-amplify/auth';
import { cognitoCredentialsProvider, cognitoUserPoolsTokenProvider } from '@aws-amplify/auth/cognito';
import { Amplify, ConsoleLogger, decodeJWT } from '@aws-amplify/core';
import type { AccountsConfig } from '#contract/people/accounts.ts';
import { callAccounts } from './account-protocol.ts';
import { recordStaff } from './staff-hint.ts';

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
  signUp,
  updateMFAPreference,
  updatePassword,
  updateUserAttributes,
  verifyTOTPSetup,
} from '@aws-amplify/auth';
export { recordStaff };

let configured: AccountsConfig | null = null;

/** Once a page: configuring again would drop what the library has in memory. */
export function configureAccounts(config: AccountsConfig) {
  if (configured) return;
  configured = config;
  // That the service has an address of its own is no news to anybody.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  const absolute = (address: string) => new URL(address, window.location.origin).href;
  const auth = {
    Cognito: {
      userPoolId: config.userPoolId,
      userPoolClientId: config.clientId,
      ...(config.endpoint && { userPoolEndpoint: absolute(config.endpoint) }),
      ...(config.identityPoolId && { identityPoolId: config.identityPoolId, allowGuestAccess: config.guestAccess }),
      ...(config.identityEndpoint && { identityPoolEndpoint: absolute(config.identityEndpoint) }),
      loginWith: { email: true, ...(config.hostedLoginDomain && { oauth: hostedLogin(config.hostedLoginDomain) }) },
    },
  } as never;
  // As aws-amplify joins the two.
  cognitoUserPoolsTokenProvider.setAuthConfig(auth);
  Amplify.configure(
    { Auth: auth },
    { Auth: { tokenProvider: cognitoUserPoolsTokenProvider, credentialsProvider: cognitoCredentialsProvider } },
  );
}

/** Revokes the tokens of this browser; whoever comes next is nobody of the staff. */
export function signOut(input?: SignOutInput): Promise<void> {
  recordStaff(false);
  return input ? endTokens(input) : endTokens();
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

/** An action that the shop's own account service has beside the protocol, in the name of who is signed in. */
export async function callService<T = Record<string, never>>(action: string, input: object = {}): Promise<T> {
  const { tokens } = await fetchAuthSession();
  if (!tokens || !configured) throw nobody();
  return callAccounts<T>(configured, `HearthAccounts.${action}`, { AccessToken: String(tokens.accessToken), ...input });
}

/** Replaces this browser's sign-in by one that a passkey of the same account opens. */
export async function renewByPasskey(): Promise<void> {
  const { tokens } = await fetchAuthSession();
  if (!tokens || !configured) throw nobody();
  const { askForPasskey, answerPasskey } = await import('./passkey-sign-in.ts');
  const made = await answerPasskey(configured, await askForPasskey(configured));
  const isTheirs = made && decodeJWT(made.AccessToken).payload.sub === tokens.accessToken.payload.sub;
  const before = await cognitoUserPoolsTokenProvider.tokenOrchestrator.getTokenStore().loadTokens();
  if (made && isTheirs) await storeTokens(made);
  // The one that is no longer of use: nothing is lost where it cannot be ended now.
  const Token = isTheirs ? before?.refreshToken : made?.RefreshToken;
  if (Token) {
    const ended = { Token, ClientId: configured.clientId };
    await callAccounts(configured, 'AWSCognitoIdentityProviderService.RevokeToken', ended).catch(() => undefined);
  }
  if (!isTheirs) throw Object.assign(new Error('The passkey is of another account'), { name: 'PasskeyOfAnother' });
}

/** Stores the tokens of a sign-in that the library did not make, as it stores its own. */
export async function storeTokens(made: { AccessToken: string; IdToken: string; RefreshToken: string }): Promise<void> {
  const accessToken = decodeJWT(made.AccessToken);
  await cognitoUserPoolsTokenProvider.tokenOrchestrator.setTokens({
    tokens: {
      accessToken,
      idToken: decodeJWT(made.IdToken),
      refreshToken: made.RefreshToken,
      clockDrift: (accessToken.payload.iat ?? 0) * 1_000 - Date.now(),
      username: String(accessToken.payload.sub),
    },
  });
}

function nobody(): Error {
  return Object.assign(new Error('Nobody is signed in'), { name: 'UserUnAuthenticatedException' });
}
