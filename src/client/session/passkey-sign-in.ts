// Signing in with a passkey that knows whose it is: no address is typed. Only where the accounts are the shop's own.
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { AccountsConfig } from '#contract/accounts.ts';
import { callAccounts } from './account-protocol.ts';

type Challenge = { Session: string; ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: string } };
type SignedPasskey = { session: string; credential: AuthenticationResponseJSON };

const POOL = 'AWSCognitoIdentityProviderService';
/** Before the challenge expires. */
const RENEW_MS = 9 * 60_000;

/** Asks the browser for a passkey. Throws what the account library throws when none is used. */
export async function askForPasskey(config: AccountsConfig, options?: { autofill: boolean }): Promise<SignedPasskey> {
  const { Session: session, ChallengeParameters } = await callAccounts<Challenge>(config, `${POOL}.InitiateAuth`, {
    ClientId: config.clientId,
    AuthFlow: 'USER_AUTH',
    AuthParameters: { PREFERRED_CHALLENGE: 'WEB_AUTHN' },
  });
  const optionsJSON = JSON.parse(ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS);
  const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: options?.autofill ?? false }).catch(
    (error) => {
      throw Object.assign(new Error(String(error)), { name: 'PasskeyAuthenticationCanceled' });
    },
  );
  return { session, credential };
}

/**
 * Lets the browser offer passkeys where it fills in addresses, for as long as the page is open; `onSigned` gets the one
 * that is chosen. Answers how to end it.
 */
export function offerPasskeys(config: AccountsConfig, onSigned: (signed: SignedPasskey) => void): () => void {
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function offer() {
    if (ended || !(await browserSupportsWebAuthnAutofill()) || ended) return;
    timer = setTimeout(offer, RENEW_MS);
    // Nobody has asked for it: what goes wrong is not said.
    const signed = await askForPasskey(config, { autofill: true }).catch(() => null);
    if (signed && !ended) onSigned(signed);
  }

  void offer();
  return () => {
    ended = true;
    clearTimeout(timer);
    WebAuthnAbortService.cancelCeremony();
  };
}

/** The tokens of who the passkey belongs to. */
export async function answerPasskey(config: AccountsConfig, { session, credential }: SignedPasskey) {
  const { AuthenticationResult } = await callAccounts<{
    AuthenticationResult?: { AccessToken: string; IdToken: string; RefreshToken: string };
  }>(config, `${POOL}.RespondToAuthChallenge`, {
    ClientId: config.clientId,
    ChallengeName: 'WEB_AUTHN',
    Session: session,
    ChallengeResponses: { USERNAME: '', CREDENTIAL: JSON.stringify(credential) },
  });
  return AuthenticationResult ?? null;
}
