import { generateRegistrationOptions } from '@simplewebauthn/server';
import { z } from 'zod';
import { listPasskeys } from '../../factors/passkey.store.ts';
import { relyingParty, signatureAlgorithms } from '../../factors/relying-party.ts';
import { checkFresh } from '../../guard/fresh-proof.ts';
import { accessToken } from '../../protocol/input.ts';
import { operation } from '../../protocol/operation.ts';
import { sealState } from '../../protocol/sealed-state.ts';
import { readAccess } from '../../sessions/access.ts';

const SECONDS = 300;

/** Options for the browser to create a passkey, which needs a fresh proof. The challenge carries, sealed, whom it is for. */
export const startWebAuthnRegistration = operation(z.object({ AccessToken: accessToken }), async (given, service) => {
  const { user, session } = await readAccess(service, given.AccessToken);
  checkFresh(service, session);
  const known = await listPasskeys(service.db, user.user_id);
  const challenge = sealState(
    service.secrets,
    'passkey',
    { userId: user.user_id },
    { now: service.now(), seconds: SECONDS },
  );
  const options = await generateRegistrationOptions({
    rpName: service.pool.shopName,
    rpID: relyingParty(service.pool.origin).id,
    userID: new Uint8Array(Buffer.from(user.user_id)),
    userName: user.email,
    userDisplayName: user.attributes.nickname ?? user.email,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64')),
    attestationType: 'none',
    supportedAlgorithmIDs: signatureAlgorithms,
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    // It can be found without a name, and it checks its owner: one step with two factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { CredentialCreationOptions: options };
});
