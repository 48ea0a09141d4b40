// Recovery codes for the second factor, through the vendor's client wherever it has a word for it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSecrets } from '#platform/secrets.ts';
import { openSdk } from '../../../test/clients/cognito-sdk.ts';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, password, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';
import { resetSecondFactor } from '../accounts/administration.ts';
import { findUser } from '../accounts/user.store.ts';
import { needsOlderKey, reEncrypt } from '../re-encrypt.ts';
import type { Service } from '../service.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

const email = 'ada@example.com';

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
    await reEncrypt(database.kysely, rotated);
    const after = await findUser(database.kysely, userId);
    const newest = { secrets: createSecrets(keys.slice(0, 1)) } as Service;
    expect(after && countRecoveryCodes(newest, after)).toBe(10);
    // As the other tests seal: signing keys outlast them.
    await reEncrypt(database.kysely, createSecrets([Buffer.alloc(32, 7), Buffer.alloc(32, 9)]));
  });
});
