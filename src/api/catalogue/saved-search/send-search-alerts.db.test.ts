// Both databases: whose turn it is, arrays and locks of alerts are SQL.
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { mostFits } from '#contract/catalogue/saved-search.ts';
import { createMail } from '#mail/mail.ts';
import type { Message } from '#mail/mailer.ts';
import { createSmtpTransport } from '#mail/transport/smtp-transport.ts';
import { createSecrets } from '#platform/secrets.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { startMailServer } from '../../../../test/parts/outside/mail-server.ts';
import { createListProducts } from '../product/list-products.ts';
import { attributeColumns } from '../product-input/derived-columns.rules.ts';
import { catchUp } from '../search/update-index.ts';
import { noVocabulary } from '../search/vocabulary/shop-vocabulary.rules.ts';
import { endSearchAlertsOfAccounts } from './saved-search.store.ts';
import { type SearchAlertService, sendSearchAlerts } from './send-search-alerts.ts';

const shop = { name: 'Hearth', origin: 'http://shop.test' };
const log = pino({ level: 'silent' });
const under = '/products/category/computing?max_gpu_price=0.4';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let jane: Awaited<ReturnType<typeof api.signIn>>;
let mails: Message[];
let service: SearchAlertService;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { sendMail: async () => {} });
});
beforeEach(async () => {
  await emptyDatabase(database);
  await database.kysely.deleteFrom('mail.outbox').execute();
  jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' });
  mails = [];
  service = {
    db: database.kysely,
    catalogue: database.kysely,
    listProducts: createListProducts(database.kysely, api.version),
    readVocabulary: async () => noVocabulary,
    version: api.version,
    shop,
    log,
    sendMail: async (_transaction, message) => void mails.push(message),
  };
  await offer('cheap', 300_000);
});
afterAll(async () => {
  api.version.close();
  await database.close();
});

async function offer(id: string, micros: number, given: Partial<Parameters<typeof aProduct>[0]> = {}) {
  await database.kysely
    .insertInto('api.product')
    .values(
      aProduct({
        product_id: id,
        product_name: `RTX ${id}`,
        product_type: 'computing',
        price_micros: micros,
        price_unit: 'hour',
        gpu_memory_mb: 24_000,
        ...given,
      }),
    )
    .execute();
  await catchUp(database);
}
const change = async (
  id: string,
  values: { price_micros?: number; listed?: boolean; product_name?: string; name_folded?: string },
) => {
  await database.kysely.updateTable('api.product').set(values).where('product_id', '=', id).execute();
  await catchUp(database);
};
const named = (name: string) => ({ product_name: name, name_folded: name.toLowerCase() });
const save = async (address = under, client = jane) => (await client.post('/saved-search', { address })).body;
/** As if the seconds between two looks were over. */
const rest = () =>
  sql`update api.search_watch set looked_at = looked_at - interval '1 minute'`.execute(database.kysely);
const dayLater = () =>
  sql`update api.search_watch set mailed_at = mailed_at - interval '1 day'`.execute(database.kysely);
const tokenIn = (mail: Message | undefined) => mail?.unsubscribe?.page.split('/').at(-1) ?? '';

/** Paragraphs of the emails since the last call. */
async function newParagraphs(): Promise<string[]> {
  await rest();
  await sendSearchAlerts(service);
  return mails.splice(0).flatMap(({ paragraphs }) => paragraphs);
}

describe('[Q-18] new matches of a saved search', () => {
  test('are told by email, and what fitted when it was saved is not', async () => {
    await save();
    expect(await newParagraphs()).toEqual([]);
    expect((await jane.get('/saved-search')).body.items).toMatchObject([{ fits: 1, too_many: false }]);
    await offer('next', 380_000);
    await offer('dear', 900_000);
    await rest();
    await sendSearchAlerts(service);
    expect(mails).toMatchObject([
      {
        to: 'jane@example.com',
        subject: '1 new match for your saved search',
        paragraphs: ['Computing · Up to $0.40 a GPU-hour: RTX next ($0.38/hour).'],
        action: { url: `http://shop.test${under}` },
      },
    ]);
    mails = [];
    expect(await newParagraphs()).toEqual([]);
    expect((await jane.get('/saved-search')).body.items).toMatchObject([{ fits: 2 }]);
  });

  test('are told once, until one stops fitting and fits again', async () => {
    await save();
    await newParagraphs();
    await change('cheap', { price_micros: 500_000 });
    expect(await newParagraphs()).toEqual([]);
    await change('cheap', { price_micros: 390_000 });
    expect(await newParagraphs()).toEqual([expect.stringContaining('RTX cheap ($0.39/hour)')]);
    await change('cheap', { price_micros: 380_000 });
    await dayLater();
    expect(await newParagraphs()).toEqual([]);
  });

  test('come at most once a day, of all searches in one email', async () => {
    await save();
    await save('/products/keyword/fast');
    await newParagraphs();
    await offer('fast-one', 390_000);
    expect(await newParagraphs(), 'it fits both').toEqual([
      'fast: RTX fast-one ($0.39/hour).',
      expect.stringMatching(/^Computing .*: RTX fast-one/),
    ]);
    await offer('fast-two', 900_000);
    await offer('slow', 100_000);
    await offer('gone', 100_000);
    expect(await newParagraphs(), 'the day is not over').toEqual([]);
    await change('gone', { price_micros: 700_000 });
    await dayLater();
    await rest();
    await sendSearchAlerts(service);
    expect(mails).toMatchObject([
      {
        subject: '2 new matches for your saved searches',
        action: { url: 'http://shop.test/saved/searches' },
        paragraphs: ['fast: RTX fast-two ($0.90/hour).', expect.stringMatching(/: RTX slow \(\$0.10\/hour\)\.$/)],
      },
    ]);
  });

  test('are told when the day is over, also where the catalogue has not changed since', async () => {
    await save();
    await newParagraphs();
    await offer('first', 100_000);
    expect(await newParagraphs()).toHaveLength(1);
    await offer('second', 100_000);
    expect(await newParagraphs()).toEqual([]);
    expect(await newParagraphs()).toEqual([]);
    await dayLater();
    expect(await newParagraphs()).toEqual([expect.stringContaining('RTX second')]);
  });

  test('are those of the search by words too', async () => {
    await save('/products/keyword/2%20%C3%97%2024%20GB%20under%20%240.40%20a%20GPU-hour');
    await newParagraphs();
    const attributes = JSON.stringify({ gpu_model: 'A10', gpu_memory: 24, gpu_count: [2] });
    await offer('pair', 700_000, { attributes, least_gpus: 2 });
    await offer('dear-pair', 900_000, { attributes, least_gpus: 2 });
    expect(await newParagraphs()).toEqual(['2 × 24 GB under $0.40 a GPU-hour: RTX pair ($0.70/hour).']);
  });

  test('cost what they cost in the region that is searched for', async () => {
    await save('/products/category/computing?region=United+States');
    await save('/products/category/computing?in_stock=true');
    await save('/products/keyword/rtx%20oregon');
    await newParagraphs();
    const variant = (region: string, price: number, is_default: boolean) => ({
      selected_options: [{ name: 'Region', value: region }],
      price,
      sale_price: null,
      stock: 4,
      is_default,
    });
    const inRegions = (region: string[]) => ({
      attributes: JSON.stringify({ region }),
      ...attributeColumns({ product_type: 'computing', attributes: { region } }),
    });
    await offer('priced', 2_000_000, {
      ...inRegions(['Norway', 'Oregon']),
      variants: JSON.stringify([variant('Norway', 2, true), variant('Oregon', 3, false)]),
    });
    await offer('same', 500_000, inRegions(['Ohio']));
    expect(await newParagraphs()).toEqual([
      expect.stringMatching(/^rtx oregon: RTX priced \(\$3\.00\/hour in Oregon\)/),
      expect.stringMatching(/^Computing · In stock: .*RTX priced \(\$2\.00\/hour\)/),
      expect.stringMatching(/^Computing · Region: United States: .*RTX priced \(\$3\.00\/hour in Oregon\)/),
    ]);
  });

  test('cost what they cost where a place that no product names is', async () => {
    await save('/products/keyword/rtx%20munich');
    await newParagraphs();
    const variant = (region: string, price: number, is_default: boolean) => ({
      selected_options: [{ name: 'Region', value: region }],
      ...{ price, sale_price: null, stock: 4, is_default },
    });
    const attributes = { region: ['Norway', 'Germany'] };
    await offer('priced', 2_000_000, {
      attributes: JSON.stringify(attributes),
      ...attributeColumns({ product_type: 'computing', attributes }),
      variants: JSON.stringify([variant('Norway', 2, true), variant('Germany', 3, false)]),
    });
    expect(await newParagraphs()).toEqual(['rtx munich: RTX priced ($3.00/hour in Germany).']);
  });

  test('are never what visitors do not see', async () => {
    await save();
    await newParagraphs();
    await offer('hidden', 100_000, { listed: false });
    expect(await newParagraphs()).toEqual([]);
    await offer('withdrawn', 100_000);
    let isWithdrawn = false;
    const { listProducts } = service;
    service.listProducts = async (query) => {
      const answer = await listProducts(query);
      // Between the look and the email.
      if (!isWithdrawn) await change('withdrawn', { listed: false });
      isWithdrawn = true;
      return answer;
    };
    expect(await newParagraphs()).toEqual([]);
    expect(isWithdrawn).toBe(true);
    await change('withdrawn', { listed: true });
    expect(await newParagraphs()).toEqual([expect.stringContaining('RTX withdrawn')]);
  });

  test('are not followed where too many fit, which is said', async () => {
    const { search_id } = await save();
    await newParagraphs();
    const many = Array.from({ length: mostFits }, (_, at) =>
      aProduct({
        product_id: `many-${at}`,
        product_type: 'computing',
        price_micros: 1,
        price_unit: 'hour',
        gpu_memory_mb: 1_000,
      }),
    );
    await database.kysely.insertInto('api.product').values(many).execute();
    await catchUp(database);
    expect(await newParagraphs()).toEqual([]);
    expect((await jane.get('/saved-search')).body.items).toMatchObject([{ search_id, fits: null, too_many: true }]);
    await database.kysely.deleteFrom('api.product').where('product_id', '=', 'cheap').execute();
    expect(await newParagraphs(), 'what is left was not new').toEqual([]);
    expect((await jane.get('/saved-search')).body.items).toMatchObject([{ fits: mostFits, too_many: false }]);
  });

  test.each([
    ['products', 'select 0, array(select generate_series(1, 300)::smallint)'],
    ['parts of the index', `select block, '{1}'::smallint[] from generate_series(1, 60) as block`],
  ])('are not followed where the search by words does not look at all %s, which is said', async (_what, more) => {
    await save('/products/keyword/rtx');
    await newParagraphs();
    expect((await jane.get('/saved-search')).body.items).toMatchObject([{ fits: 1, too_many: false }]);
    // As of a catalogue with many that have the word in their text.
    await sql`insert into api.search_posting (key, block, offsets) select 'rtx', * from (${sql.raw(more)}) as more
      on conflict (key, block) do update set offsets = excluded.offsets`.execute(database.kysely);
    await sql`update api.search_watch set version = null`.execute(database.kysely);
    expect(await newParagraphs()).toEqual([]);
    expect((await jane.get('/saved-search')).body.items).toMatchObject([{ fits: null, too_many: true }]);
  });

  test('are neither told nor forgotten while the index of the search is behind', async () => {
    // In no name: the index alone finds it.
    await save('/products/keyword/computing');
    await newParagraphs();
    // As when the index is made anew.
    await sql`truncate api.search_posting`.execute(database.kysely);
    await sql`insert into api.search_queue (position) select position from api.listed_product`.execute(database.kysely);
    await sql`update api.search_watch set version = null`.execute(database.kysely);
    expect(await newParagraphs()).toEqual([]);
    await catchUp(database);
    expect(await newParagraphs(), 'it was never said not to fit').toEqual([]);
    expect((await jane.get('/saved-search')).body.items).toMatchObject([{ fits: 1 }]);
  });

  test('wait for the index of the search where it is behind, and for the day to be over', async () => {
    await save('/products/keyword/rtx');
    await newParagraphs();
    await offer('first', 100_000);
    await newParagraphs();
    await offer('second', 100_000);
    expect(await newParagraphs()).toEqual([]);
    await dayLater();
    await database.kysely.updateTable('api.product').set(named('Other')).where('product_id', '=', 'second').execute();
    expect(await newParagraphs(), 'nobody knows whether it still fits').toEqual([]);
    await catchUp(database);
    expect(await newParagraphs(), 'it does not').toEqual([]);
    await change('second', named('RTX second'));
    expect(await newParagraphs()).toEqual(['rtx: RTX second ($0.10/hour).']);
  });

  test('are not told of a search that is removed, turned off, or of an account that has ended', async () => {
    const clients = await Promise.all(
      ['removed', 'off', 'ended'].map((name) =>
        api.signIn({ email: `${name}@example.com`, nickname: name }, { sub: name }),
      ),
    );
    const [removed, off] = clients as [typeof jane, typeof jane];
    const saved = await Promise.all(clients.map((client) => save(under, client)));
    await save();
    await newParagraphs();
    await removed.delete(`/saved-search/${saved[0].search_id}`);
    await off.put(`/saved-search/${saved[1].search_id}`, { alerts: false });
    await endSearchAlertsOfAccounts(database.kysely, ['ended']);
    await offer('next', 100_000);
    await rest();
    await sendSearchAlerts(service);
    expect(mails.map(({ to }) => to)).toEqual(['jane@example.com']);
  });

  test('cost nothing where there are no alerts, until there are some again', async () => {
    const { search_id } = await save();
    await newParagraphs();
    await jane.put(`/saved-search/${search_id}`, { alerts: false });
    await newParagraphs();
    const turns = () => database.kysely.selectFrom('api.search_watch').select('turn').executeTakeFirstOrThrow();
    const before = await turns();
    await offer('next', 100_000);
    await newParagraphs();
    expect(await turns(), 'nobody looks').toEqual(before);
    await jane.put(`/saved-search/${search_id}`, { alerts: true });
    await newParagraphs();
    expect((await jane.get('/saved-search')).body.items).toMatchObject([{ fits: 2 }]);
  });

  test('begin anew with alerts that are turned on again', async () => {
    const { search_id } = await save();
    await newParagraphs();
    await jane.put(`/saved-search/${search_id}`, { alerts: false });
    await offer('meanwhile', 100_000);
    await jane.put(`/saved-search/${search_id}`, { alerts: true });
    expect(await newParagraphs()).toEqual([]);
    await offer('after', 100_000);
    expect(await newParagraphs()).toEqual([expect.stringContaining('RTX after')]);
  });
});

describe('[Q-18] nothing is told twice', () => {
  async function manySave(count: number) {
    const names = Array.from({ length: count }, (_, at) => `reader${at}`);
    await database.kysely
      .insertInto('api.search_watch')
      .values(names.map((name) => ({ account_id: name, user_id: `${name}@example.com` })))
      .execute();
    await database.kysely
      .insertInto('api.saved_search')
      .values(
        names.map((name) => ({
          account_id: name,
          user_id: `${name}@example.com`,
          name: 'Cheap',
          address: under,
          alerts: true,
        })),
      )
      .execute();
    await newParagraphs();
    await offer('next', 100_000);
    await rest();
    return names.map((name) => `${name}@example.com`).sort();
  }

  test('by several processes at once', async () => {
    const readers = await manySave(30);
    await Promise.all([sendSearchAlerts(service), sendSearchAlerts(service), sendSearchAlerts(service)]);
    expect(mails.map(({ to }) => to).sort()).toEqual(readers);
  });

  test('by one whose look is older than another', async () => {
    await save();
    await newParagraphs();
    await change('cheap', { price_micros: 500_000 });
    const { listProducts } = service;
    let other: string[] | null = null;
    const slow: SearchAlertService = {
      ...service,
      async listProducts(query) {
        const answer = await listProducts(query);
        if (other === null) {
          other = [];
          await change('cheap', { price_micros: 200_000 });
          other = await newParagraphs();
        }
        return answer;
      },
    };
    await rest();
    await sendSearchAlerts(slow);
    expect(other).toEqual([]);
    expect(await newParagraphs(), 'it was known all the time').toEqual([]);
  });

  test('nor is anybody left out, where one ends in the middle', async () => {
    const readers = await manySave(5);
    let left = 2;
    await sendSearchAlerts({
      ...service,
      async sendMail(_transaction, message) {
        if (left-- === 0) throw new Error('the process has ended');
        mails.push(message);
      },
    });
    expect(mails).toHaveLength(4);
    await rest();
    await sendSearchAlerts(service);
    expect(mails.map(({ to }) => to).sort()).toEqual(readers);
  });

  test('and whoever has waited longest is looked at first, where a turn ends early', async () => {
    const readers = await manySave(3);
    const looked: string[] = [];
    for (const _ of readers) {
      await sendSearchAlerts(service, -1);
      looked.push(...mails.splice(0).map(({ to }) => to));
      await sql`update api.search_watch set looked_at = looked_at - interval '1 minute', version = null`.execute(
        database.kysely,
      );
    }
    expect(looked.sort()).toEqual(readers);
  });
});

test('[Q-18] an account with more searches than the time allows is looked at in parts, each search in its turn', async () => {
  const prices = [0.4, 0.41, 0.42];
  for (const price of prices) await save(`/products/category/computing?max_gpu_price=${price}`);
  const asked: Array<number | null> = [];
  const timed: SearchAlertService = {
    ...service,
    listProducts: (query) => {
      asked.push(query.maxGpuPrice);
      return service.listProducts(query);
    },
  };
  /** Searches looked at in as many turns, of which each is over at once. */
  const lookAt = async (turns: number) => {
    for (let turn = 0; turn < turns; turn++) {
      await rest();
      await sendSearchAlerts(timed, -1);
    }
    return asked.splice(0).toSorted();
  };
  expect(await lookAt(1), 'no more than the time allows').toHaveLength(1);
  expect((await jane.get('/saved-search')).body.items.filter(({ fits }: { fits: number }) => fits === 1)).toHaveLength(
    1,
  );
  await lookAt(2);
  expect((await jane.get('/saved-search')).body.items).toMatchObject([{ fits: 1 }, { fits: 1 }, { fits: 1 }]);
  expect(await lookAt(3), 'also where nothing has changed').toEqual(prices);
  await offer('next', 300_000);
  expect(await lookAt(1)).toHaveLength(1);
  expect(mails.splice(0)).toMatchObject([{ paragraphs: [expect.stringContaining('RTX next')] }]);
  await lookAt(2);
  await dayLater();
  expect(await newParagraphs(), 'the others tell of it a day later').toHaveLength(2);
});

describe('[Q-18] one click ends it (RFC 8058)', () => {
  test('by what stands in the email as it arrives', async () => {
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
    await save();
    await save('/products/keyword/none-of-it');
    await newParagraphs();
    await offer('next', 100_000);
    await rest();
    await sendSearchAlerts({ ...service, sendMail: mail.sendMail });
    await mail.start();
    await server.offered(1);
    await mail.close(20_000);

    const [taken] = server.taken;
    const header = (name: string) => taken?.headers.find(({ key }) => key === name)?.value ?? '';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const [, address = ''] = header('list-unsubscribe').match(/^<http:\/\/shop\.test\/api(.+)>$/) ?? [];
    expect(taken?.text).toContain('http://shop.test/saved/searches/alerts/');
    const looked = await api.get(address);
    expect(looked.status, 'who only looks is led to a page').toBe(303);
    expect(looked.headers.get('location')).toMatch(/^http:\/\/shop\.test\/saved\/searches\/alerts\/[\w-]{22}$/);
    expect((await jane.get('/saved-search')).body.items).toMatchObject([{ alerts: true }, { alerts: true }]);
    const ended = await api.send('POST', address, form, 'List-Unsubscribe=One-Click');
    expect(ended).toMatchObject({ status: 200, body: { ended: 2 } });
    expect((await jane.get('/saved-search')).body.items).toMatchObject([{ alerts: false }, { alerts: false }]);
    expect((await api.send('POST', address, form, 'List-Unsubscribe=One-Click')).body).toEqual({ ended: 0 });
  });

  test('a person chooses on the page: one search of the email, or all', async () => {
    const first = await save();
    const other = await save('/products/keyword/none-of-it');
    await newParagraphs();
    await offer('next', 100_000);
    await rest();
    await sendSearchAlerts(service);
    const path = `/saved-search/alerts/${tokenIn(mails[0])}`;
    const { search_id, name, address } = first;
    expect((await api.get(path)).body).toEqual({ searches: [{ search_id, name, address, alerts: true }], others: 1 });
    expect((await api.send('POST', `${path}/end`, form, `what=${other.search_id}`)).status, 'not in it').toBe(400);
    const chosen = await api.send('POST', `${path}/end`, form, `what=${search_id}`);
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, mails[0]?.unsubscribe?.page]);
    expect((await api.get(path)).body).toMatchObject({ searches: [{ alerts: false }], others: 1 });
    await api.send('POST', `${path}/end`, form, 'what=all');
    expect((await api.get(path)).body).toMatchObject({ searches: [{ alerts: false }], others: 0 });
    await jane.delete(`/saved-search/${search_id}`);
    expect((await api.get(path)).body).toEqual({ searches: [], others: 0 });
  });

  test.each([['x'.repeat(22)], ['short'], ['a%00b']])('a link that is in no email (%s) ends nothing', async (token) => {
    await save();
    expect((await api.get(`/saved-search/alerts/${token}`)).status).toBe(404);
    expect((await api.send('POST', `/saved-search/alerts/${token}/end`, form, 'what=all')).status).toBe(404);
    expect((await jane.get('/saved-search')).body.items).toMatchObject([{ alerts: true }]);
  });
});
