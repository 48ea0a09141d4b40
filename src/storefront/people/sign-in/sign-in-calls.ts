// The ways to begin a sign-in, each as the call that useSignIn makes.
import type { SignInCall } from './use-sign-in.ts';

/** `proof`: of the mail by which the password was just set; wrong tries of strangers do not count for this sign-in. */
export function withPassword(username: string, password: string, proof: string | undefined): SignInCall {
  return ({ signIn }) =>
    signIn({ username, password, ...(proof && { options: { clientMetadata: { owner_proof: proof } } }) });
}

export function withMailedCode(username: string): SignInCall {
  return ({ signIn }) => signIn({ username, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
}

/** For a service that is not the shop's own, which has to be told whose passkey it is. */
export function withPasskeyOf(username: string): SignInCall {
  return ({ signIn }) => signIn({ username, options: { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } });
}
