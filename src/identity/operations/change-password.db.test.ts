import { expect, test } from 'vitest';
import { password } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const change = (AccessToken: string, PreviousPassword: string, ProposedPassword = 'battery staple') =>
  service.identity.call('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword });

test('sets the password, ends every other sign-in, and tells the owner by mail', async () => {
  const { AccessToken } = await service.signedIn();
  const other = await service.identity.signIn(email);
  expect((await change(AccessToken, password)).status).toBe(200);
  expect((await service.identity.signIn(email, 'battery staple')).AccessToken).toBeTruthy();
  expect((await service.identity.call('GetUser', { AccessToken })).status).toBe(200);
  expect((await service.identity.call('GetUser', other)).body.message).toBe('Access Token has been revoked');
  expect(service.identity.mails.at(-1)).toMatchObject({ to: email, heading: 'Your password was changed' });
});

test('refuses a wrong password, and one that the policy does not allow', async () => {
  const { AccessToken } = await service.signedIn();
  expect((await change(AccessToken, 'wrong horse')).body.message).toBe('Incorrect username or password.');
  expect((await change(AccessToken, password, 'short')).body.__type).toBe('InvalidPasswordException');
  expect((await service.identity.signIn(email)).AccessToken, 'the password is the one before').toBeTruthy();
});
