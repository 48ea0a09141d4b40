import { expect, test } from 'vitest';
import { serveIdentity } from '../../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const left = (AccessToken: string) => service.identity.call('HearthAccounts.GetRecoveryCodes', { AccessToken });

test('says how many are left, and none of them', async () => {
  const { AccessToken } = await service.signedIn();
  expect((await left(AccessToken)).body).toEqual({ Left: 0 });
  await service.identity.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: true } });
  await service.identity.call('HearthAccounts.CreateRecoveryCodes', { AccessToken });
  expect((await left(AccessToken)).body).toEqual({ Left: 10 });
});

test('refuses a token that is none', async () => {
  expect((await left('x')).body.__type).toBe('NotAuthorizedException');
});
