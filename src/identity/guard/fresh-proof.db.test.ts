// The proof of the moment that weakening an account asks for, through the vendor's client wherever it has a word for it.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSdk } from '../../../test/clients/cognito-sdk.ts';
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

  test('what turns nothing off asks for none', async () => {
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
    for (let time = 0; time < 3; time++) await own('ProveOwner', { Answer: 'wrong horse' });
    expect((await own('ProveOwner', { Answer: password })).message).toBe('Password attempts exceeded');
  });
});
