// Alerts to customers about products that they have saved: on the API, with a real mail server at the end.
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createMail } from '#mail/mail.ts';
import type { Message } from '#mail/mailer.ts';
import { createSmtpTransport } from '#mail/transport/smtp-transport.ts';
import { createSecrets } from '#platform/secrets.ts';
import { aFile, importInto } from '../../../../test/catalogue/import-into.ts';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { startMailServer } from '../../../../test/parts/outside/mail-server.ts';
import { holdItems, returnItems, sellItems } from '../product/stock.store.ts';
import { endAlertsOfAccounts } from './product-alert.store.ts';
import { type AlertService, sendAlerts } from './send-alerts.ts';

const shop = { name: 'Hearth', origin: 'http://shop.test' };
const log = pino({ level: 'silent' });
const id = 'gpu';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let jane: Awaited<ReturnType<typeof api.signIn>>;
let mails: Message[];
let service: AlertService;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { sendMail: async () => {} });
});
beforeEach(async () => {
  await emptyDatabase(database);
  await database.kysely.deleteFrom('mail.outbox').execute();
  const specs = JSON.stringify([{ name: 'Version', value: '1.0' }]);
  const gpu = aProduct({
    product_id: id,
    product_name: 'Big GPU',
    price_micros: 2_490_000,
    stock: 2,
    price_unit: 'hour',
    specs,
  });
  await database.kysely
    .insertInto('api.product')
    .values([gpu, aProduct({ product_id: 'other' })])
    .execute();
  jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' });
  mails = [];
  service = { db: database.kysely, shop, log, sendMail: async (_transaction, message) => void mails.push(message) };
});
afterAll(() => database.close());

const change = (values: { price_micros?: number; stock?: number | null; specs?: string; description?: string }) =>
  database.kysely.updateTable('api.product').set(values).where('product_id', '=', id).execute();
const queue = () => database.kysely.selectFrom('api.watched_change').select('product_id').execute();
const subjects = () => mails.splice(0).map(({ subject }) => subject);
const tokenIn = (mail: Message | undefined) => mail?.unsubscribe?.page.split('/').at(-1) ?? '';

/** How many statements of this database wait for a lock that another one has. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.kysely);
  return rows[0]?.count ?? 0;
}

/** Subjects of the emails since the last call. */
async function newSubjects(): Promise<string[]> {
  await sendAlerts(service);
  return subjects();
}

describe('[Q-09] a customer who has asked is told by mail', () => {
  test('that it is cheaper, once for each new lowest price', async () => {
    await jane.put(`/saved-product/${id}`, { alerts: ['cheaper'] });
    await change({ price_micros: 1_990_000 });
    await sendAlerts(service);
    expect(mails).toMatchObject([
      { to: 'jane@example.com', action: { url: 'http://shop.test/products/id/gpu' }, paragraphs: [expect.any(String)] },
    ]);
    expect(mails[0]?.paragraphs[0]).toContain('costs $1.99/hour now. It was $2.49/hour');
    expect(subjects()).toEqual(['Big GPU is cheaper: $1.99/hour']);
    expect(await newSubjects()).toEqual([]);
    await change({ price_micros: 2_100_000 });
    expect(await newSubjects()).toEqual([]);
    await change({ price_micros: 1_500_000 });
    expect(await newSubjects()).toEqual(['Big GPU is cheaper: $1.50/hour']);
  });

  test('that it is back in stock, also where orders have sold it out and given it back', async () => {
    await jane.put(`/saved-product/${id}`, { alerts: ['back_in_stock'] });
    const all = [{ product_id: id, taken: 2, selected_options: [], is_variant: false }];
    await holdItems(database.kysely, all);
    await sellItems(database.kysely, all);
    expect(await newSubjects()).toEqual([]);
    await returnItems(database.kysely, all);
    expect(await newSubjects()).toEqual(['Big GPU is back in stock']);
    await change({ stock: 0 });
    await change({ stock: 5 });
    expect(await newSubjects(), 'it was told, and is not asked for any more').toEqual([]);
  });

  test('that it has a new version', async () => {
    await jane.put(`/saved-product/${id}`, { alerts: ['new_version'] });
    await change({ specs: JSON.stringify([{ name: 'Version', value: '1.1' }]) });
    expect(await newSubjects()).toEqual(['Big GPU has a new version: 1.1']);
  });

  test('in one mail of all that is new', async () => {
    await change({ stock: 0 });
    await jane.put(`/saved-product/${id}`, { alerts: ['cheaper', 'back_in_stock'] });
    await change({ stock: 1, price_micros: 1_000_000 });
    await sendAlerts(service);
    expect(mails).toMatchObject([{ subject: 'News of Big GPU', paragraphs: [expect.any(String), expect.any(String)] }]);
  });

  test('of what an import has changed', async () => {
    await jane.put(`/saved-product/${id}`, { alerts: ['cheaper'] });
    const row = { product_id: id, product_name: 'Big GPU', product_type: 'computing', price: 1, price_unit: 'hour' };
    await importInto(database, aFile('prices.jsonl', JSON.stringify(row)));
    expect(await newSubjects()).toEqual(['Big GPU is cheaper: $1.00/hour']);
  });

  test('and nobody else: not who has only saved it, has removed it, or has left', async () => {
    await jane.put(`/saved-product/${id}`, { alerts: ['cheaper'] });
    for (const name of ['saved', 'removed', 'left', 'ended']) {
      const one = await api.signIn({ email: `${name}@example.com`, nickname: name }, { sub: name });
      await one.put(`/saved-product/${id}`, { alerts: name === 'saved' ? [] : ['cheaper'] });
      if (name === 'removed') await one.delete(`/saved-product/${id}`);
      if (name === 'left') await one.delete(`/user/${name}@example.com`);
    }
    await endAlertsOfAccounts(database.kysely, ['ended']);
    await change({ price_micros: 1 });
    await sendAlerts(service);
    expect(mails.map(({ to }) => to)).toEqual(['jane@example.com']);
  });
});

/** Looks at changes until nothing is under way in the database that was when this was called. */
async function allLookedAt() {
  await expect
    .poll(async () => {
      await sendAlerts(service);
      return queue();
    })
    .toEqual([]);
}

describe('what is looked at', () => {
  test('is a product that has changed in what alerts are about, where somebody has asked', async () => {
    await change({ price_micros: 2_000_000 });
    await jane.put('/saved-product/other', {});
    await change({ price_micros: 1_900_000 });
    expect(await queue(), 'nobody has asked').toEqual([]);
    await jane.put(`/saved-product/${id}`, { alerts: ['cheaper'] });
    expect(await queue(), 'it may have changed while it was asked').toEqual([{ product_id: id }]);
    await allLookedAt();
    await change({ description: 'Another text.', stock: 1 });
    await holdItems(database.kysely, [{ product_id: id, taken: 1, selected_options: [], is_variant: false }]);
    expect(await queue(), 'no alert is about that').toEqual([]);
    await change({ price_micros: 1_800_000 });
    expect(await queue()).toEqual([{ product_id: id }]);
    await sendAlerts(service);
    expect(await queue()).toEqual([]);
  });

  onPostgres('is also what was changing when somebody asked, who does not wait for it', async () => {
    const importing = await database.kysely.startTransaction().execute();
    await importing.updateTable('api.product').set({ price_micros: 1_000_000 }).where('product_id', '=', id).execute();
    const asked = await Promise.all(
      Array.from({ length: 12 }, () => jane.put(`/saved-product/${id}`, { alerts: ['cheaper'] })),
    );
    expect(asked.map(({ status }) => status)).toEqual(Array(12).fill(200));
    for (let turn = 0; turn < 3; turn++) expect(await newSubjects(), 'it costs what it cost').toEqual([]);
    await importing.commit().execute();
    expect(await newSubjects()).toEqual(['Big GPU is cheaper: $1.00/hour']);
    await allLookedAt();
    expect(subjects()).toEqual([]);
  });
});

describe('nothing is told twice', () => {
  async function manyAsk() {
    const names = Array.from({ length: 120 }, (_, index) => `reader${index}`);
    await database.kysely
      .insertInto('api.saved_product')
      .values(
        names.map((name) => ({
          account_id: name,
          user_id: `${name}@example.com`,
          product_id: id,
          saved_micros: 2_490_000,
          saved_unit: 'hour',
          alerts: JSON.stringify({ cheaper: { micros: 2_490_000, unit: 'hour' } }),
          end_token: name,
        })),
      )
      .execute();
    await change({ price_micros: 1_000_000 });
    return names.map((name) => `${name}@example.com`).sort();
  }

  const outbox = () => database.kysely.selectFrom('mail.outbox').select('id').execute();

  test('by several processes at once', async () => {
    const readers = await manyAsk();
    await Promise.all([sendAlerts(service), sendAlerts(service), sendAlerts(service)]);
    expect(mails.map(({ to }) => to).sort()).toEqual(readers);
  });

  onPostgres('to somebody who changes what is asked for meanwhile', async () => {
    await jane.put(`/saved-product/${id}`, { alerts: ['cheaper'] });
    await change({ price_micros: 1_000_000 });
    let changing: Promise<unknown> | undefined;
    await sendAlerts({
      ...service,
      async sendMail(_transaction, message) {
        mails.push(message);
        changing = jane.put(`/saved-product/${id}`, { alerts: ['cheaper', 'back_in_stock'] });
        await expect.poll(waiting).toBe(1);
      },
    });
    await changing;
    expect(subjects()).toEqual(['Big GPU is cheaper: $1.00/hour']);
    await change({ stock: 0 });
    expect(await newSubjects()).toEqual([]);
    expect((await jane.get('/saved-product')).body.items).toMatchObject([
      { alerts: ['cheaper', 'back_in_stock'], cheaper_than: 1 },
    ]);
  });

  test('by one that ends in the middle, nor is anybody left out', async () => {
    const readers = await manyAsk();
    const { sendMail } = createMail({
      database,
      secrets: createSecrets([new Uint8Array(32).fill(7)]),
      transport: createSmtpTransport('smtp://127.0.0.1:9'),
      brand: { name: 'Hearth', address: [], origin: shop.origin },
      sender: { name: 'Hearth', address: 'shop@hearth.example' },
      log,
    });
    let left = 70;
    const dying: AlertService = {
      ...service,
      async sendMail(transaction, message) {
        if (left-- === 0) throw new Error('the process has ended');
        await sendMail(transaction, message);
      },
    };
    await sendAlerts(dying);
    expect((await outbox()).length, 'what was not committed is not sent').toBeLessThan(readers.length);
    await sendAlerts({ ...service, sendMail });
    expect(await outbox()).toHaveLength(readers.length);
    expect(await queue()).toEqual([]);
  });
});

describe('[Q-09] one click ends it (RFC 8058)', () => {
  const oneClick = { 'content-type': 'application/x-www-form-urlencoded' };

  test('by what stands in the mail as it arrives', async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const mail = createMail({
      database,
      secrets: createSecrets([new Uint8Array(32).fill(7)]),
      transport: createSmtpTransport(server.url),
      brand: { name: 'Hearth', address: ['1 Example Street'], origin: shop.origin },
      sender: { name: 'Hearth', address: 'shop@hearth.example' },
      log,
    });
    for (const product of [id, 'other']) await jane.put(`/saved-product/${product}`, { alerts: ['cheaper'] });
    await change({ price_micros: 1 });
    await sendAlerts({ ...service, sendMail: mail.sendMail });
    await mail.start();
    await server.offered(1);
    await mail.close(20_000);

    const [taken] = server.taken;
    const header = (name: string) => taken?.headers.find(({ key }) => key === name)?.value ?? '';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const [, address = ''] = header('list-unsubscribe').match(/^<http:\/\/shop\.test\/api(.+)>$/) ?? [];
    expect(taken?.text).toContain('http://shop.test/saved/alerts/');
    expect(taken?.html).toContain('Stop these mails');

    const looked = await api.get(address);
    expect(looked.status, 'who only looks is led to a page').toBe(303);
    expect(looked.headers.get('location')).toMatch(/^http:\/\/shop\.test\/saved\/alerts\/[\w-]{22}$/);
    expect((await jane.get('/saved-product')).body.items).toMatchObject([
      { alerts: ['cheaper'] },
      { alerts: ['cheaper'] },
    ]);

    const ended = await api.send('POST', address, oneClick, 'List-Unsubscribe=One-Click');
    expect(ended).toMatchObject({ status: 200, body: { ended: 2 } });
    expect((await jane.get('/saved-product')).body.items).toMatchObject([{ alerts: [] }, { alerts: [] }]);
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await api.send('POST', address, {}, form)).body, 'once more changes nothing').toEqual({ ended: 0 });
    await change({ price_micros: 0 });
    expect(await newSubjects()).toEqual([]);
  });

  test('a person chooses on the page: about this product, or about all', async () => {
    for (const product of [id, 'other']) await jane.put(`/saved-product/${product}`, { alerts: ['cheaper'] });
    await change({ price_micros: 1 });
    await sendAlerts(service);
    const path = `/saved-product/alerts/${tokenIn(mails[0])}`;
    const state = { product_id: id, product_name: 'Big GPU' };
    expect((await api.get(path)).body).toEqual({ ...state, alerts: ['cheaper'], others: 1 });
    const chosen = await api.send('POST', `${path}/end`, oneClick, 'what=product');
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, mails[0]?.unsubscribe?.page]);
    expect((await api.get(path)).body).toEqual({ ...state, alerts: [], others: 1 });
    await api.send('POST', `${path}/end`, oneClick, 'what=all');
    expect((await api.get(path)).body).toEqual({ ...state, alerts: [], others: 0 });
    expect((await api.send('POST', `${path}/end`, oneClick, 'what=everything')).status).toBe(400);
    for (const type of ['', 'text/plain', 'application/json'])
      expect((await api.send('POST', `${path}/end`, { 'content-type': type }, '{}')).status, type).toBe(400);
  });

  const remove = () => jane.delete(`/saved-product/${id}`);
  test.each([
    ['removed it', remove, { product_name: 'Big GPU', alerts: [] }],
    [
      'removed it and brought it back',
      async () => {
        await remove();
        await jane.put(`/saved-product/${id}`, { alerts: ['cheaper'] });
      },
      { product_name: 'Big GPU', alerts: ['cheaper'] },
    ],
    [
      'seen it leave the catalogue',
      () => database.kysely.deleteFrom('api.product').where('product_id', '=', id).execute(),
      { product_name: null, alerts: [] },
    ],
  ])('also for who has %s since', async (_what, happens, about) => {
    for (const product of [id, 'other']) await jane.put(`/saved-product/${product}`, { alerts: ['cheaper'] });
    await change({ price_micros: 1 });
    await sendAlerts(service);
    const [mail] = mails;
    await happens();
    expect((await api.get(`/saved-product/alerts/${tokenIn(mail)}`)).body).toEqual({
      product_id: id,
      ...about,
      others: 1,
    });
    const oneClickAddress = mail?.unsubscribe?.oneClick.replace(`${shop.origin}/api`, '') ?? '';
    const ended = await api.send('POST', oneClickAddress, oneClick, 'List-Unsubscribe=One-Click');
    expect(ended).toMatchObject({ status: 200, body: { ended: 1 + about.alerts.length } });
    const { items } = (await jane.get('/saved-product')).body;
    expect(items.flatMap(({ alerts }: { alerts: string[] }) => alerts)).toEqual([]);
  });

  test.each([
    ['ends', () => jane.delete('/user/jane@example.com')],
    [
      'gives its address to another one',
      async () => {
        const soon = Math.floor(Date.now() / 1_000) + 5;
        const later = await api.signIn({ email: 'jane@example.com', nickname: 'Later' }, { sub: 'later', iat: soon });
        await later.get('/user/jane@example.com');
      },
    ],
  ])('until the account %s: nothing of it is kept', async (_what, happens) => {
    await jane.get('/user/jane@example.com');
    await jane.put(`/saved-product/${id}`, { alerts: ['cheaper'] });
    await change({ price_micros: 1 });
    await sendAlerts(service);
    await happens();
    expect((await api.get(`/saved-product/alerts/${tokenIn(mails[0])}`)).status).toBe(404);
    expect(await database.kysely.selectFrom('api.alert_link').select('end_token').execute()).toEqual([]);
  });

  test.each(['x', 'a%00b', 'A'.repeat(22), '../ids'])('a link that is in no mail (%s) ends nothing', async (token) => {
    await jane.put(`/saved-product/${id}`, { alerts: ['cheaper'] });
    const path = `/saved-product/alerts/${encodeURIComponent(token)}`;
    expect((await api.get(path)).status).toBe(404);
    expect((await api.send('POST', `${path}/end`, oneClick, 'List-Unsubscribe=One-Click')).status).toBe(404);
    expect((await jane.get('/saved-product')).body.items).toMatchObject([{ alerts: ['cheaper'] }]);
  });
});
