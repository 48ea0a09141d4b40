// The proof of the moment that weakening an account, or another way to open it, asks for, through the vendor's client wherever it has a word for it.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSdk } from '../../../test/clients/cognito-sdk.ts';
import { createPasskey } from '../../../test/clients/passkey.ts';
import { password } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();
let users: ReturnType<typeof openSdk>['users'];
let ClientId: string;
let AccessToken: string;

beforeAll(() => {
  users = openSdk(service.identity).users;
  ClientId = service.identity.pool.clientId;
});
beforeEach(async () => {
  service.identity.stopClock();
  ({ AccessToken } = await service.signedIn());
});

const MINUTE = 60;
const stale = {
  name: 'NotAuthorizedException',
  message: 'This asks for a sign-in of the last 10 minutes. Sign in again.',
};

/** An action of the service's own. */
async function own(action: string, input: object = {}) {
  const { body } = await service.identity.call(`HearthAccounts.${action}`, { AccessToken, ...input });
  return body;
}

async function withAuthenticator() {
  const { SecretCode } = await users.associateSoftwareToken({ AccessToken });
  await users.verifySoftwareToken({ AccessToken, UserCode: service.identity.totpCode(SecretCode) });
  await users.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
  service.identity.wait(30);
  return SecretCode;
}

const begin = () =>
  users.initiateAuth({
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });

describe('what weakens an account asks for a fresh proof of its owner', () => {
  const off = { SoftwareTokenMfaSettings: { Enabled: false } };

  test('a sign-in of the last ten minutes is one, as any client of the protocol has it', async () => {
    await withAuthenticator();
    service.identity.wait(9 * MINUTE);
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
        return users.verifySoftwareToken({ AccessToken, UserCode: service.identity.totpCode(SecretCode) });
      },
    ],
  ])('%s is refused later, and carried out after the proof', async (_what, change) => {
    await withAuthenticator();
    await users.setUserMFAPreference({ AccessToken, EmailMfaSettings: { Enabled: true } });
    service.identity.wait(11 * MINUTE);
    await expect(change()).rejects.toMatchObject(stale);
    expect((await own('ProveOwner', { Answer: password })).__type).toBeUndefined();
    await change();
    service.identity.wait(11 * MINUTE);
    expect((await own('CreateRecoveryCodes')).message, 'a proof ends too').toBe(stale.message);
  });

  test('what neither turns one off nor adds what opens the account asks for none', async () => {
    const secret = await withAuthenticator();
    service.identity.wait(11 * MINUTE);
    await users.setUserMFAPreference({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } });
    await users.setUserMFAPreference({ AccessToken, EmailMfaSettings: { Enabled: true } });
    expect(secret).toBeTruthy();
  });

  test('the authenticator’s code and a recovery code prove it as well; five wrong answers have to wait', async () => {
    const secret = await withAuthenticator();
    const [code = ''] = (await own('CreateRecoveryCodes')).Codes ?? [];
    service.identity.wait(11 * MINUTE);
    for (const Answer of [service.identity.totpCode(secret), code]) {
      expect((await own('ProveOwner', { Answer })).__type).toBeUndefined();
      expect((await own('ProveOwner', { Answer })).message, 'each once').toBe('Incorrect username or password.');
    }
    for (let time = 0; time < 4; time++) await own('ProveOwner', { Answer: 'wrong horse' });
    expect((await own('ProveOwner', { Answer: password })).message).toBe('Password attempts exceeded');
  });
});

describe('what opens an account from then on asks for a fresh proof of its owner', () => {
  /** A first app: by its codes alone whoever has an open sign-in could prove from then on to be the owner. */
  async function addAuthenticator() {
    const { SecretCode } = await users.associateSoftwareToken({ AccessToken });
    await users.verifySoftwareToken({ AccessToken, UserCode: service.identity.totpCode(SecretCode) });
  }

  /** Answers how the passkey that the browser has made by then is handed in. */
  async function startPasskey() {
    const { CredentialCreationOptions } = await users.startWebAuthnRegistration({ AccessToken });
    const options = CredentialCreationOptions as { challenge: string };
    const made = createPasskey(service.identity.address).create(options);
    const Credential = made as typeof made & { response: Record<string, string> };
    return () => users.completeWebAuthnRegistration({ AccessToken, Credential });
  }

  const addPasskey = async () => (await startPasskey())();

  async function trustDevice() {
    const { DeviceKey } = await service.confirmDevice();
    await users.updateDeviceStatus({ AccessToken, DeviceKey, DeviceRememberedStatus: 'remembered' });
  }

  const additions = [
    ['a first authenticator', addAuthenticator],
    ['a passkey', addPasskey],
    ['a trusted device', trustDevice],
  ] as const;

  test.each(additions)(
    '%s is added right after a sign-in as any client of the protocol does it',
    async (_what, add) => {
      service.identity.wait(9 * MINUTE);
      await add();
    },
  );

  test.each(additions)('%s is refused later, and added after the proof', async (_what, add) => {
    service.identity.wait(11 * MINUTE);
    await expect(add()).rejects.toMatchObject(stale);
    expect((await own('ProveOwner', { Answer: password })).__type).toBeUndefined();
    await add();
  });

  test('an authenticator beside codes by mail is refused later', async () => {
    await users.setUserMFAPreference({ AccessToken, EmailMfaSettings: { Enabled: true } });
    service.identity.wait(11 * MINUTE);
    await expect(addAuthenticator()).rejects.toMatchObject(stale);
  });

  test('a passkey that was begun in time and is refused for being late is completed after the proof', async () => {
    service.identity.wait(9 * MINUTE);
    const complete = await startPasskey();
    service.identity.wait(2 * MINUTE);
    await expect(complete()).rejects.toMatchObject(stale);
    await own('ProveOwner', { Answer: password });
    expect(await complete(), 'its challenge was not used up').toBeDefined();
  });
});
