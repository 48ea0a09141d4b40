import { exportSPKI, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { type AccountService, anAccountService, audience, issuer } from '../../../test/factories/account-service.ts';
import { createAuthenticate } from './authenticate.ts';

const jane = { email: 'Jane@Example.com', nickname: 'Jane' };

let accounts: AccountService;
beforeAll(async () => {
  accounts = await anAccountService();
});

function withAuthorization(value?: string): Request {
  return new Request('http://shop.test/api/user/x', { headers: value === undefined ? {} : { authorization: value } });
}

function authenticator(
  fetchKeys: (request: Request) => Response | Promise<Response> = accounts.fetchKeys,
  staffSecondFactor?: 'optional' | 'required' | 'pool',
) {
  const authenticate = createAuthenticate({
    issuer,
    audience,
    fetchKeys,
    ...(staffSecondFactor && { staffSecondFactor }),
  });
  return {
    authenticate,
    judge: (token: string) => authenticate(withAuthorization(`Bearer ${token}`)),
  };
}

test('the ID token says who asks; the address counts in lower case', async () => {
  const customer = await authenticator().judge(await accounts.idToken(jane));
  expect(customer).toEqual({
    userId: 'sub-of-jane@example.com',
    email: 'jane@example.com',
    nickname: 'Jane',
    since: expect.any(Date),
    signedInAt: new Date(0),
    hasSecondFactor: true,
  });
});

test('a token without a nickname is one of somebody without a name', async () => {
  expect(await authenticator().judge(await accounts.idToken(jane, { nickname: undefined }))).toMatchObject({
    nickname: '',
  });
});

test('[B-03] when its owner signed in is what the token says, however often it is renewed', async () => {
  const { judge } = authenticator();
  const signedIn = Math.floor(Date.now() / 1_000) - 1_200;
  const renewed = await accounts.idToken(jane, { auth_time: signedIn, iat: signedIn + 1_190 });
  expect((await judge(renewed))?.signedInAt).toEqual(new Date(signedIn * 1_000));
  const silent = await accounts.idToken(jane, { auth_time: String(signedIn) });
  expect((await judge(silent))?.signedInAt, 'a token that does not say it').toEqual(new Date(0));
});

test.each([
  ['required', ['pwd', 'otp', 'mfa'], true],
  ['required', ['pop', 'mfa'], true],
  ['required', ['pwd'], false],
  ['required', 'mfa', false],
  ['required', undefined, false],
  ['pool', undefined, true],
  ['optional', ['pwd'], true],
] as const)('[B-03] where staff’s second factor is %s, a sign-in by %s', async (setting, amr, expected) => {
  const { judge } = authenticator(accounts.fetchKeys, setting);
  expect((await judge(await accounts.idToken(jane, { amr })))?.hasSecondFactor).toBe(expected);
});

test.each([
  ['no header', undefined],
  ['another scheme, as a proxy with a password of its own uses it', 'Basic dXNlcjpwYXNz'],
])('%s is anonymous', async (_, header) => {
  expect(await authenticator().authenticate(withAuthorization(header))).toBeNull();
});

test('the scheme is read in any case', async () => {
  const { authenticate } = authenticator();
  expect(await authenticate(withAuthorization(`bearer ${await accounts.idToken(jane)}`))).not.toBeNull();
});

const now = () => Math.floor(Date.now() / 1_000);

test.each<[string, () => string | Promise<string>]>([
  ['an empty token', () => ''],
  ['a malformed token', () => 'not.a.token'],
  ['two tokens', async () => `${await accounts.idToken(jane)} ${await accounts.idToken(jane)}`],
  ['an expired token', () => accounts.idToken(jane, { exp: now() - 60 })],
  ['a token that does not say since when', () => accounts.idToken(jane, { iat: undefined })],
  ['a token without an end', () => accounts.idToken(jane, { exp: undefined })],
  ['a token that is not valid yet', () => accounts.idToken(jane, { nbf: now() + 60 })],
  ["a foreign issuer's token", () => accounts.idToken(jane, { iss: 'http://accounts.test/other_pool' })],
  ["another client's token", () => accounts.idToken(jane, { aud: 'otherclient' })],
  ['a token for nobody in particular', () => accounts.idToken(jane, { aud: undefined })],
  ['a token without a subject', () => accounts.idToken(jane, { sub: undefined })],
  ['an access token', () => accounts.idToken(jane, { token_use: 'access' })],
  ['a token without a use', () => accounts.idToken(jane, { token_use: undefined })],
  ['a token without an address', () => accounts.idToken(jane, { email: undefined })],
  ['a token with an address that is not confirmed', () => accounts.idToken(jane, { email_verified: false })],
  ['a token that does not say whether its address is', () => accounts.idToken(jane, { email_verified: undefined })],
  ['a token that merely writes that it is', () => accounts.idToken(jane, { email_verified: 'true' })],
  ['a token with other claims than were signed', async () => tampered(await accounts.idToken(jane))],
  ['a token that was signed with another key', async () => (await anAccountService()).idToken(jane)],
  ['a token with an unknown key id', () => accounts.idToken(jane, {}, { kid: 'key-2' })],
  ['a token with alg none', () => new UnsecuredJWT(claims()).encode()],
  ['a token with alg none and the header of a signed one', unsigned],
  ['a token with HS256 and the public key as its secret', signedWithPublicKey],
])('%s is refused with 401', async (_, make) => {
  await expect(authenticator().judge(await make())).rejects.toMatchObject({ status: 401 });
});

function claims() {
  const person = { sub: 'sub-of-jane@example.com', email: 'jane@example.com', email_verified: true };
  return { ...person, token_use: 'id', iss: issuer, aud: audience, exp: now() + 3_600 };
}

function tampered(token: string): string {
  const [header, body = '', signature] = token.split('.');
  const changed = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), email: 'other@example.com' };
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
}

async function unsigned(): Promise<string> {
  const [header, body] = (await accounts.idToken(jane)).split('.');
  return `${header}.${body}.`;
}

async function signedWithPublicKey(): Promise<string> {
  const secret = new TextEncoder().encode(await exportSPKI(accounts.publicKey));
  return new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(secret);
}

test('a token that ended a moment ago still holds: clocks differ', async () => {
  const token = await accounts.idToken(jane, { exp: now() - 3 });
  expect(await authenticator().judge(token)).toMatchObject({ email: 'jane@example.com' });
});

test('a token that has held before ends when it says so, and is not judged by its beginning', async () => {
  const { judge } = authenticator();
  const token = await accounts.idToken(jane, { exp: now() - 8 });
  expect(await judge(token)).toMatchObject({ email: 'jane@example.com' });
  await expect(judge(`${token.slice(0, -6)}AAAAAA`)).rejects.toMatchObject({ status: 401 });
  await expect
    .poll(
      () =>
        judge(token).then(
          () => 'holds',
          (refusal) => refusal.status,
        ),
      { timeout: 6_000 },
    )
    .toBe(401);
});

test('the key set is asked for at its address, once for many tokens', async () => {
  const service = await anAccountService();
  const { judge } = authenticator(service.fetchKeys);
  for (const name of ['a', 'b', 'c']) await judge(await service.idToken({ email: `${name}@example.com` }));
  expect(service.asked).toEqual([`${issuer}/.well-known/jwks.json`]);
});

test('tokens with unknown key ids do not make the key set be asked for again and again', async () => {
  const service = await anAccountService();
  const { judge } = authenticator(service.fetchKeys);
  for (let index = 0; index < 20; index++) {
    const token = await service.idToken(jane, {}, { kid: `made-up-${index}` });
    await expect(judge(token)).rejects.toMatchObject({ status: 401 });
  }
  expect(service.asked).toHaveLength(1);
});

test('a token whose header is refused already makes nobody ask for keys', async () => {
  const service = await anAccountService();
  await expect(authenticator(service.fetchKeys).judge(await signedWithPublicKey())).rejects.toThrow();
  expect(service.asked).toEqual([]);
});

test.each<[string, () => Response | Promise<Response>]>([
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ['answers an error', () => new Response('', { status: 500 })],
  ['answers no JSON', () => new Response('<html>')],
  ['answers no key set', () => Response.json({ keys: 'none' })],
])('a key set that %s is 503, which signs nobody out', async (_, fetchKeys) => {
  const token = await accounts.idToken(jane);
  await expect(authenticator(fetchKeys).judge(token)).rejects.toMatchObject({ status: 503 });
});

test('a key set that was away is asked for again by the next token', async () => {
  let away = true;
  const { judge } = authenticator((request) =>
    away ? new Response('', { status: 502 }) : accounts.fetchKeys(request),
  );
  const token = await accounts.idToken(jane);
  await expect(judge(token)).rejects.toMatchObject({ status: 503 });
  away = false;
  expect(await judge(token)).toMatchObject({ email: 'jane@example.com' });
});
