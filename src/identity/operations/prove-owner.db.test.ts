import { expect, test } from 'vitest';
import { password } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const prove = (AccessToken: string, Answer: string) =>
  service.identity.call('HearthAccounts.ProveOwner', { AccessToken, Answer });

test('lets the sign-in do for ten minutes what asks for a fresh proof', async () => {
  const { AccessToken } = await service.signedIn();
  await service.identity.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: true } });
  const turnOff = () =>
    service.identity.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: false } });
  service.identity.wait(11 * 60);
  expect((await turnOff()).status).toBe(400);
  expect((await prove(AccessToken, password)).body).toEqual({});
  expect((await turnOff()).status).toBe(200);
});

test('refuses a wrong answer, and another sign-in’s proof is none of this one', async () => {
  const { AccessToken } = await service.signedIn();
  expect((await prove(AccessToken, 'wrong horse')).body.message).toBe('Incorrect username or password.');
  service.identity.wait(11 * 60);
  await prove((await service.identity.signIn(email)).AccessToken, password);
  const { body } = await service.identity.call('HearthAccounts.CreateRecoveryCodes', { AccessToken });
  expect(body.message).toContain('Sign in again.');
});

test('a right answer ends the count of the wrong ones', async () => {
  const { AccessToken } = await service.signedIn();
  for (let round = 0; round < 2; round++) {
    for (let time = 0; time < 4; time++) await prove(AccessToken, 'wrong horse');
    expect((await prove(AccessToken, password)).body, `round ${round}`).toEqual({});
  }
});
