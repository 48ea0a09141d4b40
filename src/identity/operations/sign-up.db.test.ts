import { expect, test } from 'vitest';
import { password } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const signUp = (more: object = {}) => service.identity.call('SignUp', { Username: email, Password: password, ...more });

test('makes an account that waits for the code of a mail', async () => {
  expect((await signUp()).body).toEqual({
    UserConfirmed: false,
    UserSub: expect.stringMatching(/^[\da-f-]{36}$/),
    CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'a***@e***' },
  });
  expect(service.identity.mails).toMatchObject([{ to: email, heading: 'Confirm your email' }]);
  await expect(service.identity.signIn(email)).rejects.toThrow('User is not confirmed.');
});

test('refuses an address that has an account, and mails nothing', async () => {
  await signUp();
  expect((await signUp({ Password: 'battery staple' })).body.__type).toBe('UsernameExistsException');
  expect(service.identity.mails).toHaveLength(1);
});

test.each([
  ['a name that is no address', { Username: 'ada' }, 'InvalidParameterException'],
  [
    'another address as attribute',
    { UserAttributes: [{ Name: 'email', Value: 'eve@example.com' }] },
    'InvalidParameterException',
  ],
  ['a password that is too short', { Password: 'short' }, 'InvalidPasswordException'],
])('refuses %s', async (_what, more, type) => {
  expect((await signUp(more)).body.__type).toBe(type);
});
