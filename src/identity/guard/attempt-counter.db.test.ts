// Both databases: who counts first is decided by locks.
// Strangers' tries do not keep the owner of an account out: neither of a new password, nor of a device that the account
// knows. Anybody with neither stays limited. The clock stands still but where a test lets it run.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSdk } from '../../../test/clients/cognito-sdk.ts';
import { deviceVerifier, srpClient } from '../../../test/clients/srp-client.ts';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, password, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';
import { byAddress } from './limits.ts';

const email = 'ada@example.com';
const fresh = 'battery staple';
const HOUR = 3_600;
const LONG = 120_000;
const blocked = { name: 'NotAuthorizedException', message: 'Password attempts exceeded' };
const wrong = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;
/** The vendor's client, as the owner uses it. */
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
  identity.stopClock();
  await identity.register(email);
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

let strangers = 0;

/** Every try of a stranger comes from another address. */
async function stranger(action: string, input: object) {
  strangers++;
  const from = `198.51.${Math.floor(strangers / 250)}.${strangers % 250}`;
  return (await identity.call(action, input, { 'x-forwarded-for': from })).body;
}

const guessPassword = () =>
  stranger('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: 'wrong horse' },
  });

/** Uses up what there is to use up: 160 wrong tries of many strangers at once, and every mail of the hour. */
async function attack() {
  const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));
  await Promise.all([
    times(60, guessPassword),
    times(10, async () => {
      await stranger('ForgotPassword', { Username: email });
      await times(5, () =>
        stranger('ConfirmForgotPassword', { Username: email, ConfirmationCode: '000000', Password: fresh }),
      );
    }),
    times(10, async () => {
      const AuthParameters = { USERNAME: email };
      const { Session } = await stranger('InitiateAuth', { AuthFlow: 'CUSTOM_AUTH', AuthParameters });
      await times(5, () =>
        stranger('RespondToAuthChallenge', {
          ChallengeName: 'CUSTOM_CHALLENGE',
          Session: Session ?? 'no session was begun',
          ChallengeResponses: { USERNAME: email, ANSWER: '000000' },
        }),
      );
    }),
  ]);
}

/** The proof in the link of the newest mail, as the page that it opens reads it. */
function linkOf(mail = identity.mails.filter(({ to, action }) => to === email && action).at(-1)) {
  const url = new URL(mail?.action?.url ?? '');
  return { url, proof: new URLSearchParams(url.hash.slice(1)).get('code') ?? '' };
}

const reset = (ConfirmationCode: string, Password = fresh) =>
  users.confirmForgotPassword({ ClientId, Username: email, ConfirmationCode, Password });

type Device = { DeviceKey: string; DeviceGroupKey: string };

function signIn(given: { PASSWORD?: string; device?: Device; proof?: string } = {}) {
  const { PASSWORD = password, device, proof } = given;
  return users.initiateAuth({
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD, ...(device && { DEVICE_KEY: device.DeviceKey }) },
    ...(proof && { ClientMetadata: { owner_proof: proof } }),
  });
}

/** A device that the account knows: it has signed in once. */
async function knownDevice() {
  const { AuthenticationResult } = await signIn();
  const AccessToken = AuthenticationResult?.AccessToken ?? '';
  const { DeviceKey = '', DeviceGroupKey = '' } = AuthenticationResult?.NewDeviceMetadata ?? {};
  const DeviceSecretVerifierConfig = deviceVerifier({ groupKey: DeviceGroupKey, key: DeviceKey, password: 'its own' });
  await users.confirmDevice({ AccessToken, DeviceKey, DeviceSecretVerifierConfig });
  return { AccessToken, device: { DeviceKey, DeviceGroupKey } };
}

describe('after 160 wrong tries of strangers', () => {
  test('the owner signs in from a known device, by the password and by SRP', { timeout: LONG }, async () => {
    const { device } = await knownDevice();
    await attack();
    await expect(signIn(), 'who names no device is one of the strangers').rejects.toMatchObject(blocked);
    expect((await signIn({ device })).AuthenticationResult?.RefreshToken).toBeTruthy();

    const srp = srpClient({ poolName: identity.pool.name });
    const begun = await users.initiateAuth({
      ClientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: email, SRP_A: srp.A },
    });
    const signed = srp.sign(begun.ChallengeParameters ?? {}, {
      userId: begun.ChallengeParameters?.USER_ID_FOR_SRP ?? '',
      password,
    });
    const { AuthenticationResult } = await users.respondToAuthChallenge({
      ClientId,
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: { USERNAME: email, DEVICE_KEY: device.DeviceKey, ...signed },
    });
    expect(AuthenticationResult?.RefreshToken).toBeTruthy();
  });

  test('the owner signs in from a known device with both factors', { timeout: LONG }, async () => {
    const { AccessToken, device } = await knownDevice();
    const { SecretCode } = await users.associateSoftwareToken({ AccessToken });
    await users.verifySoftwareToken({ AccessToken, UserCode: identity.totpCode(SecretCode) });
    await users.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
    await attack();
    identity.wait(30);
    const { Session } = await signIn({ device });
    const { AuthenticationResult } = await users.respondToAuthChallenge({
      ClientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: identity.totpCode(SecretCode) },
    });
    expect(AuthenticationResult?.RefreshToken).toBeTruthy();
  });

  test('the owner signs in from a known device by a code, which no stranger’s replaces', {
    timeout: LONG,
  }, async () => {
    const { device } = await knownDevice();
    await attack();
    const AuthParameters = { USERNAME: email, DEVICE_KEY: device.DeviceKey };
    const { Session } = await users.initiateAuth({ ClientId, AuthFlow: 'CUSTOM_AUTH', AuthParameters });
    const ANSWER = identity.codeFor(email);
    identity.wait(HOUR / 10);
    await stranger('InitiateAuth', { AuthFlow: 'CUSTOM_AUTH', AuthParameters: { USERNAME: email } });
    const { AuthenticationResult } = await users.respondToAuthChallenge({
      ClientId,
      ChallengeName: 'CUSTOM_CHALLENGE',
      Session,
      ChallengeResponses: { USERNAME: email, ANSWER },
    });
    expect(AuthenticationResult?.RefreshToken).toBeTruthy();
  });

  test('the owner sets a new password by the link of a mail, and signs in where the account is not known', {
    timeout: LONG,
  }, async () => {
    await attack();
    const sent = identity.mails.length;
    expect(await users.forgotPassword({ ClientId, Username: email })).toMatchObject({
      CodeDeliveryDetails: { DeliveryMedium: 'EMAIL' },
    });
    expect(identity.mails.length, 'the mailbox has enough of them').toBe(sent);
    const { url, proof } = linkOf();
    expect(url.href).toMatch(/\/account\/forgotPassword#email=ada%40example\.com&code=/);
    await reset(proof);
    for (let time = 0; time < 6; time++) await guessPassword();
    await expect(signIn({ PASSWORD: fresh })).rejects.toMatchObject(blocked);
    expect((await signIn({ PASSWORD: fresh, proof })).AuthenticationResult?.RefreshToken).toBeTruthy();
  });

  test('the owner who is signed in changes the password, and stays signed in', { timeout: LONG }, async () => {
    const { AccessToken, RefreshToken } = await identity.signIn(email);
    await attack();
    await users.changePassword({ AccessToken, PreviousPassword: password, ProposedPassword: fresh });
    expect((await users.getTokensFromRefreshToken({ ClientId, RefreshToken })).AuthenticationResult).toBeDefined();
  });
});

describe('the link of a mail', () => {
  const expired = { name: 'ExpiredCodeException' };
  const mismatch = { name: 'CodeMismatchException' };
  const ask = () => users.forgotPassword({ ClientId, Username: email });

  test('is good as long as no new password is set: each of them, once', async () => {
    await ask();
    const first = linkOf().proof;
    await ask();
    const second = linkOf().proof;
    expect(second).not.toBe(first);
    await reset(first);
    expect((await signIn({ PASSWORD: fresh })).AuthenticationResult).toBeDefined();
    for (const proof of [first, second]) await expect(reset(proof)).rejects.toMatchObject(expired);
  });

  test('is good once also at once', async () => {
    await ask();
    const { proof } = linkOf();
    const answers = await Promise.allSettled(Array.from({ length: 4 }, () => reset(proof)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('expires after two hours', async () => {
    await ask();
    const { proof } = linkOf();
    identity.wait(2 * HOUR + 1);
    await expect(reset(proof)).rejects.toMatchObject(expired);
  });

  test('is no good for another account, or when a letter of it was changed', async () => {
    await identity.register('eve@example.com');
    await users.forgotPassword({ ClientId, Username: 'eve@example.com' });
    const hers = linkOf(identity.mails.at(-1)).proof;
    await expect(reset(hers)).rejects.toMatchObject(mismatch);
    await ask();
    const { proof } = linkOf();
    const changed = `${proof.slice(0, 50)}${proof[50] === 'A' ? 'B' : 'A'}${proof.slice(51)}`;
    await expect(reset(changed)).rejects.toMatchObject(mismatch);
    expect((await signIn()).AuthenticationResult, 'the password is as it was').toBeDefined();
  });
});

describe('nobody guesses more for it', () => {
  test('a known device has five wrong tries of its own, and then waits', async () => {
    const { device } = await knownDevice();
    for (let time = 0; time < 5; time++)
      await expect(signIn({ PASSWORD: 'wrong horse', device })).rejects.toMatchObject(wrong);
    await expect(signIn({ device })).rejects.toMatchObject(blocked);
    expect((await signIn()).AuthenticationResult, 'elsewhere nothing was tried').toBeDefined();
  });

  test('a device that the account does not know, and a proof that is none, are a stranger’s', async () => {
    const device = { DeviceKey: 'local_0b0e7c3a-0000-4000-8000-000000000000', DeviceGroupKey: '-0b0e7c3a' };
    await identity.register('eve@example.com');
    await users.forgotPassword({ ClientId, Username: 'eve@example.com' });
    const { proof } = linkOf(identity.mails.at(-1));
    for (let time = 0; time < 5; time++) await guessPassword();
    await expect(signIn({ device })).rejects.toMatchObject(blocked);
    await expect(signIn({ proof })).rejects.toMatchObject(blocked);
    await expect(signIn({ proof: 'guessed' })).rejects.toMatchObject(blocked);
  });

  test('the owner’s sign-in from a known device gives strangers no new tries', async () => {
    const { device } = await knownDevice();
    for (let time = 0; time < 5; time++) await guessPassword();
    await signIn({ device });
    expect((await guessPassword()).message).toBe(blocked.message);
  });

  test('the six digits beside the link stay good for five tries', async () => {
    await users.forgotPassword({ ClientId, Username: email });
    const code = identity.codeFor(email);
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let time = 0; time < 5; time++)
      await expect(reset(other)).rejects.toMatchObject({ name: 'CodeMismatchException' });
    await expect(reset(code)).rejects.toMatchObject({ name: 'LimitExceededException' });
    await reset(linkOf().proof);
  });
});

// The last one: it uses up the limit of the address that all tests ask from.
test('the owner is not refused for what others tried from the same address', { timeout: LONG }, async () => {
  const { device } = await knownDevice();
  const { RefreshToken } = await identity.signIn(email);
  await users.forgotPassword({ ClientId, Username: email });
  const guess = () => users.getTokensFromRefreshToken({ ClientId, RefreshToken: 'guessed' }).catch(() => {});
  await Promise.all(Array.from({ length: byAddress.failedProofs.points }, guess));
  await expect(signIn()).rejects.toMatchObject({ name: 'TooManyRequestsException' });
  expect((await signIn({ device })).AuthenticationResult).toBeDefined();
  expect((await users.getTokensFromRefreshToken({ ClientId, RefreshToken })).AuthenticationResult).toBeDefined();
  await expect(reset('guessed')).rejects.toMatchObject({ name: 'TooManyRequestsException' });
  await reset(linkOf().proof);
});
