import { expect, test } from 'vitest';
import { serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const update = (AccessToken: string, Name: string, Value: string) =>
  service.identity.call('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value }] });

test('writes an attribute over; an empty value takes it away', async () => {
  const { AccessToken } = await service.signedIn();
  const user = async () => (await service.identity.call('GetUser', { AccessToken })).text;
  expect((await update(AccessToken, 'nickname', 'Countess')).body).toEqual({ CodeDeliveryDetailsList: [] });
  expect(await user()).toContain('Countess');
  await update(AccessToken, 'nickname', '');
  expect(await user()).not.toContain('nickname');
});

test.each(['email', 'is_admin'])('refuses %s', async (name) => {
  const { AccessToken } = await service.signedIn();
  expect((await update(AccessToken, name, 'x')).body.__type).toBe('InvalidParameterException');
});
