// Signing in with a passkey that knows whose it is: no address is typed. Only where the accounts are the shop's own.
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { AccountsConfig } from '#contract/people/accounts.ts';
import { callAccounts } from './account-protocol.ts';

type Challenge = { Session: string; ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: string } };
type SignedPasskey = { session: string; credential: AuthenticationResponseJSON };

const POOL = 'AWSCognitoIdentityProviderService';
/** Before the challenge expires. */
const RENEW_MS = 9 * 60_000;

/** Requests by a button that are under way: a browser has one ceremony at a time, and an offer must not take theirs. */
let requests = 0;

/** Asks the browser for a passkey. Throws what the account library throws when none is used. */
export async function askForPasskey(config: AccountsConfig): Promise<SignedPasskey> {
  requests++;
  try {
    return await signChallenge(await readChallenge(config), { autofill: false });
  } finally {
    requests--;
  }
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
    const challenge = await readChallenge(config).catch(() => null);
    if (!challenge || ended || requests > 0) return;
    const signed = await signChallenge(challenge, { autofill: true }).catch(() => null);
    if (signed && !ended) onSigned(signed);
  }

  void offer();
  return () => {
    ended = true;
    clearTimeout(timer);
    WebAuthnAbortService.cancelCeremony();
  };
}

async function readChallenge(config: AccountsConfig): Promise<Challenge> {
  return callAccounts<Challenge>(config, `${POOL}.InitiateAuth`, {
    ClientId: config.clientId,
    AuthFlow: 'USER_AUTH',
    AuthParameters: { PREFERRED_CHALLENGE: 'WEB_AUTHN' },
  });
}

async function signChallenge(
  { Session: session, ChallengeParameters }: Challenge,
  { autofill }: { autofill: boolean },
): Promise<SignedPasskey> {
  const optionsJSON = JSON.parse(ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS);
  const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).catch((error) => {
    throw Object.assign(new Error(String(error)), { name: 'PasskeyAuthenticationCanceled' });
  });
  return { session, credential };
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
