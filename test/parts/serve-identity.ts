import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Pool } from '#identity/pool.ts';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import type { createPasskey } from '../clients/passkey.ts';
import { openTestDatabase } from '../database/test-database.ts';
import { emptyIdentity, startIdentity, type TestIdentity } from './identity.ts';

type Passkey = ReturnType<typeof createPasskey>;

/** Whom the tests of one file are about. */
export const email = 'ada@example.com';

/** One account service on one database for the tests of a file; before each of them its accounts and mails are gone. */
export function serveIdentity(given: Partial<Pool> = {}) {
  let database: Database<Tables>;
  let identity: TestIdentity;
  beforeAll(async () => {
    database = await openTestDatabase();
    identity = await startIdentity(database, given);
  });
  beforeEach(async () => {
    await emptyIdentity(database);
    identity.mails.length = 0;
  });
  afterAll(async () => {
    await identity.close();
    await database.close();
  });

  return {
    get database() {
      return database;
    },
    get identity() {
      return identity;
    },
    /** The account of `email`, confirmed and signed in. */
    async signedIn() {
      const userId = await identity.register(email);
      return { userId, ...(await identity.signIn(email)) };
    },
    /** Another sign-in of `email`, whose client becomes a known device. */
    async confirmDevice() {
      const { AccessToken, NewDeviceMetadata } = await identity.signIn(email);
      const DeviceKey = NewDeviceMetadata?.DeviceKey ?? '';
      const DeviceSecretVerifierConfig = { PasswordVerifier: 'ZZZZ', Salt: 'ZZZZ' };
      await identity.call('ConfirmDevice', { AccessToken, DeviceKey, DeviceSecretVerifierConfig });
      return { AccessToken, DeviceKey };
    },
    async addPasskey(AccessToken: string, passkey: Passkey) {
      const { body } = await identity.call('StartWebAuthnRegistration', { AccessToken });
      const { CredentialCreationOptions: options } = body;
      if (!options) throw new Error(body.message);
      return identity.call('CompleteWebAuthnRegistration', { AccessToken, Credential: passkey.create(options) });
    },
    async signInWithPasskey(passkey: Passkey) {
      const { body } = await identity.call('InitiateAuth', {
        AuthFlow: 'USER_AUTH',
        AuthParameters: { USERNAME: email, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
      });
      const options = JSON.parse(body.ChallengeParameters?.CREDENTIAL_REQUEST_OPTIONS ?? '');
      return identity.call('RespondToAuthChallenge', {
        ChallengeName: 'WEB_AUTHN',
        Session: body.Session,
        ChallengeResponses: { USERNAME: email, CREDENTIAL: JSON.stringify(passkey.get(options)) },
      });
    },
  };
}
