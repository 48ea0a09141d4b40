// The vendor's server-side client of the identity pool, as it is.
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSdk } from '../../../test/clients/cognito-sdk.ts';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, setUser, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';

const email = 'ada@example.com';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;
let identities: ReturnType<typeof openSdk>['identities'];
let IdentityPoolId: string;
let provider: string;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
  identities = openSdk(identity).identities;
  IdentityPoolId = identity.pool.identityPoolId;
  provider = identity.pool.issuer.replace('http://', '');
});
beforeEach(async () => {
  await emptyIdentity(database);
  await identity.register(email);
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

async function loginsOf(who = email) {
  return { [provider]: (await identity.signIn(who)).IdToken };
}

test('[I-06] a user has one identity, and temporary credentials for it', async () => {
  const Logins = await loginsOf();
  const { IdentityId } = await identities.getId({ IdentityPoolId, Logins });
  expect(IdentityId).toMatch(/^local:[0-9a-f-]{36}$/);
  expect(await identities.getId({ IdentityPoolId, Logins: await loginsOf() })).toMatchObject({ IdentityId });
  await identity.register('eve@example.com');
  const eve = await identities.getId({ IdentityPoolId, Logins: await loginsOf('eve@example.com') });
  expect(eve.IdentityId).not.toBe(IdentityId);

  const { Credentials } = await identities.getCredentialsForIdentity({ IdentityId, Logins });
  expect(Credentials).toMatchObject({ AccessKeyId: expect.any(String), SecretKey: expect.any(String) });
  expect(Credentials?.Expiration).toBeInstanceOf(Date);
  expect(Number(Credentials?.Expiration)).toBeGreaterThan(Date.now());
  expect(decodeJwt(Credentials?.SessionToken ?? '')).toMatchObject({ token_use: 'credentials', sub: IdentityId });
  await expect(
    identities.getCredentialsForIdentity({ IdentityId, Logins: await loginsOf('eve@example.com') }),
    'for its own user only',
  ).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await expect(identities.getCredentialsForIdentity({ IdentityId }), 'not for a guest').rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
});

describe('[I-06] guests', () => {
  test('are refused where guest access is off', async () => {
    await expect(identities.getId({ IdentityPoolId })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Unauthenticated access is not supported for this identity pool.',
    });
  });

  test('have an identity and credentials where it is on, until it is turned off again', async () => {
    const open = await startIdentity(database, { guestAccess: true });
    const { identities: atOpen } = openSdk(open);
    const [first, second] = [await atOpen.getId({ IdentityPoolId }), await atOpen.getId({ IdentityPoolId })];
    expect(first.IdentityId).not.toBe(second.IdentityId);
    const { IdentityId } = first;
    const { Credentials } = await atOpen.getCredentialsForIdentity({ IdentityId });
    expect(Number(Credentials?.Expiration)).toBeGreaterThan(Date.now());
    await open.close();
    await expect(identities.getCredentialsForIdentity({ IdentityId })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
  });
});

describe('[I-06] logins that are none', () => {
  const refused = { name: 'NotAuthorizedException' };

  test('another provider, and several at once', async () => {
    const token = (await identity.signIn(email)).IdToken;
    for (const Logins of [
      { 'accounts.google.com': token },
      { [provider]: token, 'accounts.google.com': token },
      { [`${provider}x`]: token },
    ])
      await expect(identities.getId({ IdentityPoolId, Logins })).rejects.toMatchObject(refused);
  });

  test('an access token, a made-up token, and one that has expired', async () => {
    const { AccessToken, IdToken } = await identity.signIn(email);
    for (const token of [AccessToken, 'made.up.token'])
      await expect(identities.getId({ IdentityPoolId, Logins: { [provider]: token } })).rejects.toMatchObject(refused);
    identity.wait(1_801);
    await expect(identities.getId({ IdentityPoolId, Logins: { [provider]: IdToken } })).rejects.toMatchObject({
      ...refused,
      message: 'Invalid login token. Token expired.',
    });
  });

  test('a user who was disabled', async () => {
    const Logins = await loginsOf();
    await setUser(database, email, { enabled: false });
    await expect(identities.getId({ IdentityPoolId, Logins })).rejects.toMatchObject(refused);
  });
});

test('an unknown pool and an unknown identity are not found', async () => {
  const unknown = { name: 'ResourceNotFoundException' };
  await expect(identities.getId({ IdentityPoolId: 'local:another' })).rejects.toMatchObject(unknown);
  await expect(
    identities.getCredentialsForIdentity({ IdentityId: 'local:nobody', Logins: await loginsOf() }),
  ).rejects.toMatchObject(unknown);
});
