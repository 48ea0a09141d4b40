// Concurrent requests: a sign-in while the password is reset, or while the account is deleted.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import {
  type Answer,
  emptyIdentity,
  password,
  startIdentity,
  type TestIdentity,
} from '../../../test/parts/identity.ts';
import { requirePasswordReset, setEnabled } from '../accounts/administration.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { findUser } from '../accounts/user.store.ts';
import { OWN_SCOPE } from '../tokens/tokens.ts';
import { openSession } from './proved-owner.ts';

const email = 'ada@example.com';
const ROUNDS = 6;

const operator = { kind: 'operator', name: 'somebody' } as const;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
});
beforeEach(() => emptyIdentity(database));
afterAll(async () => {
  await identity.close();
  await database.close();
});

function begin(PASSWORD = password, USERNAME = email) {
  return identity.call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME, PASSWORD },
  });
}

async function reset(Password: string) {
  await identity.call('ForgotPassword', { Username: email });
  const ConfirmationCode = identity.codeFor(email);
  return identity.call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password });
}

/** The account as a sign-in that is under way has read it, and what that sign-in does at its end. */
async function provedOwner() {
  const proved = await findUser(database.kysely, email);
  if (!proved) throw new Error('there is no such account');
  return () =>
    openSession(database.kysely, identity.secrets, proved, {
      clientId: identity.pool.clientId,
      scope: OWN_SCOPE,
      authTime: identity.now(),
      amr: ['pwd'],
      deviceKey: null,
      deviceGroupKey: null,
    });
}

const refused = { type: 'NotAuthorizedException' };

test.each<[string, (userId: string) => Promise<unknown>]>([
  ['its password was reset', () => reset('battery staple')],
  ['its owner is to set a new password', (userId) => requirePasswordReset(database.kysely, operator, userId)],
  ['it was disabled', (userId) => setEnabled(database.kysely, operator, userId, false)],
  ['it was deleted', (userId) => deleteAccount(database.kysely, operator, userId)],
])('a sign-in under way opens nothing when %s meanwhile', async (_change, change) => {
  const userId = await identity.register(email);
  const finish = await provedOwner();
  expect((await finish()).refreshToken).toBeTruthy();
  await change(userId);
  await expect(finish()).rejects.toMatchObject(refused);
  expect(await database.kysely.selectFrom('identity.session').where('revoked_at', 'is', null).execute()).toEqual([]);
});

test('no sign-in with the old password outlives its reset, however they overlap', async () => {
  await identity.register(email);
  for (let round = 0; round < ROUNDS; round++) {
    const old = round === 0 ? password : `battery staple ${round - 1}`;
    await identity.call('ForgotPassword', { Username: email });
    const ConfirmationCode = identity.codeFor(email);
    const given = { Username: email, ConfirmationCode, Password: `battery staple ${round}` };
    const [confirmed, ...signIns] = await Promise.all([
      identity.call('ConfirmForgotPassword', given),
      begin(old),
      begin(old),
      begin(old),
    ]);
    expect(confirmed.status).toBe(200);
    for (const { body } of signIns.filter(({ status }) => status === 200)) {
      const renewed = await identity.call('GetTokensFromRefreshToken', {
        RefreshToken: body.AuthenticationResult?.RefreshToken,
      });
      expect(renewed.body).toMatchObject({ message: 'Refresh Token has been revoked' });
    }
    identity.wait(3_600);
  }
});

test('an account that is deleted while it is used answers with the protocol’s errors', async () => {
  const verifier = { PasswordVerifier: 'ZZZZ', Salt: 'ZZZZ' };
  for (let round = 0; round < ROUNDS; round++) {
    await identity.register(email);
    const { body } = await begin();
    const { AccessToken, IdToken, NewDeviceMetadata } = body.AuthenticationResult ?? {};
    const provider = identity.pool.issuer.replace('http://', '');
    const answers: Answer[] = await Promise.all([
      begin(),
      begin(),
      identity.call('DeleteUser', { AccessToken }),
      identity.call('ConfirmDevice', {
        AccessToken,
        DeviceKey: NewDeviceMetadata?.DeviceKey,
        DeviceSecretVerifierConfig: verifier,
      }),
      identity.call('AWSCognitoIdentityService.GetId', {
        IdentityPoolId: identity.pool.identityPoolId,
        Logins: { [provider]: IdToken },
      }),
      begin(),
    ]);
    for (const { status, body } of answers)
      if (status !== 200) expect(['NotAuthorizedException', 'ResourceNotFoundException']).toContain(body.__type);
    expect(await findUser(database.kysely, email)).toBeNull();
  }
});
