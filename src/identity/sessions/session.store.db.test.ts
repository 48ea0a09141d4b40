import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();
const DAY_MS = 24 * 60 * 60_000;

test('an account has a hundred sessions at most: revoked ones and then the oldest give way', async () => {
  const { userId: user_id, AccessToken } = await service.signedIn();
  const rows = Array.from({ length: 99 }, (_, number) => ({
    session_id: randomUUID(),
    user_id,
    client_id: service.identity.pool.clientId,
    scope: '',
    refresh_token_hmac: randomBytes(32),
    auth_time: new Date(Date.now() - (100 - number) * DAY_MS),
    expires_at: new Date(Date.now() + 3_600_000),
    revoked_at: number === 50 ? new Date() : null,
  }));
  await service.database.kysely.insertInto('identity.session').values(rows).execute();
  const stored = async () => {
    const sessions = await service.database.kysely.selectFrom('identity.session').select('session_id').execute();
    return sessions.map(({ session_id }) => session_id);
  };
  expect(await stored(), 'with the one of this test').toHaveLength(100);
  await service.identity.signIn(email);
  expect(await stored()).not.toContain(rows[50]?.session_id);
  expect(await stored()).toContain(rows[0]?.session_id);
  await service.identity.signIn(email);
  expect(await stored()).not.toContain(rows[0]?.session_id);
  expect(await stored()).toHaveLength(100);
  expect((await service.identity.call('GetUser', { AccessToken })).status).toBe(200);
});
