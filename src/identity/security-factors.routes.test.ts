// What an account is opened with beside the password: its owner hears of every change, and a reset takes away what stays.
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPasskey } from '../../test/clients/passkey.ts';
import { openTestDatabase } from '../../test/database/test-database.ts';
import { emptyIdentity, password, startIdentity, type TestIdentity } from '../../test/parts/identity.ts';
import { findUser } from './user.store.ts';

const email = 'ada@example.com';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;
let AccessToken: string;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
});
beforeEach(async () => {
  await emptyIdentity(database);
  await identity.register(email);
  AccessToken = (await identity.signIn(email)).AccessToken;
  identity.mails.length = 0;
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

type Passkey = ReturnType<typeof createPasskey>;

async function addPasskey(passkey: Passkey) {
  const { body } = await identity.call('StartWebAuthnRegistration', { AccessToken });
  const { CredentialCreationOptions: options } = body as { CredentialCreationOptions: { challenge: string } };
  return identity.call('CompleteWebAuthnRegistration', { AccessToken, Credential: passkey.create(options) });
}

async function signInWith(passkey: Passkey) {
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
}

function begin(PASSWORD = password) {
  const AuthParameters = { USERNAME: email, PASSWORD };
  return identity.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
}

async function reset() {
  await identity.call('ForgotPassword', { Username: email });
  const ConfirmationCode = identity.codeFor(email);
  return identity.call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: 'battery staple' });
}

async function setPreference(settings: object) {
  expect((await identity.call('SetUserMFAPreference', { AccessToken, ...settings })).status).toBe(200);
}

async function verifyAuthenticator() {
  const { SecretCode } = (await identity.call('AssociateSoftwareToken', { AccessToken })).body;
  const UserCode = identity.totpCode(SecretCode);
  expect((await identity.call('VerifySoftwareToken', { AccessToken, UserCode })).status).toBe(200);
  identity.wait(60);
}

async function trustDevice(DeviceRememberedStatus: string, DeviceKey: string | undefined) {
  await identity.call('UpdateDeviceStatus', { AccessToken, DeviceKey, DeviceRememberedStatus });
}

async function confirmedDevice() {
  const { AuthenticationResult } = (await begin()).body;
  const DeviceKey = AuthenticationResult?.NewDeviceMetadata?.DeviceKey;
  const DeviceSecretVerifierConfig = { PasswordVerifier: 'ZZZZ', Salt: 'ZZZZ' };
  AccessToken = AuthenticationResult?.AccessToken ?? '';
  await identity.call('ConfirmDevice', { AccessToken, DeviceKey, DeviceSecretVerifierConfig });
  return DeviceKey;
}

/** What the owner was told since it was last asked. */
function news() {
  return identity.mails.splice(0).flatMap(({ to, paragraphs }) => (to === email ? paragraphs : []));
}

describe('the owner is told by mail', () => {
  test('when an authenticator app is turned on, replaced and turned off', async () => {
    await verifyAuthenticator();
    expect(news(), 'nothing has changed yet').toEqual([]);
    await setPreference({ SoftwareTokenMfaSettings: { Enabled: true } });
    expect(news()).toEqual([expect.stringContaining('authenticator app is asked for')]);
    await setPreference({ SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } });
    expect(news(), 'it was on').toEqual([]);
    await verifyAuthenticator();
    expect(news()).toEqual([expect.stringContaining('Another authenticator app')]);
    await setPreference({ SoftwareTokenMfaSettings: { Enabled: false } });
    expect(news()).toEqual([expect.stringContaining('no longer asked for')]);
  });

  test('when codes by mail are turned on and off', async () => {
    await setPreference({ EmailMfaSettings: { Enabled: true } });
    expect(news()).toEqual([expect.stringContaining('code by email is asked for')]);
    await setPreference({ EmailMfaSettings: { Enabled: false } });
    expect(news()).toEqual([expect.stringContaining('no longer asked for')]);
  });

  test('when an authenticator app is set up at sign-in', async () => {
    const strict = await startIdentity(database, { secondFactorRequired: true });
    const AuthParameters = { USERNAME: email, PASSWORD: password };
    const asked = await strict.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
    const { SecretCode, Session } = (await strict.call('AssociateSoftwareToken', { Session: asked.body.Session })).body;
    const verified = await strict.call('VerifySoftwareToken', { Session, UserCode: strict.totpCode(SecretCode) });
    await strict.call('RespondToAuthChallenge', {
      ChallengeName: 'MFA_SETUP',
      Session: verified.body.Session,
      ChallengeResponses: { USERNAME: email },
    });
    expect(strict.mails.map(({ paragraphs }) => paragraphs)).toEqual([
      [expect.stringContaining('authenticator app is asked for')],
    ]);
    await strict.close();
  });

  test('when a passkey is added and removed', async () => {
    const passkey = createPasskey(identity.address);
    expect((await addPasskey(passkey)).status).toBe(200);
    expect(news()).toEqual([expect.stringContaining('passkey was added')]);
    await identity.call('DeleteWebAuthnCredential', { AccessToken, CredentialId: passkey.id });
    expect(news()).toEqual([expect.stringContaining('passkey was removed')]);
    await identity.call('DeleteWebAuthnCredential', { AccessToken, CredentialId: passkey.id });
    expect(news(), 'there was none any more').toEqual([]);
  });

  test('when a device is trusted, once', async () => {
    const DeviceKey = await confirmedDevice();
    await trustDevice('remembered', DeviceKey);
    expect(news()).toEqual([expect.stringContaining('marked as trusted')]);
    await trustDevice('remembered', DeviceKey);
    await trustDevice('not_remembered', DeviceKey);
    expect(news()).toEqual([]);
  });
});

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);

test('a new password by mail takes the passkeys away', async () => {
  const passkey = createPasskey(identity.address);
  await addPasskey(passkey);
  expect((await signInWith(passkey)).status).toBe(200);
  expect((await reset()).status).toBe(200);
  expect((await signInWith(passkey)).body.__type).toBe('NotAuthorizedException');
});

test('an account has twenty passkeys at most', async () => {
  const user_id = (await findUser(database.kysely, email))?.user_id ?? '';
  const rows = Array.from({ length: 20 }, (_, number) => ({
    credential_id: `passkey-${number}`,
    user_id,
    name: 'Passkey',
    public_key: Buffer.of(1),
    counter: 0,
    transports: '[]',
    relying_party: 'localhost',
  }));
  await database.kysely.insertInto('identity.passkey').values(rows).execute();
  expect((await addPasskey(createPasskey(identity.address))).body.__type).toBe('LimitExceededException');
  await identity.call('DeleteWebAuthnCredential', { AccessToken, CredentialId: 'passkey-0' });
  expect((await addPasskey(createPasskey(identity.address))).status).toBe(200);
});

test('an account has fifty devices at most: the one that was used longest ago gives way', async () => {
  const user_id = (await findUser(database.kysely, email))?.user_id ?? '';
  const rows = Array.from({ length: 50 }, (_, number) => ({
    device_key: `device-${number}`,
    user_id,
    device_group_key: 'group',
    name: 'Phone',
    secret_sealed: Buffer.of(1),
    last_authenticated_at: daysAgo(50 - number),
  }));
  await database.kysely.insertInto('identity.device').values(rows).execute();
  const added = await confirmedDevice();
  const kept = await database.kysely.selectFrom('identity.device').select('device_key').execute();
  const keys = kept.map(({ device_key }) => device_key);
  expect(keys).toHaveLength(50);
  expect(keys).toContain(added);
  expect(keys).not.toContain('device-0');
});

test('an account has a hundred sessions at most: ended ones and then the oldest give way', async () => {
  const user_id = (await findUser(database.kysely, email))?.user_id ?? '';
  const rows = Array.from({ length: 99 }, (_, number) => ({
    session_id: randomUUID(),
    user_id,
    client_id: identity.pool.clientId,
    scope: '',
    refresh_token_hmac: randomBytes(32),
    auth_time: daysAgo(100 - number),
    expires_at: new Date(Date.now() + 3_600_000),
    revoked_at: number === 50 ? new Date() : null,
  }));
  await database.kysely.insertInto('identity.session').values(rows).execute();
  const stored = async () => {
    const sessions = await database.kysely.selectFrom('identity.session').select('session_id').execute();
    return sessions.map(({ session_id }) => session_id);
  };
  expect(await stored(), 'with the one of this test').toHaveLength(100);
  await begin();
  expect(await stored()).not.toContain(rows[50]?.session_id);
  expect(await stored()).toContain(rows[0]?.session_id);
  await begin();
  expect(await stored()).not.toContain(rows[0]?.session_id);
  expect(await stored()).toHaveLength(100);
  expect((await identity.call('GetUser', { AccessToken })).status).toBe(200);
});

test('wrong passwords of others do not keep a passkey from its owner', async () => {
  const passkey = createPasskey(identity.address);
  await addPasskey(passkey);
  identity.stopClock();
  for (let time = 0; time < 5; time++) await begin('wrong horse');
  expect((await begin()).body.message).toBe('Password attempts exceeded');
  expect((await signInWith(passkey)).status).toBe(200);
});

test('a password by mail leaves nothing in an account that somebody else filled in and never confirmed', async () => {
  const Username = 'grace@example.com';
  const UserAttributes = [
    { Name: 'nickname', Value: 'not Grace' },
    { Name: 'custom:note', Value: 'planted' },
  ];
  await identity.call('SignUp', { Username, Password: 'of somebody else', UserAttributes });
  await identity.call('ForgotPassword', { Username });
  const ConfirmationCode = identity.codeFor(Username);
  await identity.call('ConfirmForgotPassword', { Username, ConfirmationCode, Password: 'battery staple' });
  const own = await identity.signIn(Username, 'battery staple');
  const user = await identity.call('GetUser', { AccessToken: own.AccessToken });
  expect(user.text).toContain(Username);
  expect(user.text).not.toMatch(/nickname|planted/);
});
