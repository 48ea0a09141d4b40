// The vendor's server-side client, as it is: devices that a user knows. SRP is done by test/clients/srp-client.ts.
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSdk } from '../../../test/clients/cognito-sdk.ts';
import { deviceVerifier, srpClient } from '../../../test/clients/srp-client.ts';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, password, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';

const email = 'ada@example.com';
const secretOfDevice = 'what only this device keeps';

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

type Device = { DeviceKey: string; DeviceGroupKey: string };

function begin(device?: Device, USERNAME = email) {
  return users.initiateAuth({
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME, PASSWORD: password, ...(device && { DEVICE_KEY: device.DeviceKey }) },
  });
}

/** Signs in without a device, and makes it known under the name. */
async function makeKnown(DeviceName?: string) {
  const { AuthenticationResult } = await begin();
  const AccessToken = AuthenticationResult?.AccessToken ?? '';
  const { DeviceKey = '', DeviceGroupKey = '' } = AuthenticationResult?.NewDeviceMetadata ?? {};
  const keys = { groupKey: DeviceGroupKey, key: DeviceKey, password: secretOfDevice };
  const DeviceSecretVerifierConfig = deviceVerifier(keys);
  const confirmed = await users.confirmDevice({ AccessToken, DeviceKey, DeviceName, DeviceSecretVerifierConfig });
  expect(confirmed.UserConfirmationNecessary).toBe(true);
  return { AccessToken, device: { DeviceKey, DeviceGroupKey } };
}

async function proveDevice(Session: string | undefined, device: Device, secret = secretOfDevice) {
  const srp = srpClient({ poolName: device.DeviceGroupKey });
  const DEVICE_KEY = device.DeviceKey;
  const challenge = await users.respondToAuthChallenge({
    ClientId,
    ChallengeName: 'DEVICE_SRP_AUTH',
    Session,
    ChallengeResponses: { USERNAME: email, DEVICE_KEY, SRP_A: srp.A },
  });
  expect(challenge.ChallengeName).toBe('DEVICE_PASSWORD_VERIFIER');
  const signed = srp.sign(challenge.ChallengeParameters ?? {}, { userId: DEVICE_KEY, password: secret });
  return users.respondToAuthChallenge({
    ClientId,
    ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
    Session: challenge.Session,
    ChallengeResponses: { USERNAME: email, DEVICE_KEY, ...signed },
  });
}

const unknownDevice = { name: 'ResourceNotFoundException', message: 'Device does not exist.' };

function remember(AccessToken: string, { DeviceKey }: Device, remembered = true) {
  const DeviceRememberedStatus = remembered ? 'remembered' : 'not_remembered';
  return users.updateDeviceStatus({ AccessToken, DeviceKey, DeviceRememberedStatus });
}

test('[I-05] a device becomes known, is listed, and is not offered to become another one', async () => {
  const { AccessToken, device } = await makeKnown('Work bench');
  const { Devices } = await users.listDevices({ AccessToken });
  expect(Devices).toHaveLength(1);
  expect(Devices?.[0]).toMatchObject({
    DeviceKey: device.DeviceKey,
    DeviceAttributes: expect.arrayContaining([
      { Name: 'device_name', Value: 'Work bench' },
      { Name: 'dev:device_remembered_status', Value: 'not_remembered' },
    ]),
    DeviceCreateDate: expect.any(Date),
    DeviceLastModifiedDate: expect.any(Date),
    DeviceLastAuthenticatedDate: expect.any(Date),
  });
  const { AuthenticationResult } = await begin(device);
  expect(AuthenticationResult?.RefreshToken).toBeTruthy();
  expect(AuthenticationResult).not.toHaveProperty('NewDeviceMetadata');
});

test('[I-05] a remembered device proves itself, and signs in without the second factor', async () => {
  const { AccessToken, device } = await makeKnown();
  await users.setUserMFAPreference({ AccessToken, EmailMfaSettings: { Enabled: true } });
  expect((await begin(device)).ChallengeName, 'one that is only known is asked for it').toBe('EMAIL_OTP');

  await remember(AccessToken, device);
  const { ChallengeName, Session } = await begin(device);
  expect(ChallengeName).toBe('DEVICE_SRP_AUTH');
  const { AuthenticationResult } = await proveDevice(Session, device);
  expect(AuthenticationResult?.RefreshToken).toBeTruthy();
  expect(decodeJwt(AuthenticationResult?.IdToken ?? '').amr).toEqual(['pwd', 'swk', 'mfa']);
  expect(AuthenticationResult).not.toHaveProperty('NewDeviceMetadata');
  expect((await begin()).ChallengeName, 'elsewhere it is asked for').toBe('EMAIL_OTP');

  await remember(AccessToken, device, false);
  expect((await begin(device)).ChallengeName).toBe('EMAIL_OTP');
});

test('[I-05] a device may be named with the second factor only', async () => {
  const { AccessToken, device } = await makeKnown();
  await users.setUserMFAPreference({ AccessToken, EmailMfaSettings: { Enabled: true } });
  const { ChallengeName, Session } = await begin();
  const { AuthenticationResult } = await users.respondToAuthChallenge({
    ClientId,
    ChallengeName,
    Session,
    ChallengeResponses: {
      USERNAME: email,
      EMAIL_OTP_CODE: identity.codeFor(email),
      DEVICE_KEY: device.DeviceKey,
    },
  });
  expect(AuthenticationResult?.RefreshToken).toBeTruthy();
  expect(AuthenticationResult).not.toHaveProperty('NewDeviceMetadata');
});

test('a password that was reset by mail asks a remembered device for the second factor again', async () => {
  const { AccessToken, device } = await makeKnown();
  await users.setUserMFAPreference({ AccessToken, EmailMfaSettings: { Enabled: true } });
  await remember(AccessToken, device);
  await users.forgotPassword({ ClientId, Username: email });
  const ConfirmationCode = identity.codeFor(email);
  await users.confirmForgotPassword({ ClientId, Username: email, ConfirmationCode, Password: password });
  expect((await begin(device)).ChallengeName).toBe('EMAIL_OTP');
});

test('a device with another secret is refused', async () => {
  const { AccessToken, device } = await makeKnown();
  await remember(AccessToken, device);
  const { Session } = await begin(device);
  await expect(proveDevice(Session, device, 'copied without the secret')).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect device secret.',
  });
});

test('a device that was forgotten is a new one', async () => {
  const { AccessToken, device } = await makeKnown();
  const { DeviceKey } = device;
  await remember(AccessToken, device);
  const begun = await begin(device);
  await users.forgetDevice({ AccessToken, DeviceKey });
  expect((await users.listDevices({ AccessToken })).Devices).toEqual([]);
  await expect(proveDevice(begun.Session, device)).rejects.toMatchObject(unknownDevice);
  await expect(users.forgetDevice({ AccessToken, DeviceKey })).rejects.toMatchObject(unknownDevice);
  const { AuthenticationResult } = await begin(device);
  expect(AuthenticationResult?.NewDeviceMetadata?.DeviceKey).not.toBe(DeviceKey);
});

test('somebody else’s device is none of one’s own', async () => {
  const { AccessToken, device } = await makeKnown();
  const { DeviceKey } = device;
  await remember(AccessToken, device);
  await identity.register('eve@example.com');
  const { AuthenticationResult: eve } = await begin(device, 'eve@example.com');
  expect(eve?.NewDeviceMetadata?.DeviceKey).not.toBe(DeviceKey);
  const hers = { AccessToken: eve?.AccessToken, DeviceKey };
  const DeviceSecretVerifierConfig = deviceVerifier({ groupKey: 'g', key: DeviceKey, password: 'hers' });
  for (const asked of [
    () => users.forgetDevice(hers),
    () => users.updateDeviceStatus({ ...hers, DeviceRememberedStatus: 'remembered' }),
    () => users.confirmDevice({ ...hers, DeviceSecretVerifierConfig }),
  ])
    await expect(asked()).rejects.toMatchObject(unknownDevice);
  expect((await users.listDevices({ AccessToken })).Devices).toHaveLength(1);
});

test('devices are listed in pages', async () => {
  const made = [await makeKnown('one'), await makeKnown('two'), await makeKnown('three')];
  const { AccessToken } = await identity.signIn(email);
  const seen: Array<string | undefined> = [];
  let PaginationToken: string | undefined;
  do {
    const page = await users.listDevices({ AccessToken, Limit: 2, PaginationToken });
    expect(page.Devices?.length).toBeLessThanOrEqual(2);
    seen.push(...(page.Devices ?? []).map(({ DeviceKey }) => DeviceKey));
    PaginationToken = page.PaginationToken;
  } while (PaginationToken);
  expect(seen.toSorted()).toEqual(made.map(({ device }) => device.DeviceKey).toSorted());
});

test.each([
  ['a verifier of 0', { Salt: 'AQID', PasswordVerifier: 'AA==' }],
  ['a verifier of 1', { Salt: 'AQID', PasswordVerifier: 'AQ==' }],
  [
    'a verifier that is longer than the prime',
    { Salt: 'AQID', PasswordVerifier: Buffer.alloc(400, 7).toString('base64') },
  ],
  ['a verifier that is no base64', { Salt: 'AQID', PasswordVerifier: '-' }],
  ['a salt of many bytes', { Salt: Buffer.alloc(100, 7).toString('base64'), PasswordVerifier: 'Ag==' }],
])('a device with %s cannot become known', async (_fault, DeviceSecretVerifierConfig) => {
  const { AuthenticationResult } = await begin();
  const AccessToken = AuthenticationResult?.AccessToken;
  const DeviceKey = AuthenticationResult?.NewDeviceMetadata?.DeviceKey;
  await expect(users.confirmDevice({ AccessToken, DeviceKey, DeviceSecretVerifierConfig })).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
});
