import { type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server';
import { z } from 'zod';
import { news } from '../../accounts/security-notices.ts';
import { changeFactors } from '../../factors/change-factors.ts';
import { insertPasskey, listPasskeys } from '../../factors/passkey.store.ts';
import { relyingParty, signatureAlgorithms } from '../../factors/relying-party.ts';
import { checkFresh } from '../../guard/fresh-proof.ts';
import { limitExceeded, ProtocolError } from '../../protocol/errors.ts';
import { accessToken } from '../../protocol/input.ts';
import { operation } from '../../protocol/operation.ts';
import { openState, spend } from '../../protocol/sealed-state.ts';
import { readAccess } from '../../sessions/access.ts';

/** As many as a page of the list holds. */
const MOST = 20;

const input = z.object({
  AccessToken: accessToken,
  Credential: z.looseObject({ id: z.string().max(2_048), response: z.looseObject({}) }),
});

const refused = () =>
  new ProtocolError(
    'WebAuthnChallengeNotFoundException',
    'The passkey could not be verified. Start its registration again.',
  );

export const completeWebAuthnRegistration = operation(input, async (given, service) => {
  const { user, session } = await readAccess(service, given.AccessToken);
  checkFresh(service, session);
  const { id, origin } = relyingParty(service.pool.origin);
  const response = given.Credential as unknown as RegistrationResponseJSON;
  const verified = await verifyRegistrationResponse({
    response,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: signatureAlgorithms,
    async expectedChallenge(challenge) {
      const sealed = Buffer.from(challenge, 'base64url').toString('base64');
      const state = openState<{ userId: string }>(service.secrets, 'passkey', sealed, service.now());
      await spend(service.db, state);
      return state.userId === user.user_id;
    },
  }).catch(() => null);
  if (!verified?.verified) throw refused();
  const { credential } = verified.registrationInfo;
  await changeFactors(service, user, [news.passkeyAdded], async (transaction) => {
    if ((await listPasskeys(transaction, user.user_id)).length >= MOST) throw limitExceeded();
    const inserted = await insertPasskey(transaction, {
      credential_id: credential.id,
      user_id: user.user_id,
      name: `Passkey of ${service.now().toISOString().slice(0, 10)}`,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: JSON.stringify(credential.transports ?? []),
      relying_party: id,
    });
    if (!inserted) throw refused();
  });
  return {};
});
