import { expect, test } from 'vitest';
import { password } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const confirm = (ConfirmationCode: string, more: object = {}) =>
  service.identity.call('ConfirmSignUp', { Username: email, ConfirmationCode, ...more });

test('opens the account to whoever has the code of the mail', async () => {
  await service.identity.call('SignUp', { Username: email, Password: password });
  expect((await confirm(service.identity.codeFor(email))).body).toEqual({});
  expect((await service.identity.signIn(email)).AccessToken).toBeTruthy();
});

test('refuses a wrong code, and a client that is not of this pool', async () => {
  await service.identity.call('SignUp', { Username: email, Password: password });
  expect((await confirm('no code')).body.__type).toBe('CodeMismatchException');
  const code = service.identity.codeFor(email);
  expect((await confirm(code, { ClientId: 'another' })).body.__type).toBe('ResourceNotFoundException');
  await expect(service.identity.signIn(email)).rejects.toThrow('User is not confirmed.');
});
