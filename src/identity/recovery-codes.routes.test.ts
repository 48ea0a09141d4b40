// Recovery codes for the second factor, the proof that turning a factor off asks for, passkeys that know whose they are, and
// passwords that everybody tries first. Through the vendor's client wherever it has a word for it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSdk } from '../../test/clients/cognito-sdk.ts';
import { createPasskey } from '../../test/clients/passkey.ts';
import { openTestDatabase } from '../../test/database/test-database.ts';
import { emptyIdentity, password, startIdentity, type TestIdentity } from '../../test/parts/identity.ts';
import { createSecrets } from '../platform/secrets.ts';
import { resetSecondFactor } from './administration.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { needsOlderKey, reseal } from './reseal.ts';
import type { Service } from './service.ts';
import { findUser } from './user.store.ts';

const email = 'ada@example.com';
const MINUTE = 60;
const stale = {
  name: 'NotAuthorizedException',
  message: 'This asks for a sign-in of the last 10 minutes. Sign in again.',
};

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;
let users: ReturnType<typeof openSdk>['users'];
let ClientId: string;
let AccessToken: string;
let userId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
  users = openSdk(identity).users;
  ClientId = identity.pool.clientId;
});
beforeEach(async () => {
  await emptyIdentity(database);
  identity.stopClock();
  userId = await identity.register(email);
  AccessToken = (await identity.signIn(email)).AccessToken;
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

/** An action of the service's own. */
async function own(action: string, input: object = {}) {
  const { body } = await identity.call(`HearthAccounts.${action}`, { AccessToken, ...input });
  return body as typeof body & { Left?: number; Codes?: string[] };
}

async function withAuthenticator() {
  const { SecretCode } = await users.associateSoftwareToken({ AccessToken });
  await users.verifySoftwareToken({ AccessToken, UserCode: identity.totpCode(SecretCode) });
  await users.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
  identity.wait(30);
  return SecretCode;
}

const begin = () =>
  users.initiateAuth({
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });

/** Signs in with a code in the place of the authenticator's. */
async function signInWith(code: string) {
  const { Session, ChallengeName } = await begin();
  const name = ChallengeName === 'EMAIL_OTP' ? 'EMAIL_OTP_CODE' : 'SOFTWARE_TOKEN_MFA_CODE';
  const { AuthenticationResult } = await users.respondToAuthChallenge({
    ClientId,
    ChallengeName,
    Session,
    ChallengeResponses: { USERNAME: email, [name]: code },
  });
  return AuthenticationResult?.AccessToken ?? '';
}

const mismatch = { name: 'CodeMismatchException' };

describe('recovery codes', () => {
  test('are ten, and each signs in once instead of the authenticator’s code; the owner hears of it', async () => {
    await withAuthenticator();
    expect((await own('GetRecoveryCodes')).Left).toBe(0);
    const { Codes = [] } = await own('CreateRecoveryCodes');
    expect(new Set(Codes).size).toBe(10);
    for (const code of Codes) expect(code).toMatch(/^[a-z\d]{5}-[a-z\d]{5}$/);
    expect(identity.mails.at(-1)?.paragraphs).toEqual([expect.stringContaining('New recovery codes')]);

    const [first = '', second = ''] = Codes;
    expect(await signInWith(first)).toBeTruthy();
    expect(identity.mails.at(-1)).toMatchObject({ to: email, heading: 'A recovery code was used' });
    expect(identity.mails.at(-1)?.paragraphs[0]).toContain('9 are left');
    await expect(signInWith(first)).rejects.toMatchObject(mismatch);
    expect(await signInWith(` ${second.toUpperCase().replace('-', ' ')} `), 'as it was written down').toBeTruthy();
    expect((await own('GetRecoveryCodes')).Left).toBe(8);
  });

  test('sign in instead of the code by mail too', async () => {
    await users.setUserMFAPreference({ AccessToken, EmailMfaSettings: { Enabled: true } });
    const [code = ''] = (await own('CreateRecoveryCodes')).Codes ?? [];
    expect(await signInWith(code)).toBeTruthy();
    await expect(signInWith(code)).rejects.toMatchObject(mismatch);
  });

  test('of which the same is given twice at once sign in once', async () => {
    await withAuthenticator();
    const [code = ''] = (await own('CreateRecoveryCodes')).Codes ?? [];
    const answers = await Promise.allSettled([signInWith(code), signInWith(code), signInWith(code)]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('end with new ones, with the last second factor, and with the operator’s reset', async () => {
    await withAuthenticator();
    const [old = ''] = (await own('CreateRecoveryCodes')).Codes ?? [];
    const [code = ''] = (await own('CreateRecoveryCodes')).Codes ?? [];
    await expect(signInWith(old)).rejects.toMatchObject(mismatch);
    await users.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: false } });
    expect((await own('GetRecoveryCodes')).Left).toBe(0);
    await withAuthenticator();
    await expect(signInWith(code)).rejects.toMatchObject(mismatch);

    await own('CreateRecoveryCodes');
    await resetSecondFactor(database.kysely, { kind: 'operator', name: 'test' }, userId);
    expect((await findUser(database.kysely, userId))?.recovery_sealed).toBeNull();
  });

  test('are of one account, counted as the other proofs are, and made where there is a second factor', async () => {
    expect((await own('CreateRecoveryCodes')).message).toBe('The user has no second factor.');
    await withAuthenticator();
    const [code = ''] = (await own('CreateRecoveryCodes')).Codes ?? [];
    await identity.register('eve@example.com');
    const hers = (await identity.signIn('eve@example.com')).AccessToken;
    expect((await own('ProveOwner', { AccessToken: hers, Answer: code })).message).toBe(
      'Incorrect username or password.',
    );
    for (let time = 0; time < 5; time++) await expect(signInWith('aaaaa-aaaaa')).rejects.toMatchObject(mismatch);
    await expect(signInWith(code)).rejects.toMatchObject({ message: 'Password attempts exceeded' });
  });

  test('stand nowhere as they are, and last through a change of keys', async () => {
    await withAuthenticator();
    const { Codes = [] } = await own('CreateRecoveryCodes');
    const before = await findUser(database.kysely, userId);
    for (const code of Codes) expect(JSON.stringify(before)).not.toContain(code.replace('-', ''));
    const keys = [Buffer.alloc(32, 9), Buffer.alloc(32, 7)];
    const rotated = createSecrets(keys);
    expect(await needsOlderKey(database.kysely, rotated)).toBe(true);
    await reseal(database.kysely, rotated);
    const after = await findUser(database.kysely, userId);
    const newest = { secrets: createSecrets(keys.slice(0, 1)) } as Service;
    expect(after && countRecoveryCodes(newest, after)).toBe(10);
    // As the other tests seal: signing keys outlast them.
    await reseal(database.kysely, createSecrets([Buffer.alloc(32, 7), Buffer.alloc(32, 9)]));
  });
});

describe('what weakens an account asks for a fresh proof of its owner', () => {
  const off = { SoftwareTokenMfaSettings: { Enabled: false } };

  test('a sign-in of the last ten minutes is one, as any client of the protocol has it', async () => {
    await withAuthenticator();
    identity.wait(9 * MINUTE);
    await users.setUserMFAPreference({ AccessToken, ...off });
    expect((await begin()).AuthenticationResult).toBeDefined();
  });

  test.each([
    ['turning off the authenticator', () => users.setUserMFAPreference({ AccessToken, ...off })],
    [
      'turning off codes by mail',
      () => users.setUserMFAPreference({ AccessToken, EmailMfaSettings: { Enabled: false } }),
    ],
    [
      'another authenticator in its place',
      async () => {
        const { SecretCode } = await users.associateSoftwareToken({ AccessToken });
        return users.verifySoftwareToken({ AccessToken, UserCode: identity.totpCode(SecretCode) });
      },
    ],
  ])('%s is refused later, and carried out after the proof', async (_what, change) => {
    await withAuthenticator();
    await users.setUserMFAPreference({ AccessToken, EmailMfaSettings: { Enabled: true } });
    identity.wait(11 * MINUTE);
    await expect(change()).rejects.toMatchObject(stale);
    expect((await own('ProveOwner', { Answer: password })).__type).toBeUndefined();
    await change();
    identity.wait(11 * MINUTE);
    expect((await own('CreateRecoveryCodes')).message, 'a proof ends too').toBe(stale.message);
  });

  test('what turns nothing off asks for none', async () => {
    const secret = await withAuthenticator();
    identity.wait(11 * MINUTE);
    await users.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } });
    await users.setUserMFAPreference({ AccessToken, EmailMfaSettings: { Enabled: true } });
    expect(secret).toBeTruthy();
  });

  test('the authenticator’s code and a recovery code prove it as well; five wrong answers have to wait', async () => {
    const secret = await withAuthenticator();
    const [code = ''] = (await own('CreateRecoveryCodes')).Codes ?? [];
    identity.wait(11 * MINUTE);
    for (const Answer of [identity.totpCode(secret), code]) {
      expect((await own('ProveOwner', { Answer })).__type).toBeUndefined();
      expect((await own('ProveOwner', { Answer })).message, 'each once').toBe('Incorrect username or password.');
    }
    for (let time = 0; time < 3; time++) await own('ProveOwner', { Answer: 'wrong horse' });
    expect((await own('ProveOwner', { Answer: password })).message).toBe('Password attempts exceeded');
  });
});

describe('a passkey without an address', () => {
  async function addPasskey() {
    const passkey = createPasskey(identity.address);
    const { CredentialCreationOptions } = await users.startWebAuthnRegistration({ AccessToken });
    const options = CredentialCreationOptions as { challenge: string };
    await identity.call('CompleteWebAuthnRegistration', { AccessToken, Credential: passkey.create(options) });
    return passkey;
  }

  async function ask() {
    const AuthParameters = { PREFERRED_CHALLENGE: 'WEB_AUTHN' };
    const { ChallengeParameters, Session } = await users.initiateAuth({
      ClientId,
      AuthFlow: 'USER_AUTH',
      AuthParameters,
    });
    return { options: JSON.parse(ChallengeParameters?.CREDENTIAL_REQUEST_OPTIONS ?? '{}'), Session };
  }

  const answer = (Session: string | undefined, credential: object) =>
    users.respondToAuthChallenge({
      ClientId,
      ChallengeName: 'WEB_AUTHN',
      Session,
      ChallengeResponses: { USERNAME: '', CREDENTIAL: JSON.stringify(credential) },
    });

  /** Whose the passkey says it is, as authenticators keep it. */
  const of = (credential: ReturnType<ReturnType<typeof createPasskey>['get']>, whose: string) => ({
    ...credential,
    response: { ...credential.response, userHandle: Buffer.from(whose).toString('base64url') },
  });

  test('signs in whoever it was made for, and asks the browser for nobody in particular', async () => {
    const passkey = await addPasskey();
    const { options, Session } = await ask();
    expect(options).not.toHaveProperty('allowCredentials');
    expect(options).toMatchObject({ userVerification: 'required' });
    const { AuthenticationResult } = await answer(Session, of(passkey.get(options), userId));
    expect((await users.getUser({ AccessToken: AuthenticationResult?.AccessToken })).Username).toBe(userId);
  });

  test('signs in nobody else, and nobody who does not say whose it is; a challenge is good once', async () => {
    const passkey = await addPasskey();
    const eve = await identity.register('eve@example.com');
    const refused = { name: 'NotAuthorizedException' };
    for (const whose of [eve, '', 'somebody', '00000000-0000-0000-0000-000000000000']) {
      const { options, Session } = await ask();
      await expect(answer(Session, of(passkey.get(options), whose)), whose).rejects.toMatchObject(refused);
    }
    const { options, Session } = await ask();
    const signed = of(passkey.get(options), userId);
    await answer(Session, signed);
    await expect(answer(Session, signed)).rejects.toMatchObject(refused);
  });

  test('is the one way to begin without an address', async () => {
    for (const AuthParameters of [{}, { PREFERRED_CHALLENGE: 'EMAIL_OTP' }, { PREFERRED_CHALLENGE: 'PASSWORD' }])
      await expect(users.initiateAuth({ ClientId, AuthFlow: 'USER_AUTH', AuthParameters })).rejects.toMatchObject({
        name: 'InvalidParameterException',
      });
  });
});

describe('a password from the lists of the most used', () => {
  const sentence = 'Password did not conform with policy: This password is one of the most used. Choose another one';
  const refused = { name: 'InvalidPasswordException', message: sentence };

  test.each(['password123', 'PASSWORD1', 'Iloveyou1!', 'qwertyuiop', '12345678'])(
    'is refused at registration: %s',
    async (Password) => {
      await expect(users.signUp({ ClientId, Username: 'new@example.com', Password })).rejects.toMatchObject(refused);
    },
  );

  test('is refused as a new password, by mail and in the profile, and uses no code up', async () => {
    await users.forgotPassword({ ClientId, Username: email });
    const ConfirmationCode = identity.codeFor(email);
    const reset = (Password: string) =>
      users.confirmForgotPassword({ ClientId, Username: email, ConfirmationCode, Password });
    await expect(reset('football1')).rejects.toMatchObject(refused);
    const change = { AccessToken, PreviousPassword: password, ProposedPassword: 'sunshine1' };
    await expect(users.changePassword(change)).rejects.toMatchObject(refused);
    await reset('battery staple');
  });
});
