// Both databases: arrays, casts and locks of saved searches are read and written in SQL.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { savedSearchMaximum } from '#contract/catalogue/saved-search.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aSeller } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { insertSearchAlertLink } from './search-alert.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let jane: Awaited<ReturnType<typeof api.signIn>>;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
});
beforeEach(async () => {
  await emptyDatabase(database);
  jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' });
});
afterAll(async () => {
  api.version.close();
  await database.close();
});

const machines = '/products/category/computing?max_gpu_price=0.4';
const items = async (client = jane) => (await client.get('/saved-search')).body.items;
const addresses = async () => (await items()).map(({ address }: { address: string }) => address);

describe('[Q-18] saved searches', () => {
  test('are saved with a name of their own, newest first, each once', async () => {
    const saved = await jane.post('/saved-search', { address: `${machines}&sort=name&unknown=1` });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        name: 'Computing · Up to $0.40 a GPU-hour',
        address: machines,
        alerts: true,
        fits: null,
        too_many: false,
      },
    });
    await jane.post('/saved-search', { address: '/products/keyword/h100', name: ' Big ones ', alerts: false });
    expect(await items()).toMatchObject([
      { name: 'Big ones', address: '/products/keyword/h100', alerts: false },
      { address: machines },
    ]);
    const again = await jane.post('/saved-search', { address: machines, name: 'Other', alerts: false });
    expect(again.body).toEqual(saved.body);
    expect(await items()).toHaveLength(2);
  });

  test('are named by shops, licenses and regions as lists name them', async () => {
    await database.kysely
      .insertInto('api.seller')
      .values(aSeller({ name: 'Copperline', address: 'copper' }))
      .execute();
    const of =
      'seller=operator&seller=copper&seller=nobody&license=APACHE-2.0&license=open&license=LicenseRef-House-1.0';
    const { body } = await jane.post('/saved-search', { address: `/products/category/data?${of}` });
    expect(body.name.split(' · ')).toEqual([
      'Data',
      'License: House 1.0',
      'License: Apache-2.0',
      'License: Open license',
      'Shop: Copperline',
      'Shop: nobody',
      'Shop: Hearth',
    ]);
  });

  test('are saved once, whatever their regions and licenses are called', async () => {
    const address = '/products/category/computing?license=apache&region=United+States';
    const { body } = await jane.post('/saved-search', { address: address.replace('United+States', 'usa') });
    expect(body).toMatchObject({ address, name: 'Computing · Region: United States · License: Apache' });
    const again = await jane.post('/saved-search', { address: address.replace('apache', 'Apache') });
    expect(again.body).toEqual(body);
    expect(await items()).toHaveLength(1);
  });

  test('are renamed, and their alerts turned off and on', async () => {
    const { body } = await jane.post('/saved-search', { address: machines });
    const path = `/saved-search/${body.search_id}`;
    expect((await jane.put(path, { name: 'Cheap' })).body).toMatchObject({ name: 'Cheap', alerts: true });
    expect((await jane.put(path, { alerts: false })).body).toMatchObject({ name: 'Cheap', alerts: false });
    expect((await jane.put(path, { alerts: true, name: 'Now' })).body).toMatchObject({ name: 'Now', alerts: true });
    expect((await jane.put(path, {})).body).toMatchObject({ name: 'Now', alerts: true });
  });

  test('are removed, and come back in their place', async () => {
    const { body: first } = await jane.post('/saved-search', { address: machines, name: 'First', alerts: false });
    await jane.post('/saved-search', { address: '/products/keyword/h100' });
    expect((await jane.delete(`/saved-search/${first.search_id}`)).status).toBe(204);
    expect(await addresses()).toEqual(['/products/keyword/h100']);
    const { name, address, alerts, saved_at } = first;
    const back = await jane.post('/saved-search', { name, address, alerts, saved_at });
    expect(back.body).toMatchObject({ name, address, alerts, saved_at });
    expect(await addresses()).toEqual(['/products/keyword/h100', machines]);
    await jane.delete(`/saved-search/${back.body.search_id}`);
    const later = await jane.post('/saved-search', { address, saved_at: '2999-01-01T00:00:00.000Z' });
    expect(Date.parse(later.body.saved_at)).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  test('are so many and no more, however many come at once', async () => {
    await database.kysely
      .insertInto('api.saved_search')
      .values(
        Array.from({ length: savedSearchMaximum - 1 }, (_, at) => ({
          account_id: 'sub-of-jane@example.com',
          user_id: 'jane@example.com',
          name: `${at}`,
          address: `/products/keyword/${at}`,
          alerts: false,
        })),
      )
      .execute();
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((word) => jane.post('/saved-search', { address: `/products/keyword/word-${word}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toContain('Remove one');
    expect(await items()).toHaveLength(savedSearchMaximum);
    expect((await jane.post('/saved-search', { address: '/products/keyword/0' })).status, 'it is saved').toBe(200);
  });

  test('are nobody else’s', async () => {
    const { body } = await jane.post('/saved-search', { address: machines });
    const eve = await api.signIn({ email: 'eve@example.com', nickname: 'Eve' }, { sub: 'eve' });
    expect(await items(eve)).toEqual([]);
    expect((await eve.put(`/saved-search/${body.search_id}`, { alerts: false, name: 'Eve was here' })).status).toBe(
      404,
    );
    expect((await eve.delete(`/saved-search/${body.search_id}`)).status).toBe(204);
    expect(await items()).toEqual([body]);
    for (const answer of [
      await api.get('/saved-search'),
      await api.post('/saved-search', { address: machines }),
      await api.put(`/saved-search/${body.search_id}`, {}),
      await api.delete(`/saved-search/${body.search_id}`),
    ])
      expect(answer.status).toBe(401);
  });

  test('go with the account, whose address may be another one’s later', async () => {
    const tables = ['api.saved_search', 'api.search_watch', 'api.search_alert_link'] as const;
    const rows = async () => {
      const of = tables.map((table) => database.kysely.selectFrom(table).select('account_id').execute());
      return (await Promise.all(of)).map(({ length }) => length);
    };
    const saveWithLink = async (client: typeof jane) => {
      const { search_id } = (await client.post('/saved-search', { address: machines })).body;
      const link = { end_token: 'a'.repeat(22), account_id: 'sub-of-jane@example.com', user_id: 'jane@example.com' };
      await insertSearchAlertLink(database.kysely, { ...link, search_ids: [search_id] });
    };
    await saveWithLink(jane);
    expect(await rows()).toEqual([1, 1, 1]);
    await jane.delete('/user/jane@example.com');
    expect(await rows()).toEqual([0, 0, 0]);

    const now = Math.floor(Date.now() / 1_000);
    const back = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' }, { iat: now + 2 });
    await back.post('/user', { user_id: 'jane@example.com' });
    await saveWithLink(back);
    expect(await rows()).toEqual([1, 1, 1]);
    const later = await api.signIn({ email: 'jane@example.com', nickname: 'Later' }, { sub: 'later', iat: now + 5 });
    await later.get('/user/jane@example.com');
    expect(await rows(), 'nothing is told to whoever has the address now').toEqual([0, 0, 0]);
  });
});

test.each([
  ['no address', {}],
  ['the address of a product', { address: '/products/id/gpu' }],
  ['another site', { address: 'https://evil.example/products/category/all' }],
  ['an empty name', { address: machines, name: ' ' }],
  ['a long name', { address: machines, name: 'a'.repeat(121) }],
  ['a name of two lines', { address: machines, name: 'a\nb' }],
  ['half a character', { address: machines, name: 'a\ud800' }],
  ['alerts that are neither on nor off', { address: machines, alerts: 'yes' }],
  ['no time', { address: machines, saved_at: 'yesterday' }],
  ['a time that no table can hold', { address: machines, saved_at: '2026-99-99T00:00:00Z' }],
  ['a year that no table can hold', { address: machines, saved_at: '0000-01-01T00:00:00Z' }],
  ['a second of too many digits', { address: machines, saved_at: `2026-01-01T00:00:00.${'1'.repeat(200)}Z` }],
  ['an address with a host that is none', { address: '/\\[' }],
  ['an address with a host behind a tab', { address: '/\t/[' }],
  ['an address without end', { address: `${machines}&provider=${'a'.repeat(40_000)}` }],
])('%s is refused', async (_what, body) => {
  expect(await jane.post('/saved-search', body)).toMatchObject({ status: 400, body: { message: expect.any(String) } });
  expect(await items()).toEqual([]);
});

test('an unknown search is not found, and what is no id is not valid', async () => {
  const unknown = '/saved-search/00000000-0000-4000-8000-000000000000';
  expect((await jane.put(unknown, { name: 'x' })).status).toBe(404);
  expect((await jane.delete(unknown)).status).toBe(204);
  expect((await jane.put('/saved-search/1', { name: 'x' })).status).toBe(400);
  expect((await jane.delete('/saved-search/1')).status).toBe(400);
});
