// Signing in with a passkey (WebAuthn). The challenge names no credential: the browser offers the ones it has for this
// site, and nobody learns which accounts have any.
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { findUser } from '../accounts/user.store.ts';
import { findPasskey, recordPasskeyUse } from '../factors/passkey.store.ts';
import { relyingParty } from '../factors/relying-party.ts';
import { proveUnguessable } from '../guard/attempts.ts';
import { wrongPassword } from '../protocol/errors.ts';
import { type Sealed, spend } from '../protocol/sealed-state.ts';
import type { User } from '../schema.ts';
import type { Call, Service } from '../service.ts';
import { type AuthAnswer, challenge, type Progress } from './answer.ts';

/** User id in a sign-in that begins without an address: the passkey says whose it is. */
export const ANYBODY = '';

export type PasskeyState = Progress & { challenge: string };

export async function challengePasskey(service: Service, progress: Progress): Promise<AuthAnswer> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(service.pool.origin).id,
    userVerification: 'required',
  });
  return challenge(
    service,
    'WEB_AUTHN',
    { ...progress, challenge: options.challenge },
    { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) },
  );
}

/** The user whose passkey signed: the one that was asked for, if any was, with the device's owner verified. */
export async function provePasskey(
  service: Service,
  call: Call,
  state: Sealed<PasskeyState>,
  credential: string,
): Promise<User> {
  const response = parse(credential);
  return proveUnguessable(
    service,
    call,
    async () => {
      await spend(service.db, state);
      // Before the passkey: one that a new password took away in between must not sign in under that password.
      const wanted = state.userId === ANYBODY ? userOf(response) : state.userId;
      const user = wanted ? await findUser(service.db, wanted) : null;
      const passkey = response && (await findPasskey(service.db, response.id));
      if (!response || !user || passkey?.user_id !== user.user_id) return null;
      const { id, origin } = relyingParty(service.pool.origin);
      const verified = await verifyAuthenticationResponse({
        response,
        expectedChallenge: state.challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: true,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(passkey.public_key),
          counter: passkey.counter,
        },
      }).catch(() => null);
      if (!verified?.verified) return null;
      await recordPasskeyUse(service.db, passkey.credential_id, verified.authenticationInfo.newCounter, service.now());
      return user;
    },
    wrongPassword,
  );
}

/** Whose the passkey says it is: the id that it was made with (StartWebAuthnRegistration). */
function userOf(response: AuthenticationResponseJSON | null): string | null {
  const id = Buffer.from(String(response?.response.userHandle ?? ''), 'base64url').toString();
  return /^[\da-f-]{36}$/.test(id) ? id : null;
}

function parse(credential: string): AuthenticationResponseJSON | null {
  try {
    const given = JSON.parse(credential) as AuthenticationResponseJSON;
    return /^[\w-]+$/.test(given?.id) && typeof given.response === 'object' ? given : null;
  } catch {
    return null;
  }
}
