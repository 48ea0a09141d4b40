import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { libraryTokenMaximum, libraryTokenStart } from '#contract/goods/library/library-token.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { isKeyText } from '../../access/key-text.rules.ts';
import { findToken, revokeTokensOfAccounts } from './library-token.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyTables(database, ['platform.rate_limit']);
  api = await startApi(database, { sendMail: async () => {} });
});
afterAll(() => database.close());

const signIn = (account: string) =>
  api.signIn({ email: `${account}@example.com`, nickname: account }, { sub: account });
const stored = () => database.kysely.selectFrom('api.library_token').selectAll().execute();

describe('[G-09] a library token', () => {
  test('is told once, begins as tools want it to, and the database has what it is recognized by alone', async () => {
    const ada = await signIn('ada');
    const { status, body: made } = await ada.post('/library/token', { name: 'Laptop' });
    expect(status).toBe(201);
    expect(made.token).toMatch(/^hf_[0-9A-Za-z]{38}$/);
    expect(isKeyText(made.token, libraryTokenStart)).toBe(true);
    // One mistyped letter is known without asking anybody.
    expect(isKeyText(`${made.token.slice(0, -1)}_`, libraryTokenStart)).toBe(false);
    expect(isKeyText(made.token)).toBe(false);
    expect(made.token.startsWith(made.prefix)).toBe(true);
    const { token, ...told } = made;
    expect((await ada.get('/library/token')).body.items).toEqual([told]);
    expect(JSON.stringify(await stored())).not.toContain(token.slice(8));
  });

  test("is its customer's own", async () => {
    const [ada, eve] = await Promise.all([signIn('ada'), signIn('eve')]);
    const { body: made } = await ada.post('/library/token', { name: 'Laptop' });
    expect((await eve.get('/library/token')).body.items).toEqual([]);
    expect((await eve.delete(`/library/token/${made.token_id}`)).status).toBe(404);
    expect((await eve.delete('/library/token/%00')).status).toBe(404);
    expect((await ada.delete(`/library/token/${made.token_id}`)).status).toBe(204);
    const { items } = (await ada.get('/library/token')).body;
    expect(items[0].revoked_at).not.toBeNull();
    expect((await ada.delete(`/library/token/${made.token_id}`)).status).toBe(204);
    expect((await ada.get('/library/token')).body.items).toEqual(items);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 'a\u202eb' }, 'name'],
    [{ name: 'Laptop', expires_at: 'soon' }, 'expires_at'],
    [{ name: 'Laptop', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  ])('is not made of %j', async (wanted, named) => {
    const { status, body } = await (await signIn('ada')).post('/library/token', wanted);
    expect(status).toBe(400);
    expect(body.message).toContain(named);
  });

  test('is one of a few, also where many are made at once', async () => {
    const ada = await signIn('ada');
    const answers = await Promise.all(
      Array.from({ length: libraryTokenMaximum + 2 }, () => ada.post('/library/token', { name: 'One of many' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(libraryTokenMaximum);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    await ada.delete(`/library/token/${answers.find(({ status }) => status === 201)?.body.token_id}`);
    expect((await ada.post('/library/token', { name: 'Another' })).status).toBe(201);
    expect((await (await signIn('eve')).post('/library/token', { name: 'Hers' })).status).toBe(201);
  });

  test('signs nobody in anywhere else', async () => {
    const { body: made } = await (await signIn('ada')).post('/library/token', { name: 'Laptop' });
    const authorization = { authorization: `Bearer ${made.token}` };
    for (const path of ['/library/token', '/cart', '/seller/mine', '/seller/ours/key', '/order/user/ada@example.com'])
      expect((await api.get(path, authorization)).status, path).toBe(401);
    expect((await api.get('/admin/me', authorization)).status).toBe(401);
  });

  test('goes with its account', async () => {
    const ada = await signIn('ada');
    await ada.post('/user', { user_id: 'ada@example.com', username: 'Ada' });
    await ada.post('/library/token', { name: 'Laptop' });
    await (await signIn('eve')).post('/library/token', { name: 'Hers' });
    expect((await ada.delete('/user/ada@example.com')).status).toBe(204);
    expect((await stored()).map(({ account_id }) => account_id)).toEqual(['eve']);
    // As the account service tells of it: deleted, or disabled by the operator.
    const [{ sha256 } = { sha256: '' }] = await stored();
    expect(await findToken(database.kysely, sha256, new Date())).not.toBeNull();
    await revokeTokensOfAccounts(database.kysely, ['ada', 'eve']);
    expect(await findToken(database.kysely, sha256, new Date())).toBeNull();
  });
});
