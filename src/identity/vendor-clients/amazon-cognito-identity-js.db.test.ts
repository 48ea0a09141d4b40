// The vendor's older client for browsers, as it is. It wants an absolute endpoint and a storage of the shape of localStorage.
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, password, setUser, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';

const email = 'ada@example.com';
const TOTP_SECONDS = 30;

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

/** A browser: what it stores stays from one page to the next. */
function aBrowser() {
  const kept = new Map<string, string>();
  const Storage = {
    setItem: (key: string, value: string) => kept.set(key, value),
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  };
  const Pool = new CognitoUserPool({
    UserPoolId: identity.pool.id,
    ClientId: identity.pool.clientId,
    endpoint: identity.endpoint,
    Storage,
  });
  return { Pool, kept, user: (Username = email) => new CognitoUser({ Username, Pool, Storage }) };
}

/** The client calls back; what it calls back with, under the name of the callback. */
type Outcome = { step: string; session?: CognitoUserSession; given?: unknown };

function outcomeOf(begin: (callbacks: ReturnType<typeof callbacksFor>) => void): Promise<Outcome> {
  return new Promise((resolve, reject) => begin(callbacksFor(resolve, reject)));
}

function callbacksFor(resolve: (outcome: Outcome) => void, onFailure: (error: Error) => void) {
  const step = (name: string) => (_challenge: unknown, given?: unknown) => resolve({ step: name, given });
  return {
    onSuccess: (session: CognitoUserSession) => resolve({ step: 'signed in', session }),
    onFailure,
    newPasswordRequired: (given: unknown) => resolve({ step: 'new password', given }),
    totpRequired: step('authenticator'),
    selectMFAType: step('choice of a second factor'),
    mfaSetup: step('set-up'),
    customChallenge: (given: unknown) => resolve({ step: 'custom challenge', given }),
  };
}

function signIn(user: CognitoUser, Password = password): Promise<Outcome> {
  const details = new AuthenticationDetails({ Username: email, Password });
  return outcomeOf((callbacks) => user.authenticateUser(details, callbacks));
}

/** The result of a call that takes callbacks of this or of Node's form. */
function resultOf<T>(
  begin: (callbacks: { onSuccess: (result: T) => void; onFailure: (error: Error) => void }) => void,
) {
  return new Promise<T>((onSuccess, onFailure) => begin({ onSuccess, onFailure }));
}
function answerOf<T>(begin: (callback: (error?: Error, result?: T) => void) => void) {
  return new Promise<T | undefined>((resolve, reject) =>
    begin((error, result) => (error ? reject(error) : resolve(result))),
  );
}

const wrongPassword = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };

test('[I-01] [I-02] sign-up, confirmation, and a sign-in by SRP', async () => {
  const { Pool, user } = aBrowser();
  const made = await answerOf<{ userConfirmed: boolean; userSub: string }>((callback) =>
    Pool.signUp(
      email,
      password,
      [new CognitoUserAttribute({ Name: 'nickname', Value: 'Ada' })],
      [new CognitoUserAttribute({ Name: 'referrer', Value: 'a friend' })],
      callback,
      { campaign: 'spring' },
    ),
  );
  expect(made?.userConfirmed).toBe(false);
  await expect(signIn(user())).rejects.toMatchObject({ code: 'UserNotConfirmedException' });
  await answerOf((callback) => user().resendConfirmationCode(callback));
  await answerOf((callback) => user().confirmRegistration(identity.codeFor(email), true, callback));
  await expect(signIn(user(), 'wrong horse')).rejects.toMatchObject(wrongPassword);

  const ada = user();
  const { step, session } = await signIn(ada);
  expect(step).toBe('signed in');
  expect(session?.isValid()).toBe(true);
  expect(session?.getIdToken().payload).toMatchObject({ sub: made?.userSub, email, nickname: 'Ada' });
  const attributes = await answerOf<CognitoUserAttribute[]>((callback) => ada.getUserAttributes(callback));
  expect(attributes?.map((attribute) => attribute.toJSON())).toContainEqual({ Name: 'nickname', Value: 'Ada' });
  expect(Pool.getCurrentUser()?.getUsername()).toBe(made?.userSub);
});

test('[I-01] a code by mail signs in, alone and after the password', async () => {
  await identity.register(email);
  const alone = aBrowser().user();
  alone.setAuthenticationFlowType('CUSTOM_AUTH');
  const asked = await outcomeOf((callbacks) =>
    alone.initiateAuth(new AuthenticationDetails({ Username: email }), callbacks),
  );
  expect(asked).toMatchObject({ step: 'custom challenge', given: { CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL' } });
  await expect(outcomeOf((callbacks) => alone.sendCustomChallengeAnswer('wrong', callbacks))).rejects.toMatchObject({
    code: 'CodeMismatchException',
  });
  const answered = await outcomeOf((callbacks) => alone.sendCustomChallengeAnswer(identity.codeFor(email), callbacks));
  expect(answered.step).toBe('signed in');

  const both = aBrowser().user();
  both.setAuthenticationFlowType('CUSTOM_AUTH');
  expect((await signIn(both)).step).toBe('custom challenge');
  const done = await outcomeOf((callbacks) => both.sendCustomChallengeAnswer(identity.codeFor(email), callbacks));
  expect(done.step).toBe('signed in');
});

test('[I-05] an authenticator app is set up, and asked for at sign-in', async () => {
  await identity.register(email);
  const { user } = aBrowser();
  const ada = user();
  await signIn(ada);
  const secret = await new Promise<string>((associateSecretCode, onFailure) =>
    ada.associateSoftwareToken({ associateSecretCode, onFailure }),
  );
  await resultOf((callbacks) => ada.verifySoftwareToken(identity.totpCode(secret), 'phone', callbacks));
  await answerOf((callback) => ada.setUserMfaPreference(null, { Enabled: true, PreferredMfa: true }, callback));

  identity.wait(TOTP_SECONDS);
  const again = user();
  expect((await signIn(again)).step).toBe('authenticator');
  const { step } = await outcomeOf((callbacks) =>
    again.sendMFACode(identity.totpCode(secret), callbacks, 'SOFTWARE_TOKEN_MFA'),
  );
  expect(step).toBe('signed in');
});

test('[I-05] a remembered device signs in without the second factor, and with it again once it was forgotten', async () => {
  await identity.register(email);
  const { kept, user } = aBrowser();
  const ada = user();
  const first = await signIn(ada);
  expect(first.step).toBe('signed in');
  expect([...kept.keys()].filter((key) => key.endsWith('.deviceKey'))).toHaveLength(1);
  const secret = await new Promise<string>((associateSecretCode, onFailure) =>
    ada.associateSoftwareToken({ associateSecretCode, onFailure }),
  );
  await resultOf((callbacks) => ada.verifySoftwareToken(identity.totpCode(secret), 'phone', callbacks));
  await answerOf((callback) => ada.setUserMfaPreference(null, { Enabled: true, PreferredMfa: true }, callback));

  identity.wait(TOTP_SECONDS);
  const known = user();
  expect((await signIn(known)).step, 'one that is only known is asked for it').toBe('authenticator');
  const { step } = await outcomeOf((callbacks) =>
    known.sendMFACode(identity.totpCode(secret), callbacks, 'SOFTWARE_TOKEN_MFA'),
  );
  expect(step).toBe('signed in');

  await resultOf((callbacks) => known.setDeviceStatusRemembered(callbacks));
  const remembered = user();
  expect((await signIn(remembered)).step).toBe('signed in');
  const { Devices } = await resultOf<{ Devices: Array<{ DeviceKey: string }> }>((callbacks) =>
    remembered.listDevices(10, null, callbacks),
  );
  expect(Devices).toHaveLength(1);

  const AccessToken = remembered.getSignInUserSession()?.getAccessToken().getJwtToken();
  await identity.call('ForgetDevice', { AccessToken, DeviceKey: Devices[0]?.DeviceKey });
  expect((await signIn(user())).step, 'the browser still names it').toBe('authenticator');
});

test('[I-01] refreshed tokens, with a device and without', async () => {
  await identity.register(email);
  const ada = aBrowser().user();
  const { session } = await signIn(ada);
  const RefreshToken = session?.getRefreshToken();
  if (!RefreshToken) throw new Error('no refresh token');
  identity.wait(60);
  const renewed = await answerOf<CognitoUserSession>((callback) => ada.refreshSession(RefreshToken, callback));
  expect(renewed?.getAccessToken().payload).toMatchObject({
    auth_time: session?.getAccessToken().payload.auth_time,
    origin_jti: session?.getAccessToken().payload.origin_jti,
  });
  expect(renewed?.getAccessToken().getJwtToken()).not.toBe(session?.getAccessToken().getJwtToken());

  await resultOf((callbacks) => ada.forgetDevice(callbacks));
  await answerOf((callback) => ada.refreshSession(RefreshToken, callback));
});

test('[I-03] [I-04] a changed and a forgotten password, and signing out everywhere', async () => {
  await identity.register(email);
  const { user, Pool } = aBrowser();
  const ada = user();
  await signIn(ada);
  await expect(
    answerOf((callback) => ada.changePassword('wrong horse', 'battery staple', callback)),
  ).rejects.toMatchObject(wrongPassword);
  expect(await answerOf((callback) => ada.changePassword(password, 'battery staple', callback))).toBe('SUCCESS');

  const sent = await new Promise((inputVerificationCode, onFailure) =>
    user().forgotPassword({ inputVerificationCode, onFailure, onSuccess: () => {} }),
  );
  expect(sent).toMatchObject({ CodeDeliveryDetails: { Destination: 'a***@e***' } });
  await resultOf((callbacks) => user().confirmPassword(identity.codeFor(email), 'a third password', callbacks));
  await expect(signIn(user(), 'battery staple')).rejects.toMatchObject(wrongPassword);

  const there = aBrowser().user();
  await signIn(there, 'a third password');
  const here = user();
  await signIn(here, 'a third password');
  await resultOf((callbacks) => here.globalSignOut(callbacks));
  expect(Pool.getCurrentUser()).toBeNull();
  await expect(answerOf((callback) => there.getUserAttributes(callback))).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  });
});

test('[I-04] signing out revokes the refresh token', async () => {
  await identity.register(email);
  const ada = aBrowser().user();
  const { session } = await signIn(ada);
  await new Promise<void>((resolve) => ada.signOut(resolve));
  const RefreshToken = session?.getRefreshToken().getToken();
  expect((await identity.call('GetTokensFromRefreshToken', { RefreshToken })).body).toEqual({
    __type: 'NotAuthorizedException',
    message: 'Refresh Token has been revoked',
  });
});

test('[I-08] a new password where one is required, and an account that is deleted', async () => {
  await identity.register(email);
  await setUser(database, email, { status: 'FORCE_CHANGE_PASSWORD' });
  const ada = aBrowser().user();
  const asked = await signIn(ada);
  expect(asked).toMatchObject({ step: 'new password', given: { nickname: 'Ada', email } });
  const { step } = await outcomeOf((callbacks) =>
    ada.completeNewPasswordChallenge('battery staple', { nickname: 'Countess' }, callbacks),
  );
  expect(step).toBe('signed in');
  await answerOf((callback) => ada.deleteUser(callback));
  await expect(signIn(aBrowser().user(), 'battery staple')).rejects.toMatchObject(wrongPassword);
});
