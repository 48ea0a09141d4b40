import { expect, test } from 'vitest';
import { listAudit } from '#platform/audit/audit-log.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

test('deletes the account, which the audit log tells, and frees its address', async () => {
  const { AccessToken, userId } = await service.signedIn();
  expect((await service.identity.call('DeleteUser', { AccessToken })).body).toEqual({});
  await expect(service.identity.signIn(email)).rejects.toThrow('Incorrect username or password.');
  const notices = service.identity.mails.filter(({ heading }) => heading === 'Your account is deleted');
  expect(notices.map(({ to }) => to)).toEqual([email]);
  const [entry] = await listAudit(service.database.kysely, { subject: userId, limit: 1 });
  expect(entry).toMatchObject({ action: 'account.deleted', actor_kind: 'customer' });
  expect(await service.identity.register(email)).not.toBe(userId);
});

test('refuses a token whose sign-in has ended, and the account stays', async () => {
  const { AccessToken } = await service.signedIn();
  await service.identity.call('GlobalSignOut', { AccessToken });
  expect((await service.identity.call('DeleteUser', { AccessToken })).body.__type).toBe('NotAuthorizedException');
  expect((await service.identity.signIn(email)).AccessToken).toBeTruthy();
});
