// The hosted login with a certified OAuth client, and a browser's cookies played by hand.
import * as oauth from 'oauth4webapi';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';
import { findUser, updateUser } from '../accounts/user.store.ts';
import { sealTotp } from '../factors/totp.ts';

const insecure = { [oauth.allowInsecureRequests]: true };
const redirectUri = 'http://localhost:4999/callback';
const email = 'ada@example.com';
const password = 'correct horse';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;
let server: oauth.AuthorizationServer;
let client: oauth.Client;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database, { redirectUris: [redirectUri, 'com.example.app:/done'] });
  const issuer = new URL(identity.pool.issuer);
  server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  client = { client_id: identity.pool.clientId };
});
beforeEach(async () => {
  await emptyIdentity(database);
  await action('SignUp', { Username: email, Password: password, UserAttributes: [{ Name: 'nickname', Value: 'Ada' }] });
  await action('ConfirmSignUp', { Username: email, ConfirmationCode: identity.codeFor(email) });
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

async function action(name: string, body: object) {
  const response = await fetch(identity.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${name}`,
    },
    body: JSON.stringify({ ClientId: identity.pool.clientId, ...body }),
  });
  return (await response.json()) as Record<string, unknown> & { __type?: string };
}

/** A browser that keeps cookies and does not follow redirects by itself. */
function createBrowser() {
  const cookies = new Map<string, string>();
  async function request(address: string, init: RequestInit = {}) {
    const response = await fetch(new URL(address, identity.address), {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }
  return {
    get: request,
    submit: (address: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      request(address, {
        method: 'POST',
        headers: { origin: identity.address, ...headers },
        body: new URLSearchParams(fields),
      }),
  };
}

async function authorization(change: Record<string, string> = {}) {
  const verifier = oauth.generateRandomCodeVerifier();
  const params = new URLSearchParams({
    client_id: identity.pool.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'somewhere',
    nonce: 'only-once',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...change,
  });
  return { verifier, address: `${server.authorization_endpoint}?${params}` };
}

function exchange(callback: URL, verifier: string) {
  const params = oauth.validateAuthResponse(server, client, callback, 'somewhere');
  return oauth.authorizationCodeGrantRequest(server, client, oauth.None(), params, redirectUri, verifier, insecure);
}

async function logIn(browser = createBrowser(), change: Record<string, string> = {}) {
  const { verifier, address } = await authorization(change);
  const toLogin = await browser.get(address);
  const login = toLogin.headers.get('location') ?? '';
  const answer = await browser.submit(login, { email, password });
  return { browser, verifier, login, callback: new URL(answer.headers.get('location') ?? 'none:') };
}

test.each<[string, (accessToken: string) => Promise<unknown>]>([
  [
    'a new password by mail',
    async () => {
      await action('ForgotPassword', { Username: email });
      const ConfirmationCode = identity.codeFor(email);
      await action('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: 'battery staple' });
    },
  ],
  ['signing out everywhere', (AccessToken) => action('GlobalSignOut', { AccessToken })],
])('%s ends the codes that were handed out before', async (_what, end) => {
  const { AccessToken } = await identity.signIn(email);
  const { callback, verifier } = await logIn();
  await end(AccessToken);
  const answer = await exchange(callback, verifier);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
});

test('[I-07] a code with its verifier gives tokens, whose keys and claims a certified client accepts; they renew', async () => {
  const { verifier, callback } = await logIn();
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, await exchange(callback, verifier), {
    expectedNonce: 'only-once',
    requireIdToken: true,
  });
  const expected = { email, nickname: 'Ada', aud: client.client_id, amr: ['pwd'] };
  expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject(expected);

  const info = await oauth.userInfoRequest(server, client, tokens.access_token, insecure);
  expect(await info.json()).toMatchObject({ email, nickname: 'Ada', email_verified: 'true' });

  const refresh = () =>
    oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token ?? '', insecure);
  const renewed = await oauth.processRefreshTokenResponse(server, client, await refresh());
  expect(renewed.access_token).not.toBe(tokens.access_token);

  await oauth.processRevocationResponse(
    await oauth.revocationRequest(server, client, oauth.None(), tokens.refresh_token ?? '', insecure),
  );
  expect(await (await refresh()).json()).toMatchObject({ error: 'invalid_grant' });
  expect((await oauth.userInfoRequest(server, client, tokens.access_token, insecure)).status).toBe(401);
});

test.each([
  ['openid', { email: undefined, nickname: undefined }],
  ['openid email', { email, nickname: undefined }],
  ['openid profile', { email: undefined, nickname: 'Ada' }],
  ['openid aws.cognito.signin.user.admin', { email, nickname: 'Ada' }],
])('an application with the scope %s is told no more', async (scope, told) => {
  const { verifier, callback } = await logIn(createBrowser(), { scope });
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, await exchange(callback, verifier), {
    expectedNonce: 'only-once',
    requireIdToken: true,
  });
  const info = await (await oauth.userInfoRequest(server, client, tokens.access_token, insecure)).json();
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  expect({ email: claims?.email, nickname: claims?.nickname }).toEqual(told);
  expect({ email: info.email, nickname: info.nickname }).toEqual(told);
});

test('an application’s refresh token renews its own tokens, and is none of the protocol', async () => {
  const { verifier, callback } = await logIn();
  const given = await oauth.processAuthorizationCodeResponse(server, client, await exchange(callback, verifier), {
    expectedNonce: 'only-once',
  });
  const RefreshToken = given.refresh_token ?? '';
  const refused = { __type: 'NotAuthorizedException', message: 'Invalid Refresh Token' };
  expect(await action('GetTokensFromRefreshToken', { RefreshToken })).toEqual(refused);
  const AuthParameters = { REFRESH_TOKEN: RefreshToken };
  expect(await action('InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters })).toEqual(refused);
  const renewed = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), RefreshToken, insecure);
  expect(renewed.status).toBe(200);
});

test('a form that cannot be read is refused, and one that is too long ends the connection', async () => {
  const browser = createBrowser();
  const login = (await browser.get((await authorization()).address)).headers.get('location') ?? '';
  const broken = await browser.get(login, {
    method: 'POST',
    headers: { origin: identity.address, 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nnothing of the kind',
  });
  expect(broken.status).toBe(400);
  const tooLong = [
    await browser.submit(login, { email, password: 'x'.repeat(30_000) }),
    await browser.submit('/identity/oauth2/token', { code: 'x'.repeat(30_000) }),
    await browser.submit('/identity/oauth2/revoke', { token: 'x'.repeat(30_000) }),
  ];
  for (const { status, headers } of tooLong) expect([status, headers.get('connection')]).toEqual([400, 'close']);
});

test('the form says where it is from, also where the shop is reached by plain http', async () => {
  const browser = createBrowser();
  const login = (await browser.get((await authorization()).address)).headers.get('location') ?? '';
  expect((await browser.get(login)).headers.get('referrer-policy')).toBe('same-origin');
});

test('[I-07] a code is good once, for its verifier, its address and five minutes', async () => {
  const first = await logIn();
  expect((await exchange(first.callback, first.verifier)).status).toBe(200);
  expect(await (await exchange(first.callback, first.verifier)).json()).toMatchObject({ error: 'invalid_grant' });

  const second = await logIn();
  expect((await exchange(second.callback, oauth.generateRandomCodeVerifier())).status).toBe(400);
  expect((await exchange(second.callback, second.verifier)).status).toBe(400);

  const third = await logIn();
  identity.wait(301);
  expect((await exchange(third.callback, third.verifier)).status).toBe(400);

  const fourth = await logIn();
  const params = oauth.validateAuthResponse(server, client, fourth.callback, 'somewhere');
  const elsewhere = 'com.example.app:/done';
  const refused = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    params,
    elsewhere,
    fourth.verifier,
    insecure,
  );
  expect(refused.status).toBe(400);
});

test('[I-07] addresses to return to are matched exactly, and nobody is sent to another', async () => {
  const browser = createBrowser();
  for (const given of [
    'http://localhost:4999/callback/',
    'http://localhost:4999/callback?x=1',
    'http://localhost:4999/Callback',
    'http://localhost:4999/callback#f',
    'https://evil.example/callback',
    '//evil.example',
    '',
  ]) {
    for (const path of ['/identity/oauth2/authorize', '/identity/login']) {
      const { address } = await authorization({ redirect_uri: given });
      const response = await browser.get(`${path}${new URL(address).search}`);
      expect(response.status, given).toBe(400);
      expect(response.headers.get('location')).toBeNull();
    }
  }
  const logout = await browser.get('/identity/logout?client_id=testclient&logout_uri=https%3A%2F%2Fevil.example');
  expect([logout.status, logout.headers.get('location')]).toEqual([400, null]);
});

test('[I-07] a client that asks wrongly is told at its own address', async () => {
  const browser = createBrowser();
  for (const [change, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ scope: 'openid everything' }, 'invalid_scope'],
    [{ nonce: 'a\u0000b' }, 'invalid_request'],
    [{ prompt: 'none' }, 'login_required'],
  ] as const) {
    const { address } = await authorization(change);
    const target = new URL((await browser.get(address)).headers.get('location') ?? 'none:');
    expect([target.origin + target.pathname, target.searchParams.get('error')]).toEqual([redirectUri, error]);
    expect(target.searchParams.get('state')).toBe('somewhere');
  }
});

test('[I-07] what a client sends is sent back only as far as a header is read', async () => {
  const browser = createBrowser();
  for (const [change, sentBack] of [
    [{ state: 's'.repeat(4_096) }, null],
    [{ state: 's'.repeat(4_097) }, 'invalid_request'],
    // Nine signs each in an address.
    [{ state: '€'.repeat(456) }, 'invalid_request'],
    [{ state: 'a\u0000b' }, 'invalid_request'],
    [{ nonce: 'n'.repeat(4_000), state: 's'.repeat(4_000), login_hint: 'h'.repeat(4_000) }, 'invalid_request'],
  ] as const) {
    const { address } = await authorization(change);
    const location = (await browser.get(address)).headers.get('location') ?? 'none:';
    expect(location.length).toBeLessThan(9_000);
    const target = new URL(location, 'http://shop.test');
    expect(target.searchParams.get('error'), JSON.stringify(change).slice(0, 60)).toBe(sentBack);
    if (sentBack) expect((target.searchParams.get('state') ?? '').length).toBeLessThanOrEqual(4_096);
  }
});

test('[I-07] the form says what is wrong, keeps the email, and works by its labels', async () => {
  const browser = createBrowser();
  const { address } = await authorization();
  const login = (await browser.get(address)).headers.get('location') ?? '';
  const form = await (await browser.get(login)).text();
  expect(form).toContain('<label for="email">Email</label>');
  expect(form).toContain('<label for="password">Password</label>');

  for (const fields of [
    { email, password: 'wrong' },
    { email: 'nobody@example.com', password },
  ]) {
    const refused = await browser.submit(login, fields);
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(page).toContain('Incorrect username or password.');
    expect(page).toContain(`value="${fields.email}"`);
    expect(page).not.toContain(fields.password);
  }
  const hostile = await (await browser.submit(login, { email: '"><script>alert(1)</script>', password })).text();
  expect(hostile).not.toContain('<script>');
  expect((await browser.submit(login, { email, password: 'x'.repeat(30_000) })).status).toBe(400);
});

test('the form cannot be sent from another site', async () => {
  const browser = createBrowser();
  const { address } = await authorization();
  const login = (await browser.get(address)).headers.get('location') ?? '';
  const forged = await browser.submit(login, { email, password }, { origin: 'https://evil.example' });
  expect(forged.status).toBe(403);
  expect(forged.headers.get('set-cookie')).toBeNull();
});

test('[I-07] who is signed in goes through without the form, until logout', async () => {
  const { browser } = await logIn();
  const { address } = await authorization();
  const again = await browser.get(address);
  expect(again.headers.get('location')).toMatch(/^http:\/\/localhost:4999\/callback\?code=/);
  const afresh = await authorization({ prompt: 'login' });
  expect((await browser.get(afresh.address)).headers.get('location')).toMatch(/^\/identity\/login/);

  const out = await browser.get('/identity/logout?client_id=testclient&logout_uri=http%3A%2F%2Flocalhost%3A4999%2Fbye');
  expect(out.headers.get('location')).toBe('http://localhost:4999/bye');
  expect((await browser.get(address)).headers.get('location')).toMatch(/^\/identity\/login/);
});

test('[I-07] the second factor is asked for, and its session is good for nothing else', async () => {
  const user = await findUser(database.kysely, email);
  if (!user) throw new Error('no user');
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  await updateUser(database.kysely, user.user_id, {
    totp_sealed: sealTotp(identity.secrets, user.user_id, secret),
    totp_enabled: true,
  });
  const browser = createBrowser();
  const { address } = await authorization();
  const login = (await browser.get(address)).headers.get('location') ?? '';
  const asked = await browser.submit(login, { email, password });
  expect(asked.status).toBe(200);
  const page = await asked.text();
  expect(page).toContain('<label for="code">Authentication code</label>');
  const session = page.match(/name="session" value="([^"]+)"/)?.[1] ?? '';

  const wrong = await browser.submit(login, { session, challenge: 'SOFTWARE_TOKEN_MFA', code: '000000' });
  expect(await wrong.text()).toContain('Invalid verification code provided');
  const other = await browser.submit(login, { session, challenge: 'EMAIL_OTP', code: '000000' });
  expect(await other.text()).toContain('Invalid session for the user.');
  const code = TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: identity.now().getTime(),
  });
  const done = await browser.submit(login, { session, challenge: 'SOFTWARE_TOKEN_MFA', code });
  expect(done.headers.get('location')).toMatch(/^http:\/\/localhost:4999\/callback\?code=/);
});

test('a recovery code stands in for the second factor, once', async () => {
  const { AccessToken } = await identity.signIn(email);
  await action('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: true } });
  const { body } = await identity.call('HearthAccounts.CreateRecoveryCodes', { AccessToken });
  const [code = ''] = (body as { Codes?: string[] }).Codes ?? [];
  const { address } = await authorization();
  async function logInBy(given: string) {
    const browser = createBrowser();
    const login = (await browser.get(address)).headers.get('location') ?? '';
    const page = await (await browser.submit(login, { email, password })).text();
    const session = page.match(/name="session" value="([^"]+)"/)?.[1] ?? '';
    return browser.submit(login, { session, challenge: 'EMAIL_OTP', code: given });
  }
  expect((await logInBy(code)).headers.get('location')).toMatch(/^http:\/\/localhost:4999\/callback\?code=/);
  expect(await (await logInBy(code)).text()).toContain('Invalid verification code provided');
});

test('a login forgets the wrong passwords before it', async () => {
  const browser = createBrowser();
  const { address } = await authorization();
  const login = (await browser.get(address)).headers.get('location') ?? '';
  for (let round = 0; round < 2; round++) {
    for (let time = 0; time < 4; time++)
      expect(await (await browser.submit(login, { email, password: 'wrong horse' })).text()).toContain(
        'Incorrect username or password.',
      );
    expect((await browser.submit(login, { email, password })).headers.get('location')).toMatch(/callback\?code=/);
  }
});

test('the secret of the login cookie is no refresh token', async () => {
  const { browser } = await logIn();
  const { address } = await authorization({ scope: 'openid aws.cognito.signin.user.admin' });
  const response = await browser.get(address);
  expect(response.status).toBe(302);
  const sessions = await database.kysely.selectFrom('identity.session').selectAll().execute();
  expect(sessions.map(({ client_id }) => client_id)).toContain('hosted login');
  const cookie = await loginCookie();
  expect(await action('GetTokensFromRefreshToken', { RefreshToken: cookie })).toMatchObject({
    __type: 'NotAuthorizedException',
  });
});

async function loginCookie(): Promise<string> {
  const { address } = await authorization();
  const first = await fetch(address, { redirect: 'manual' });
  const answer = await fetch(new URL(first.headers.get('location') ?? '', identity.address), {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: identity.address },
    body: new URLSearchParams({ email, password }),
  });
  return answer.headers.get('set-cookie')?.match(/hearth_login=([^;]+)/)?.[1] ?? '';
}
