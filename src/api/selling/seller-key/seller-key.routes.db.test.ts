import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyScopes } from '#contract/selling/seller-key.ts';
import { listAudit } from '#platform/audit/audit-log.ts';
import { createLog } from '#platform/observability/log.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { addressOf, storeSeller } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { isKeyText, newKeyText } from '../../access/key-text.rules.ts';
import { keyRequests } from '../../access/read-key.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let clock: number;
let printed: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyTables(database, ['platform.rate_limit']);
  clock = 0;
  printed = '';
  const lines = new Writable({
    write(chunk, _encoding, done) {
      printed += chunk;
      done();
    },
  });
  api = await startApi(database, { log: createLog('trace', lines), now: () => new Date(Date.now() + clock) });
  await storeSeller(database, { seller_id: 'ours', address: 'ours' }, { ada: 'owner', eve: 'editor' });
  await storeSeller(database, { seller_id: 'theirs', address: 'theirs' }, { mallory: 'owner' });
});
afterAll(() => database.close());

const signIn = (account: string, signedInAt = Date.now()) =>
  api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: Math.floor(signedInAt / 1_000) },
  );

async function makeKey(wanted: object = {}) {
  const ada = await signIn('ada');
  return (await ada.post('/seller/ours/key', { name: 'Warehouse', scopes: ['manageWebhooks'], ...wanted })).body;
}

const withKey = (key: string) => ({ authorization: `Bearer ${key}` });

describe('[S-13] a key', () => {
  test('is told once, and the database has what it is recognized by alone', async () => {
    const made = await makeKey({ scopes: ['readOrders', 'readListings'] });
    expect(made.key).toMatch(/^hearth_sk_[0-9A-Za-z]{38}$/);
    expect(made.key.startsWith(made.prefix)).toBe(true);
    const ada = await signIn('ada');
    const { items } = (await ada.get('/seller/ours/key')).body;
    const { key, ...told } = made;
    expect(items).toEqual([told]);
    expect(told.scopes).toEqual(['readListings', 'readOrders']);
    const rows = await database.kysely.selectFrom('api.seller_key').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(14));
  });

  test('is made by an owner who has just signed in, and by nobody else', async () => {
    const wanted = { name: 'Warehouse', scopes: ['readOrders'] };
    const earlier = await signIn('ada', Date.now() - 16 * 60_000);
    expect((await earlier.post('/seller/ours/key', wanted)).status).not.toBe(201);
    expect((await (await signIn('eve')).post('/seller/ours/key', wanted)).status).toBe(404);
    expect((await (await signIn('mallory')).post('/seller/ours/key', wanted)).status).toBe(404);
    expect((await database.kysely.selectFrom('api.seller_key').selectAll().execute()).length).toBe(0);
  });

  test.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['manageKeys'] }, 'scopes'],
    [{ scopes: ['everything'] }, 'scopes'],
    [{ name: '' }, 'name'],
    [{ name: 'a\u202eb' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ expires_at: 'soon' }, 'expires_at'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  ])('is not made of %j', async (wanted, named) => {
    const { status, body } = await (await signIn('ada')).post('/seller/ours/key', {
      name: 'Warehouse',
      scopes: ['readOrders'],
      ...wanted,
    });
    expect(status).toBe(400);
    expect(body.message).toContain(named);
  });

  test('does what its scopes name, for its own shop', async () => {
    const { key } = await makeKey();
    expect((await api.get('/seller/ours/webhook', withKey(key))).status).toBe(200);
    expect((await api.get('/seller/theirs/webhook', withKey(key))).status).toBe(404);
    expect((await api.get('/seller/nobody/webhook', withKey(key))).status).toBe(404);
    const { key: other } = await makeKey({ scopes: ['readOrders'] });
    const refused = await api.get('/seller/ours/webhook', withKey(other));
    expect(refused.status).toBe(404);
    expect(refused.body.message).toContain('manageWebhooks');
  });

  test('makes no keys, whatever its scopes are, and is nobody at the addresses of buyers', async () => {
    const { key } = await makeKey({ scopes: keyScopes });
    expect((await api.get('/seller/ours/key', withKey(key))).status).toBe(404);
    expect((await api.get('/seller/mine', withKey(key))).status).toBe(401);
    expect((await api.get('/cart', withKey(key))).status).toBe(401);
  });

  test('[B-01] finds nothing at the addresses of the staff, as whoever asks there in another way', async () => {
    const { key } = await makeKey({ scopes: keyScopes });
    for (const path of ['/admin/me', '/admin/overview', '/admin/seller/ours'])
      expect((await api.get(path, withKey(key))).status, path).toBe(404);
    const mallory = await signIn('mallory');
    for (const ask of [api.post, mallory.post]) {
      const asked = await ask('/admin/overview', {});
      expect({ status: asked.status, allow: asked.headers.get('allow') }).toEqual({ status: 404, allow: null });
    }
  });

  test('is good no more from the moment on in which it is revoked', async () => {
    const { key, key_id } = await makeKey();
    const ada = await signIn('ada');
    expect((await api.get('/seller/ours/webhook', withKey(key))).status).toBe(200);
    expect((await (await signIn('mallory')).delete(`/seller/theirs/key/${key_id}`)).status).toBe(404);
    expect((await ada.delete(`/seller/ours/key/${key_id}`)).status).toBe(204);
    expect((await ada.delete(`/seller/ours/key/${key_id}`)).status).toBe(204);
    const refused = await api.get('/seller/ours/webhook', withKey(key));
    expect(refused.status).toBe(401);
    expect(refused.body.message).toContain('revoked');
    const { items } = (await ada.get('/seller/ours/key')).body;
    expect(items[0].revoked_at).not.toBeNull();
    const entries = await listAudit(database.kysely, { subject: 'ours', limit: 2 });
    expect(entries.map(({ action, details }) => [action, (details as { key: string }).key])).toEqual([
      ['seller.key_made', key_id],
      ['seller.key_revoked', key_id],
    ]);
  });

  test('ends when it was said to', async () => {
    const { key } = await makeKey({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await api.get('/seller/ours/webhook', withKey(key))).status).toBe(200);
    clock = 3_601_000;
    expect((await api.get('/seller/ours/webhook', withKey(key))).status).toBe(401);
  });

  test('of a suspended shop may look and nothing else', async () => {
    const { key } = await makeKey({ scopes: ['manageWebhooks', 'readFigures'] });
    await database.kysely.updateTable('api.seller').set({ state: 'suspended' }).execute();
    const refused = await api.get('/seller/ours/webhook', withKey(key));
    expect(refused.status).toBe(404);
    expect(refused.body.message).toContain('suspended');
    expect((await api.get('/seller/ours/figures', withKey(key))).status).toBe(200);
  });

  test('that was made up, cut off or mistyped is nobody’s, in a sentence', async () => {
    const { key } = await makeKey();
    const made = newKeyText((below) => below - 1);
    expect(isKeyText(made)).toBe(true);
    for (const wrong of [
      made,
      key.slice(0, -1),
      `${key}a`,
      `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`,
      'hearth_sk_',
    ]) {
      const { status, body } = await api.get('/seller/ours/webhook', withKey(wrong));
      expect(status, wrong).toBe(401);
      expect(body.message).toContain('no such key');
    }
  });

  test('says when it was used last, and is in no line of the log', async () => {
    const { key } = await makeKey();
    const ada = await signIn('ada');
    expect((await ada.get('/seller/ours/key')).body.items[0].last_used_at).toBeNull();
    await api.get('/seller/ours/webhook', withKey(key));
    expect((await ada.get('/seller/ours/key')).body.items[0].last_used_at).not.toBeNull();
    await api.get('/seller/theirs/webhook', withKey(key));
    await api.get('/cart', withKey(key));
    expect(printed).toContain('/api/seller/');
    expect(printed).not.toContain(key.slice(10));
  });

  test('that asks too much is told when to try again', async () => {
    const { key } = await makeKey();
    for (let time = 0; time < keyRequests.points; time++) {
      const { status } = await api.fetch(
        new Request('http://shop.test/api/seller/theirs/webhook', { headers: withKey(key) }),
      );
      if (status === 429) break;
    }
    const { status, headers } = await api.get('/seller/ours/webhook', withKey(key));
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('is one of a few', async () => {
    const ada = await signIn('ada');
    const wanted = { name: 'One of many', scopes: ['readOrders'] };
    const answers = await Promise.all(Array.from({ length: 22 }, () => ada.post('/seller/ours/key', wanted)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  });
});

describe('[S-13] whoever answers for a key', () => {
  const orders = async (key: string) => (await api.get('/seller/ours/order', withKey(key))).status;
  const answer = (key: string) => api.post('/seller/ours/order/no-such-order/deliver', { lines: [0] }, withKey(key));

  /** Bob is an owner too, and has made a key. */
  async function keyOfBob(scopes = ['readOrders', 'deliverOrders', 'refundOrders']) {
    await database.kysely
      .insertInto('api.seller_member')
      .values({ seller_id: 'ours', account_id: 'bob', user_id: addressOf('bob'), role: 'owner' })
      .execute();
    const bob = await signIn('bob');
    const made = (await bob.post('/seller/ours/key', { name: 'Robot', scopes })).body;
    expect(await orders(made.key)).toBe(200);
    return made;
  }

  test('leaves: it is revoked, and the webhooks that they made are switched off', async () => {
    const { key, key_id } = await keyOfBob();
    await database.kysely
      .insertInto('api.webhook')
      .values({
        webhook_id: 'w',
        seller_id: 'ours',
        url: 'https://bob.example/',
        events: JSON.stringify(['order.paid']),
        secret: Buffer.from('x'),
        created_by: 'bob',
      })
      .execute();
    const ada = await signIn('ada');
    expect((await ada.get('/seller/ours/member')).body.items).toContainEqual(
      expect.objectContaining({ account_id: 'bob', keys: 1 }),
    );
    const bob = await signIn('bob');
    await bob.get(`/user/${addressOf('bob')}`);
    for (const reader of [ada, bob])
      expect((await reader.get('/seller/ours/member/bob/ending')).body).toEqual({
        keys: [{ key_id, name: 'Robot', prefix: expect.stringMatching(/^hearth_sk_/) }],
        webhooks: [{ webhook_id: 'w', url: 'https://bob.example/' }],
        invitations: [],
      });
    expect((await ada.get('/seller/ours/webhook')).body.items).toMatchObject([{ made_by: 'bob', made_with: null }]);
    expect((await (await signIn('eve')).get('/seller/ours/member/bob/ending')).status).toBe(404);
    expect((await ada.get('/seller/ours/member/%00/ending')).status).toBe(404);
    expect((await ada.delete('/seller/ours/member/bob')).status).toBe(204);
    expect(await orders(key)).toBe(401);
    const [listed] = (await ada.get('/seller/ours/key')).body.items;
    expect(listed).toMatchObject({ key_id, revoked_at: expect.any(String), keeper_belongs: false });
    expect((await database.kysely.selectFrom('api.webhook').select('enabled').execute())[0]?.enabled).toBe(false);
  });

  test('leaves, and an owner who has just signed in keeps it: it works, and the list says whose it is', async () => {
    const { key } = await keyOfBob();
    const earlier = await signIn('ada', Date.now() - 16 * 60_000);
    const stale = await earlier.delete('/seller/ours/member/bob?keys=keep');
    expect(stale).toMatchObject({ status: 409, body: { refusal: 'sign_in_again' } });
    const ada = await signIn('ada');
    await ada.get(`/user/${addressOf('ada')}`);
    expect((await ada.delete('/seller/ours/member/bob?keys=keep')).status).toBe(204);
    expect(await orders(key)).toBe(200);
    const [listed] = (await ada.get('/seller/ours/key')).body.items;
    expect(listed).toMatchObject({ keeper: 'ada', keeper_belongs: true, revoked_at: null });
  });

  test('goes by a way that told nobody: it works no more, until an owner takes it over', async () => {
    const { key, key_id } = await keyOfBob();
    await database.kysely.deleteFrom('api.seller_member').where('account_id', '=', 'bob').execute();
    expect(await orders(key)).toBe(401);
    const eve = await signIn('eve');
    expect((await eve.post(`/seller/ours/key/${key_id}/take-over`, {})).status).toBe(404);
    const ada = await signIn('ada');
    expect((await ada.post(`/seller/ours/key/${key_id}/take-over`, {})).status).toBe(200);
    expect(await orders(key)).toBe(200);
  });

  test('may do less: what does more than that is revoked, the rest does what they may', async () => {
    const refunding = await keyOfBob();
    const bob = await signIn('bob');
    const reading = (await bob.post('/seller/ours/key', { name: 'Reader', scopes: ['readOrders'] })).body;
    const ada = await signIn('ada');
    const ending = async (role: string) =>
      (await ada.get(`/seller/ours/member/bob/ending?role=${role}`)).body.keys.map(
        ({ name }: { name: string }) => name,
      );
    expect(await ending('owner')).toEqual([]);
    expect(await ending('editor')).toEqual(['Robot']);
    expect((await ada.put('/seller/ours/member/bob', { role: 'editor' })).status).toBe(200);
    expect(await orders(refunding.key)).toBe(401);
    expect(await orders(reading.key)).toBe(200);
    // As if the role had been changed without asking about the keys.
    await database.kysely.updateTable('api.seller_key').set({ revoked_at: null }).execute();
    await database.kysely
      .updateTable('api.seller_member')
      .set({ role: 'finance' })
      .where('account_id', '=', 'bob')
      .execute();
    const refused = await answer(refunding.key);
    expect(refused.status).toBe(404);
    expect(refused.body.message).toMatch(/whoever answers for it is finance of the shop now/);
    expect(await orders(refunding.key)).toBe(200);
  });

  test('is suspended: it only reads from that moment on', async () => {
    const { key } = await keyOfBob();
    await database.kysely
      .insertInto('api.suspended_customer')
      .values({ account_id: 'bob', reason: 'Fraud', suspended_by: null })
      .execute();
    const refused = await answer(key);
    expect(refused.status).toBe(404);
    expect(refused.body.message).toMatch(/suspended: it may only read/);
    expect(await orders(key)).toBe(200);
  });
});
