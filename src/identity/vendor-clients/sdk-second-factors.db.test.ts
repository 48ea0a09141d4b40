// The vendor's server-side client, as it is: second factors, and setting them up.
import type { InitiateAuthCommandOutput } from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSdk } from '../../../test/clients/cognito-sdk.ts';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, password, setUser, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';

const email = 'ada@example.com';
const TOTP_SECONDS = 30;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;
let users: ReturnType<typeof openSdk>['users'];
let ClientId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
  users = openSdk(identity).users;
  ClientId = identity.pool.clientId;
});
beforeEach(async () => {
  await emptyIdentity(database);
  await identity.register(email);
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

function begin(sdk = users) {
  const AuthParameters = { USERNAME: email, PASSWORD: password };
  return sdk.initiateAuth({ ClientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
}

type Challenge = Pick<Partial<InitiateAuthCommandOutput>, 'ChallengeName' | 'Session'>;

function answer({ ChallengeName, Session }: Challenge, responses: Record<string, string>, sdk = users) {
  const ChallengeResponses = { USERNAME: email, ...responses };
  return sdk.respondToAuthChallenge({ ClientId, ChallengeName, Session, ChallengeResponses });
}

/** An authenticator app, verified and turned on. */
async function useAuthenticator(AccessToken: string): Promise<string> {
  const { SecretCode = '' } = await users.associateSoftwareToken({ AccessToken });
  await users.verifySoftwareToken({ AccessToken, UserCode: identity.totpCode(SecretCode) });
  await users.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
  return SecretCode;
}

const wrongCode = { name: 'CodeMismatchException' };
const signedIn = { AuthenticationResult: { TokenType: 'Bearer', RefreshToken: expect.any(String) } };

describe('an authenticator app', () => {
  test('[I-05] is associated, verified, and asked for at sign-in', async () => {
    const { AccessToken } = await identity.signIn(email);
    const { SecretCode } = await users.associateSoftwareToken({ AccessToken });
    await expect(
      users.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true } }),
      'not before a code of it was seen',
    ).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await expect(users.verifySoftwareToken({ AccessToken, UserCode: 'wrong' })).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
    });
    const UserCode = identity.totpCode(SecretCode);
    expect(await users.verifySoftwareToken({ AccessToken, UserCode })).toMatchObject({ Status: 'SUCCESS' });
    await users.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } });
    expect(await users.getUser({ AccessToken })).toMatchObject({
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
      PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
    });

    identity.wait(TOTP_SECONDS);
    const challenge = await begin();
    expect(challenge.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    expect(challenge).not.toHaveProperty('AuthenticationResult');
    await expect(answer(challenge, { SOFTWARE_TOKEN_MFA_CODE: '' })).rejects.toMatchObject(wrongCode);
    const SOFTWARE_TOKEN_MFA_CODE = identity.totpCode(SecretCode);
    expect(await answer(challenge, { SOFTWARE_TOKEN_MFA_CODE })).toMatchObject(signedIn);
  });

  test('[I-05] a code is good once: whoever saw it typed cannot use it', async () => {
    const secret = await useAuthenticator((await identity.signIn(email)).AccessToken);
    identity.wait(TOTP_SECONDS);
    const SOFTWARE_TOKEN_MFA_CODE = identity.totpCode(secret);
    await answer(await begin(), { SOFTWARE_TOKEN_MFA_CODE });
    await expect(answer(await begin(), { SOFTWARE_TOKEN_MFA_CODE })).rejects.toMatchObject(wrongCode);
    identity.wait(TOTP_SECONDS);
    await answer(await begin(), { SOFTWARE_TOKEN_MFA_CODE: identity.totpCode(secret) });
  });

  test('[I-05] a code of five minutes ago is no longer good', async () => {
    const secret = await useAuthenticator((await identity.signIn(email)).AccessToken);
    identity.wait(TOTP_SECONDS);
    const SOFTWARE_TOKEN_MFA_CODE = identity.totpCode(secret);
    identity.wait(300);
    await expect(answer(await begin(), { SOFTWARE_TOKEN_MFA_CODE })).rejects.toMatchObject(wrongCode);
  });

  test('the one in use stays so until a code of the new one was seen', async () => {
    const { AccessToken } = await identity.signIn(email);
    const old = await useAuthenticator(AccessToken);
    const { SecretCode: fresh } = await users.associateSoftwareToken({ AccessToken });
    identity.wait(TOTP_SECONDS);
    await expect(answer(await begin(), { SOFTWARE_TOKEN_MFA_CODE: identity.totpCode(fresh) })).rejects.toMatchObject(
      wrongCode,
    );
    await answer(await begin(), { SOFTWARE_TOKEN_MFA_CODE: identity.totpCode(old) });
    identity.wait(TOTP_SECONDS);
    await users.verifySoftwareToken({ AccessToken, UserCode: identity.totpCode(fresh) });
    identity.wait(TOTP_SECONDS);
    await expect(answer(await begin(), { SOFTWARE_TOKEN_MFA_CODE: identity.totpCode(old) })).rejects.toMatchObject(
      wrongCode,
    );
    await answer(await begin(), { SOFTWARE_TOKEN_MFA_CODE: identity.totpCode(fresh) });
  });

  test('one that was turned off is forgotten', async () => {
    const { AccessToken } = await identity.signIn(email);
    await useAuthenticator(AccessToken);
    await users.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: false } });
    expect(await begin()).toMatchObject(signedIn);
    expect(await users.getUser({ AccessToken })).not.toHaveProperty('UserMFASettingList');
    await expect(
      users.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true } }),
    ).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  test('it is asked for after a code by mail too', async () => {
    const secret = await useAuthenticator((await identity.signIn(email)).AccessToken);
    identity.wait(TOTP_SECONDS);
    const mailed = await users.initiateAuth({
      ClientId,
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME: email, PREFERRED_CHALLENGE: 'EMAIL_OTP' },
    });
    const next = await answer(mailed, { EMAIL_OTP_CODE: identity.codeFor(email) });
    expect(next.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    expect(await answer(next, { SOFTWARE_TOKEN_MFA_CODE: identity.totpCode(secret) })).toMatchObject(signedIn);
  });
});

describe('a code by mail as the second factor', () => {
  const onByMail = { EmailMfaSettings: { Enabled: true } };

  test('is asked for after the password', async () => {
    const { AccessToken } = await identity.signIn(email);
    await users.setUserMFAPreference({ AccessToken, ...onByMail });
    const challenge = await begin();
    expect(challenge).toMatchObject({
      ChallengeName: 'EMAIL_OTP',
      ChallengeParameters: { CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL', CODE_DELIVERY_DESTINATION: 'a***@e***' },
    });
    await expect(answer(challenge, { EMAIL_OTP_CODE: 'wrong' })).rejects.toMatchObject(wrongCode);
    expect(await answer(challenge, { EMAIL_OTP_CODE: identity.codeFor(email) })).toMatchObject(signedIn);
  });

  test('[I-08] who has both factors chooses, or has said which one to use', async () => {
    const { AccessToken } = await identity.signIn(email);
    const secret = await useAuthenticator(AccessToken);
    await users.setUserMFAPreference({ AccessToken, ...onByMail });
    const offered = await begin();
    expect(offered.ChallengeName).toBe('SELECT_MFA_TYPE');
    expect(JSON.parse(offered.ChallengeParameters?.MFAS_CAN_CHOOSE ?? '')).toEqual(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']);
    await expect(answer(offered, { ANSWER: 'SMS_MFA' })).rejects.toMatchObject({ name: 'InvalidParameterException' });
    const byMail = await answer(offered, { ANSWER: 'EMAIL_OTP' });
    expect(await answer(byMail, { EMAIL_OTP_CODE: identity.codeFor(email) })).toMatchObject(signedIn);
    identity.wait(TOTP_SECONDS);
    const byApp = await answer(await begin(), { ANSWER: 'SOFTWARE_TOKEN_MFA' });
    expect(await answer(byApp, { SOFTWARE_TOKEN_MFA_CODE: identity.totpCode(secret) })).toMatchObject(signedIn);

    await users.setUserMFAPreference({ AccessToken, EmailMfaSettings: { Enabled: true, PreferredMfa: true } });
    expect((await begin()).ChallengeName).toBe('EMAIL_OTP');
    await users.setUserMFAPreference({
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    });
    expect((await begin()).ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
  });

  test.each([
    ['both preferred', { EmailMfaSettings: { PreferredMfa: true }, SoftwareTokenMfaSettings: { PreferredMfa: true } }],
    ['by text message', { SMSMfaSettings: { Enabled: true } }],
  ])('settings that cannot be met (%s) are refused', async (_which, settings) => {
    const { AccessToken } = await identity.signIn(email);
    await expect(users.setUserMFAPreference({ AccessToken, ...settings })).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
  });
});

describe('where everybody needs a second factor', () => {
  let strict: TestIdentity;
  let strictUsers: typeof users;

  beforeAll(async () => {
    strict = await startIdentity(database, { secondFactorRequired: true });
    strictUsers = openSdk(strict).users;
  });
  afterAll(() => strict.close());

  test('[I-08] who has none sets one up at sign-in', async () => {
    const asked = await begin(strictUsers);
    expect(asked.ChallengeName).toBe('MFA_SETUP');
    expect(JSON.parse(asked.ChallengeParameters?.MFAS_CAN_SETUP ?? '')).toEqual(['SOFTWARE_TOKEN_MFA']);
    await expect(answer(asked, {}, strictUsers), 'nothing is set up yet').rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
    const { SecretCode, Session } = await strictUsers.associateSoftwareToken({ Session: asked.Session });
    await expect(strictUsers.verifySoftwareToken({ Session, UserCode: 'wrong' })).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
    });
    const verified = await strictUsers.verifySoftwareToken({ Session, UserCode: strict.totpCode(SecretCode) });
    const done = { ChallengeName: asked.ChallengeName, Session: verified.Session };
    expect(await answer(done, {}, strictUsers)).toMatchObject(signedIn);
    await expect(answer(done, {}, strictUsers), 'once').rejects.toMatchObject({ name: 'NotAuthorizedException' });

    strict.wait(TOTP_SECONDS);
    const next = await begin(strictUsers);
    expect(next.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
    expect(await answer(next, { SOFTWARE_TOKEN_MFA_CODE: strict.totpCode(SecretCode) }, strictUsers)).toMatchObject(
      signedIn,
    );
  });

  test('who has to set a password first sets one up next', async () => {
    await setUser(database, email, { status: 'FORCE_CHANGE_PASSWORD' });
    const asked = await begin(strictUsers);
    const next = await answer(asked, { NEW_PASSWORD: 'battery staple' }, strictUsers);
    expect(next.ChallengeName).toBe('MFA_SETUP');
    expect((await strictUsers.associateSoftwareToken({ Session: next.Session })).SecretCode).toBeTruthy();
  });

  test('a setup that was begun earlier cannot replace the second factor that is there by now', async () => {
    const [owner, thief] = [await begin(strictUsers), await begin(strictUsers)];
    const { SecretCode } = await strictUsers.associateSoftwareToken({ Session: owner.Session });
    const UserCode = strict.totpCode(SecretCode);
    const { Session } = await strictUsers.verifySoftwareToken({ Session: owner.Session, UserCode });
    await answer({ ChallengeName: 'MFA_SETUP', Session }, {}, strictUsers);
    await expect(strictUsers.associateSoftwareToken({ Session: thief.Session })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
  });
});

test('setting up needs an access token or the session of a sign-in', async () => {
  await expect(users.associateSoftwareToken({})).rejects.toMatchObject({ name: 'InvalidParameterException' });
  await expect(users.verifySoftwareToken({ UserCode: '123456' })).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
  const both = { AccessToken: (await identity.signIn(email)).AccessToken, Session: 'a session of somebody else' };
  await expect(users.associateSoftwareToken(both)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  await expect(users.verifySoftwareToken({ ...both, UserCode: '123456' })).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
  await expect(users.associateSoftwareToken({ Session: 'a session that never was' })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
});
