// Passwords that everybody tries first.
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
    const ConfirmationCode = service.identity.codeFor(email);
    const reset = (Password: string) =>
      users.confirmForgotPassword({ ClientId, Username: email, ConfirmationCode, Password });
    await expect(reset('football1')).rejects.toMatchObject(refused);
    const change = { AccessToken, PreviousPassword: password, ProposedPassword: 'sunshine1' };
    await expect(users.changePassword(change)).rejects.toMatchObject(refused);
    await reset('battery staple');
  });
});
