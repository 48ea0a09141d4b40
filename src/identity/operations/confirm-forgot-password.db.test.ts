import { expect, test } from 'vitest';
import { createPasskey } from '../../../test/clients/passkey.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

async function reset(Username = email) {
  await service.identity.call('ForgotPassword', { Username });
  const ConfirmationCode = service.identity.codeFor(Username);
  return service.identity.call('ConfirmForgotPassword', { Username, ConfirmationCode, Password: 'battery staple' });
}

test('sets the password, ends every sign-in, and tells the owner by mail', async () => {
  const { AccessToken } = await service.signedIn();
  expect((await reset()).status).toBe(200);
  expect((await service.identity.call('GetUser', { AccessToken })).body.message).toBe('Access Token has been revoked');
  expect((await service.identity.signIn(email, 'battery staple')).AccessToken).toBeTruthy();
  expect(service.identity.mails.at(-1)).toMatchObject({ to: email, heading: 'Your password was changed' });
});

test('refuses a wrong code, and the password stays', async () => {
  await service.identity.register(email);
  await service.identity.call('ForgotPassword', { Username: email });
  const given = { Username: email, ConfirmationCode: 'no code', Password: 'battery staple' };
  expect((await service.identity.call('ConfirmForgotPassword', given)).body.__type).toBe('CodeMismatchException');
  expect((await service.identity.signIn(email)).AccessToken).toBeTruthy();
});

test('takes the passkeys away', async () => {
  const { AccessToken } = await service.signedIn();
  const passkey = createPasskey(service.identity.address);
  await service.addPasskey(AccessToken, passkey);
  expect((await service.signInWithPasskey(passkey)).status).toBe(200);
  expect((await reset()).status).toBe(200);
  expect((await service.signInWithPasskey(passkey)).body.__type).toBe('NotAuthorizedException');
});

test('leaves nothing in an account that somebody else filled in and never confirmed', async () => {
  const UserAttributes = [
    { Name: 'nickname', Value: 'not Ada' },
    { Name: 'custom:note', Value: 'planted' },
  ];
  await service.identity.call('SignUp', { Username: email, Password: 'of somebody else', UserAttributes });
  await reset();
  const { AccessToken } = await service.identity.signIn(email, 'battery staple');
  const user = await service.identity.call('GetUser', { AccessToken });
  expect(user.text).toContain(email);
  expect(user.text).not.toMatch(/nickname|planted/);
});
