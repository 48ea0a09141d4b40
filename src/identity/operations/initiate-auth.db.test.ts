import { expect, test } from 'vitest';
import { password } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const AuthParameters = { USERNAME: email, PASSWORD: password };
const initiate = (input: object) => service.identity.call('InitiateAuth', { AuthParameters, ...input });

test('answers tokens for the password of an account without a second factor', async () => {
  await service.identity.register(email);
  const { body } = await initiate({ AuthFlow: 'USER_PASSWORD_AUTH' });
  expect(body.AuthenticationResult).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 1_800 });
});

test.each([
  ['an unknown flow', { AuthFlow: 'ADMIN_NO_SRP_AUTH' }, 'InvalidParameterException'],
  ['another client', { AuthFlow: 'USER_PASSWORD_AUTH', ClientId: 'another' }, 'ResourceNotFoundException'],
  ['a flow without what it needs', { AuthFlow: 'USER_SRP_AUTH' }, 'InvalidParameterException'],
])('refuses %s', async (_what, input, type) => {
  expect((await initiate(input)).body.__type).toBe(type);
});
