import { expect, test } from 'vitest';
import { serveIdentity } from '../../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const create = async (AccessToken: string) =>
  (await service.identity.call('HearthAccounts.CreateRecoveryCodes', { AccessToken })).body;

test('answers ten codes for an account with a second factor, and tells the owner by mail', async () => {
  const { AccessToken } = await service.signedIn();
  await service.identity.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: true } });
  expect(new Set((await create(AccessToken)).Codes).size).toBe(10);
  expect(service.identity.mails.at(-1)?.paragraphs).toEqual([expect.stringContaining('New recovery codes')]);
});

test('refuses an account without a second factor, and a sign-in of long ago', async () => {
  const { AccessToken } = await service.signedIn();
  expect((await create(AccessToken)).message).toBe('The user has no second factor.');
  service.identity.wait(11 * 60);
  expect((await create(AccessToken)).__type).toBe('NotAuthorizedException');
});
