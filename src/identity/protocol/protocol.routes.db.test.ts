// Protocol answers to requests that no client of a vendor makes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, password, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';

const email = 'ada@example.com';

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

const signUp = () => ({ ClientId: identity.pool.clientId, Username: email, Password: password });
const serialization = 'SerializationException';
const invalid = 'InvalidParameterException';

describe('the request', () => {
  test.each(['', '/'])('is answered at /identity%s', async (end) => {
    const response = await fetch(`${identity.endpoint}${end}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
      },
      body: JSON.stringify({ ...signUp(), Username: `a${email}` }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-amz-json-1.1');
    expect(response.headers.get('x-amzn-requestid')).toBeTruthy();
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('names its error in the body and in a header', async () => {
    const { status, headers, body } = await identity.call('GetUser', { AccessToken: 'x' });
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('application/x-amz-json-1.1');
    expect(headers.get('x-amzn-errortype')).toBe('NotAuthorizedException');
    expect(body).toEqual({ __type: 'NotAuthorizedException', message: 'Invalid Access Token' });
  });

  test.each(['GET', 'PUT', 'DELETE', 'HEAD'])('%s is not found', async (method) => {
    for (const end of ['', '/']) expect((await fetch(`${identity.endpoint}${end}`, { method })).status).toBe(404);
  });

  test('from another site is allowed, as a browser asks before', async () => {
    const asked = await fetch(identity.endpoint, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-amz-target,x-amz-user-agent',
      },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
    const allowed = asked.headers.get('access-control-allow-headers')?.toLowerCase().split(/,\s*/);
    expect(allowed).toEqual(
      expect.arrayContaining([
        'content-type',
        'x-amz-target',
        'x-amz-user-agent',
        'cache-control',
        'amz-sdk-invocation-id',
        'amz-sdk-request',
        'authorization',
        'x-amz-date',
        'x-amz-security-token',
        'x-amz-content-sha256',
      ]),
    );
    const { headers } = await identity.send('SignUp', '{}', { origin: 'https://elsewhere.example' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('x-amzn-errortype');
  });
});

describe('the action', () => {
  test.each([
    'SignUpp',
    'signup',
    'AdminGetUser',
    'constructor',
    '__proto__',
    'toString',
    'AWSCognitoIdentityProviderService.',
    'AWSCognitoIdentityService.SignUp',
    'constructor.name',
    'x.SignUp',
    '.',
  ])('%s is unknown', async (action) => {
    expect((await identity.send(action, JSON.stringify(signUp()))).body.__type).toBe('UnknownOperationException');
  });

  test('that is missing is unknown', async () => {
    const headers = { 'content-type': 'application/x-amz-json-1.1' };
    const response = await fetch(identity.endpoint, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ __type: 'UnknownOperationException' });
  });
});

describe('the body', () => {
  test.each([
    ['nothing', ''],
    ['half of an object', '{"Username":'],
    ['no JSON', '<SignUp/>'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a text', '"SignUp"'],
    ['a number', '5'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x00])],
    ['a very deep object', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ])('that is %s is refused', async (_what, body) => {
    const { status, body: answered } = await identity.send('SignUp', body);
    expect(status).toBe(400);
    expect([serialization, invalid]).toContain(answered.__type);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml'])(
    'of the type %s is refused',
    async (type) => {
      const { body } = await identity.send('SignUp', JSON.stringify(signUp()), { 'content-type': type });
      expect(body.__type).toBe(serialization);
    },
  );

  test.each(['application/x-amz-json-1.0', 'application/json; charset=utf-8'])(
    'of the type %s is read',
    async (type) => {
      const { status } = await identity.send('SignUp', JSON.stringify(signUp()), { 'content-type': type });
      expect(status).toBe(200);
    },
  );

  test('of a megabyte is not read, said to be long or not, and does not disturb what comes after it', async () => {
    const large = JSON.stringify({ ...signUp(), ClientMetadata: { filler: 'x'.repeat(1_000_000) } });
    for (const body of [large, new Blob([large]).stream()]) {
      // The connection is closed while the client may still be writing: not every client reads the answer then.
      const outcome = await fetch(identity.endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
        },
        body,
        duplex: 'half',
      } as RequestInit).then(
        async (response) => `${response.headers.get('connection')} ${(await response.json()).__type}`,
        () => 'closed',
      );
      expect([`close ${serialization}`, 'closed']).toContain(outcome);
      expect((await identity.call('GetUser', { AccessToken: 'x' })).status).toBe(400);
    }
    expect((await identity.call('SignUp', signUp())).status, 'nobody was signed up by them').toBe(200);
  });
});

describe('an input', () => {
  test.each([
    ['Username', 5],
    ['Username', ['ada@example.com']],
    ['Username', { toString: 'ada' }],
    ['Password', true],
    ['UserAttributes', 'nickname'],
    ['UserAttributes', { Name: 'nickname', Value: 'Ada' }],
    ['UserAttributes', [['nickname', 'Ada']]],
    ['UserAttributes', [{ Name: 'nickname', Value: 5 }]],
    ['ClientMetadata', 'x'],
    ['ClientMetadata', { x: 5 }],
  ])('of a wrong type (%s: %j) is refused', async (name, value) => {
    expect((await identity.call('SignUp', { ...signUp(), [name]: value })).body.__type).toBe(serialization);
  });

  test.each([
    ['Username', ''],
    ['Username', null],
    ['Username', 'not an address'],
    ['Username', `${'a'.repeat(250)}@example.com`],
    ['Username', 'ada\u0000@example.com'],
    ['Username', 'ada@example.com\r\nBcc: eve@example.com'],
    ['Password', ''],
    ['Password', 'x'.repeat(257)],
    ['Password', 'control\u0000characters'],
    ['UserAttributes', [{ Name: 'nickname', Value: 'nul\u0000' }]],
    ['UserAttributes', [{ Name: 'nickname', Value: 'bell\u0007' }]],
    ['UserAttributes', [{ Name: 'nickname', Value: 'half an emoji \ud83e' }]],
    ['UserAttributes', [{ Name: 'nickname', Value: 'x'.repeat(2_049) }]],
    ['UserAttributes', [{ Name: 'nick\u0000name', Value: 'Ada' }]],
    ['UserAttributes', [{ Name: 'custom:half \ud83e', Value: 'Ada' }]],
    ['UserAttributes', Array(51).fill({ Name: 'nickname', Value: 'Ada' })],
    ['UserAttributes', ['a', 'b', 'c'].map((name) => ({ Name: `custom:${name}`, Value: '語'.repeat(500) }))],
  ])('of a wrong value (%s: %j) is refused', async (name, value) => {
    const { body } = await identity.call('SignUp', { ...signUp(), [name]: value });
    expect([invalid, 'InvalidPasswordException']).toContain(body.__type);
  });

  test('may hold any character that people write', async () => {
    const Value = '👩🏽‍💻 Ада Λ "quotes" <b>\\ \u202e\n';
    await identity.call('SignUp', { ...signUp(), UserAttributes: [{ Name: 'nickname', Value }] });
    await identity.call('ConfirmSignUp', { Username: email, ConfirmationCode: identity.codeFor(email) });
    const { AccessToken } = await identity.signIn(email);
    const user = await identity.call('GetUser', { AccessToken });
    expect(JSON.parse(user.text).UserAttributes).toContainEqual({ Name: 'nickname', Value });
  });

  test('may be a password in any script, of any length up to 256', async () => {
    for (const [index, given] of [
      'пароль-пароль',
      '密碼密碼密碼密碼',
      '🔑🔑🔑🔑🔑🔑🔑🔑',
      ' spaces around ',
      'x'.repeat(256),
    ].entries()) {
      await identity.register(`ada${index}@example.com`, { password: given });
      expect((await identity.signIn(`ada${index}@example.com`, given)).AccessToken).toBeTruthy();
    }
  });

  test('cannot change what every object has', async () => {
    const body = JSON.stringify(signUp()).replace('{', '{"__proto__":{"UserConfirmed":true},"constructor":1,');
    expect((await identity.send('SignUp', body)).body).toMatchObject({ UserConfirmed: false });
    const flow = `{"ClientId":"${identity.pool.clientId}","AuthFlow":"USER_PASSWORD_AUTH",
      "AuthParameters":{"__proto__":{"PASSWORD":"${password}"},"USERNAME":"${email}"}}`;
    expect((await identity.send('InitiateAuth', flow)).body).toMatchObject({
      __type: invalid,
      message: 'Missing required parameter PASSWORD',
    });
    expect(({} as { UserConfirmed?: boolean }).UserConfirmed).toBeUndefined();
  });

  test.each(['constructor', '__proto__', 'toString', 'ADMIN_NO_SRP_AUTH', ''])(
    'AuthFlow %j is refused',
    async (flow) => {
      const { body } = await identity.call('InitiateAuth', { AuthFlow: flow, AuthParameters: { USERNAME: email } });
      expect(body.__type).toBe(invalid);
    },
  );

  test('with control characters is refused wherever it may go', async () => {
    await identity.register(email);
    const { AccessToken, IdToken } = await identity.signIn(email);
    const nul = 'nul\u0000nul';
    const DeviceSecretVerifierConfig = { Salt: 'AQID', PasswordVerifier: 'AQIDBA==' };
    const Logins = { [identity.pool.issuer.replace('http://', '')]: IdToken };
    const identities = 'AWSCognitoIdentityService';
    const inputs: Array<[string, object]> = [
      ['ConfirmSignUp', { Username: nul, ConfirmationCode: '123456' }],
      ['ConfirmSignUp', { Username: email, ConfirmationCode: nul }],
      ['ForgotPassword', { Username: nul }],
      ['InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: nul, PASSWORD: password } }],
      ['InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD: nul } }],
      ['InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: nul } }],
      ['GetTokensFromRefreshToken', { RefreshToken: nul }],
      ['GetUser', { AccessToken: nul }],
      ['ForgetDevice', { AccessToken, DeviceKey: nul }],
      ['UpdateDeviceStatus', { AccessToken, DeviceKey: nul }],
      ['ListDevices', { AccessToken, PaginationToken: nul }],
      ['ConfirmDevice', { AccessToken, DeviceKey: nul, DeviceSecretVerifierConfig }],
      ['DeleteWebAuthnCredential', { AccessToken, CredentialId: nul }],
      ['VerifySoftwareToken', { AccessToken, UserCode: '12\u000056' }],
      ['UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name: 'custom:x', Value: nul }] }],
      [`${identities}.GetId`, { IdentityPoolId: nul }],
      [`${identities}.GetCredentialsForIdentity`, { IdentityId: nul, Logins }],
    ];
    for (const [action, input] of inputs) expect((await identity.call(action, input)).status, action).toBe(400);
  });

  test('the name of a device with control characters is refused', async () => {
    await identity.register(email);
    const { text } = await identity.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    });
    const { AccessToken, NewDeviceMetadata } = JSON.parse(text).AuthenticationResult;
    for (const DeviceName of ['nul\u0000', 'half an emoji \ud83e']) {
      const DeviceSecretVerifierConfig = { Salt: 'AQID', PasswordVerifier: 'AQIDBA==' };
      const input = { AccessToken, DeviceKey: NewDeviceMetadata.DeviceKey, DeviceName, DeviceSecretVerifierConfig };
      expect((await identity.call('ConfirmDevice', input)).body.__type).toBe(invalid);
    }
  });

  test('the id of a passkey with control characters is refused', async () => {
    const AuthParameters = { USERNAME: email, PREFERRED_CHALLENGE: 'WEB_AUTHN' };
    const { Session } = (await identity.call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters })).body;
    const CREDENTIAL = JSON.stringify({ id: 'nul\u0000', response: {} });
    const ChallengeResponses = { USERNAME: email, CREDENTIAL };
    const { status } = await identity.call('RespondToAuthChallenge', {
      ChallengeName: 'WEB_AUTHN',
      Session,
      ChallengeResponses,
    });
    expect(status).toBe(400);
  });
});
