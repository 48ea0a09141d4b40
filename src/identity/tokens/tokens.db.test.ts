// Which tokens are believed: those that this pool signed, unchanged, for this use, in their time.
import { generateKeyPairSync } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';

const email = 'ada@example.com';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;
let tokens: Awaited<ReturnType<TestIdentity['signIn']>>;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
});
beforeEach(async () => {
  await emptyIdentity(database);
  await identity.register(email);
  tokens = await identity.signIn(email);
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

const keySetUrl = () => new URL(`${identity.pool.issuer}/.well-known/jwks.json`);

async function whoIs(AccessToken: string) {
  const { status, body } = await identity.call('GetUser', { AccessToken });
  return status === 200 ? 'known' : body.message;
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The same claims, signed by somebody else. */
async function forged(alg: 'RS256' | 'HS256', key: Parameters<SignJWT['sign']>[0], changed: JWTPayload = {}) {
  const { kid = '' } = decodeProtectedHeader(tokens.AccessToken);
  return new SignJWT({ ...decodeJwt(tokens.AccessToken), ...changed }).setProtectedHeader({ alg, kid }).sign(key);
}

test('others can verify a token with the published keys, which hold nothing private', async () => {
  const { payload } = await jwtVerify(tokens.IdToken, createRemoteJWKSet(keySetUrl()), {
    issuer: identity.pool.issuer,
    audience: identity.pool.clientId,
    algorithms: ['RS256'],
  });
  expect(payload).toMatchObject({ email, token_use: 'id' });
  const { keys } = await (await fetch(keySetUrl())).json();
  for (const key of keys) expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
});

describe('no access token is', () => {
  const refused = 'Invalid Access Token';

  test('one that was changed', async () => {
    const [header = '', payload = '', signature = ''] = tokens.AccessToken.split('.');
    const claims = decodeJwt(tokens.AccessToken);
    for (const token of [
      `${header}.${base64url({ ...claims, sub: 'somebody else' })}.${signature}`,
      `${header}.${base64url({ ...claims, exp: Number(claims.exp) + 3_600 })}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      'x',
    ])
      expect(await whoIs(token)).toBe(refused);
    expect(await whoIs(tokens.AccessToken)).toBe('known');
  });

  test('one without a signature', async () => {
    const { kid } = decodeProtectedHeader(tokens.AccessToken);
    const [, payload, signature] = tokens.AccessToken.split('.');
    for (const alg of ['none', 'None', 'NONE', ''])
      for (const end of ['', signature])
        expect(await whoIs(`${base64url({ alg, kid, typ: 'JWT' })}.${payload}.${end}`)).toBe(refused);
  });

  test('one that is signed with the public key as a secret', async () => {
    const { keys } = await (await fetch(keySetUrl())).json();
    for (const secret of [JSON.stringify(keys[0]), keys[0].n, Buffer.from(keys[0].n, 'base64url')])
      expect(await whoIs(await forged('HS256', Buffer.from(secret)))).toBe(refused);
  });

  test('one that is signed with another key under our key’s name', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    expect(await whoIs(await forged('RS256', privateKey))).toBe(refused);
  });

  test('one of another pool', async () => {
    const other = await startIdentity(database, { id: 'local_Another1' });
    await other.register('eve@example.com');
    const { AccessToken } = await other.signIn('eve@example.com');
    expect((await other.call('GetUser', { AccessToken })).status).toBe(200);
    expect(await whoIs(AccessToken)).toBe(refused);
    await other.close();
  });

  test('an ID token, a refresh token, or the session token of credentials', async () => {
    const Logins = { [identity.pool.issuer.replace('http://', '')]: tokens.IdToken };
    const IdentityPoolId = identity.pool.identityPoolId;
    const { IdentityId } = (await identity.call('AWSCognitoIdentityService.GetId', { IdentityPoolId, Logins })).body;
    const asked = await identity.call('AWSCognitoIdentityService.GetCredentialsForIdentity', { IdentityId, Logins });
    const { SessionToken } = JSON.parse(asked.text).Credentials;
    for (const token of [tokens.IdToken, tokens.RefreshToken, SessionToken]) expect(await whoIs(token)).toBe(refused);
  });

  test('one that has expired', async () => {
    // The clock goes on by itself as well: half an hour, less what a busy machine may take.
    identity.wait(1_740);
    expect(await whoIs(tokens.AccessToken)).toBe('known');
    identity.wait(61);
    expect(await whoIs(tokens.AccessToken)).toBe('Access Token has expired');
  });

  test('one whose account, or sign-in, is gone', async () => {
    await emptyIdentity(database);
    expect(await whoIs(tokens.AccessToken)).toBe('Access Token has been revoked');
  });
});

test('an access token is no ID token, and a refresh token no other', async () => {
  const provider = identity.pool.issuer.replace('http://', '');
  const getId = (token: string) =>
    identity.call('AWSCognitoIdentityService.GetId', {
      IdentityPoolId: identity.pool.identityPoolId,
      Logins: { [provider]: token },
    });
  for (const token of [tokens.AccessToken, tokens.RefreshToken])
    expect((await getId(token)).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Invalid login token.',
    });
  for (const RefreshToken of [tokens.AccessToken, tokens.IdToken])
    expect((await identity.call('GetTokensFromRefreshToken', { RefreshToken })).body.message).toBe(
      'Invalid Refresh Token',
    );
});
