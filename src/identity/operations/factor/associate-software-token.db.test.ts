import { expect, test } from 'vitest';
import { email, serveIdentity } from '../../../../test/parts/serve-identity.ts';

const service = serveIdentity();

test('gives a secret, which is not asked for at sign-in before a code of it was seen', async () => {
  const { AccessToken } = await service.signedIn();
  const { body } = await service.identity.call('AssociateSoftwareToken', { AccessToken });
  expect(body.SecretCode).toMatch(/^[A-Z2-7]{32}$/);
  expect((await service.identity.signIn(email)).AccessToken).toBeTruthy();
});

test('refuses two proofs at once: one account could be proved and another changed', async () => {
  const { AccessToken } = await service.signedIn();
  const { body } = await service.identity.call('AssociateSoftwareToken', { AccessToken, Session: 'x'.repeat(20) });
  expect(body).toEqual({
    __type: 'InvalidParameterException',
    message: 'Either AccessToken or Session is required.',
  });
});
