import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#platform/observability/log.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { createListProducts } from '../../product/list-products.ts';
import { catchUp } from '../update-index.ts';
import { toShopVocabulary } from '../vocabulary/shop-vocabulary.rules.ts';
import { createCountMisses } from './count-misses.ts';
import { createIsMiss } from './is-miss.ts';
import { addMisses, deleteMissesBefore, listMisses } from './search-miss.store.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const minute = 60_000;
let database: Awaited<ReturnType<typeof openTestDatabase>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => emptyDatabase(database));
afterAll(() => database.close());

/** A counter over a catalogue in which these queries find something. */
function aCounter({ found = [] as string[], fails = false } = {}) {
  const state = { version: '1', time: Date.parse('2026-11-02T09:30:00Z'), judged: [] as string[] };
  const misses = createCountMisses({
    db: database.kysely,
    isMiss: async (query) => {
      state.judged.push(query);
      if (fails) throw new Error('the database is away');
      return !found.includes(query);
    },
    version: { current: () => state.version },
    log: createLog('silent'),
    now: () => new Date(state.time),
  });
  /** A search that is made: its answer is empty, and its page is shown. */
  async function search(query: string, userAgent: string | undefined = browser) {
    misses.recordEmpty(query);
    misses.recordSearch(query, userAgent);
    await misses.flush();
  }
  return { ...misses, state, search };
}

const counted = async () => (await listMisses(database.kysely)).map(({ query, searches }) => [query, searches]);

test('[Q-13] a search without result is counted once in five minutes, however often it is sent', async () => {
  const { search, state } = aCounter();
  for (let time = 0; time < 5; time++) await search('Liquid  Cooling');
  expect(await counted()).toEqual([['liquid cooling', 1]]);
  state.time += 6 * minute;
  await search('liquid cooling');
  expect(await counted()).toEqual([['liquid cooling', 2]]);
  const [row] = await listMisses(database.kysely);
  expect([row?.first_at.toISOString(), row?.last_at.toISOString()]).toEqual([
    '2026-11-02T09:30:00.000Z',
    '2026-11-02T09:36:00.000Z',
  ]);
});

test('[Q-13] its page from the cache counts too, until the catalogue has another version', async () => {
  const { search, recordSearch, flush, state } = aCounter();
  await search('kettle');
  state.time += 6 * minute;
  recordSearch('kettle', browser);
  await flush();
  expect(await counted()).toEqual([['kettle', 2]]);
  state.time += 6 * minute;
  state.version = '2';
  recordSearch('kettle', browser);
  await flush();
  expect(await counted()).toEqual([['kettle', 2]]);
});

test('[Q-13] a page that is on its way before its results are counts as well', async () => {
  const { recordSearch, recordEmpty, flush } = aCounter();
  recordSearch('kettle', browser);
  await flush();
  recordEmpty('kettle');
  await flush();
  expect(await counted()).toEqual([['kettle', 1]]);
});

test('[Q-13] a page that is made anew at the same version counts once', async () => {
  const { search, state } = aCounter();
  await search('kettle');
  state.time += 6 * minute;
  await search('kettle');
  expect(await counted()).toEqual([['kettle', 2]]);
});

test('[Q-13] what finds something elsewhere, a machine, and what nobody was shown are not counted', async () => {
  const { search, recordEmpty, flush } = aCounter({ found: ['blue kettle'] });
  await search('blue kettle');
  // The list of machines is loaded when somebody comes.
  await setTimeout(50);
  await search('robot query', 'Googlebot/2.1 (+http://www.google.com/bot.html)');
  await search('nameless', '');
  recordEmpty('never shown');
  await flush();
  expect(await counted()).toEqual([]);
});

test('[Q-13] made-up queries are judged so many at a time and no more', async () => {
  const { recordEmpty, recordSearch, flush, state } = aCounter();
  for (let index = 0; index < 500; index++) {
    recordEmpty(`made up ${index}`);
    recordSearch(`made up ${index}`, browser);
  }
  await flush();
  expect(state.judged).toHaveLength(20);
  expect(await counted()).toHaveLength(20);
});

test('[Q-13] a fault of counting is nobody’s', async () => {
  const { search } = aCounter({ fails: true });
  await expect(search('kettle')).resolves.toBeUndefined();
  expect(await counted()).toEqual([]);
});

test('[Q-13] of more queries than are kept the least searched go, and of those the oldest', async () => {
  const add = (queries: Record<string, number>, day: number) =>
    addMisses(database.kysely, new Map(Object.entries(queries)), { at: new Date(Date.UTC(2026, 10, day)), most: 3 });
  await add({ often: 5, old: 1 }, 1);
  await add({ newer: 1 }, 2);
  await add({ newest: 1 }, 3);
  expect(await counted()).toEqual([
    ['often', 5],
    ['newest', 1],
    ['newer', 1],
  ]);
  await deleteMissesBefore(database.kysely, new Date(Date.UTC(2026, 10, 2)));
  expect(await counted()).toEqual([
    ['newest', 1],
    ['newer', 1],
  ]);
});

test('[Q-13] what no product answers by its words, nor has in its name, is a miss', async () => {
  const db = database.kysely;
  await db
    .insertInto('api.product')
    .values([aProduct({ product_id: 'kettle', product_name: 'Blue Teakettles' }), aProduct({ product_id: 'other' })])
    .execute();
  await catchUp(database);
  let own = toShopVocabulary({ synonyms: [], kept_words: [], pins: [] });
  const listProducts = createListProducts(db, { current: () => '1' });
  const isMiss = createIsMiss({ db, listProducts, readVocabulary: async () => own });
  expect(await isMiss('blue')).toBe(false);
  expect(await isMiss('akettl'), 'a part of a name, as lists look for it').toBe(false);
  expect(await isMiss('zorple')).toBe(true);
  own = toShopVocabulary({
    ...{ synonyms: [{ words: 'zorple', means: 'teakettle', is_two_way: false }], kept_words: [], pins: [] },
  });
  expect(await isMiss('zorple')).toBe(false);
});
