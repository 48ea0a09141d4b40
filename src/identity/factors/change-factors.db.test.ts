// Factors of an account beside the password: its owner is notified of every change.
import { beforeEach, describe, expect, test } from 'vitest';
import { createPasskey } from '../../../test/clients/passkey.ts';
import { password, startIdentity } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();
let AccessToken: string;

beforeEach(async () => {
  AccessToken = (await service.signedIn()).AccessToken;
  service.identity.mails.length = 0;
});

async function setPreference(settings: object) {
  expect((await service.identity.call('SetUserMFAPreference', { AccessToken, ...settings })).status).toBe(200);
}

async function verifyAuthenticator() {
  const { SecretCode } = (await service.identity.call('AssociateSoftwareToken', { AccessToken })).body;
  const UserCode = service.identity.totpCode(SecretCode);
  expect((await service.identity.call('VerifySoftwareToken', { AccessToken, UserCode })).status).toBe(200);
  service.identity.wait(60);
}

async function trustDevice(DeviceRememberedStatus: string, DeviceKey: string | undefined) {
  await service.identity.call('UpdateDeviceStatus', { AccessToken, DeviceKey, DeviceRememberedStatus });
}

/** Paragraphs emailed to the owner since the last call. */
function news() {
  return service.identity.mails.splice(0).flatMap(({ to, paragraphs }) => (to === email ? paragraphs : []));
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
    const strict = await startIdentity(service.database, { secondFactorRequired: true });
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
    const passkey = createPasskey(service.identity.address);
    expect((await service.addPasskey(AccessToken, passkey)).status).toBe(200);
    expect(news()).toEqual([expect.stringContaining('passkey was added')]);
    await service.identity.call('DeleteWebAuthnCredential', { AccessToken, CredentialId: passkey.id });
    expect(news()).toEqual([expect.stringContaining('passkey was removed')]);
    await service.identity.call('DeleteWebAuthnCredential', { AccessToken, CredentialId: passkey.id });
    expect(news(), 'there was none any more').toEqual([]);
  });

  test('when a device is trusted, once', async () => {
    const { DeviceKey } = await service.confirmDevice();
    await trustDevice('remembered', DeviceKey);
    expect(news()).toEqual([expect.stringContaining('marked as trusted')]);
    await trustDevice('remembered', DeviceKey);
    await trustDevice('not_remembered', DeviceKey);
    expect(news()).toEqual([]);
  });
});
