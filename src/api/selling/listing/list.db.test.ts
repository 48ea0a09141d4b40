import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ListingRow, ListingSort } from '#contract/selling/listing/listing.ts';
import { listingSorts } from '#contract/selling/listing/listing-labels.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { aContent, type Listings, openListings } from '../../../../test/parts/listings.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { valuesOf } from './list-listings.ts';
import { FAR, type ListingsAsked, type ListingsWay, listListings, NEAR, pageStatement } from './listing-list.store.ts';

let database: Database<ApiTables>;
let api: Awaited<ReturnType<typeof startApi>>;
let shop: Listings;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  api = await startApi(database);
  shop = await openListings(database, api);
});
afterAll(() => database.close());

const list = async (query = '') => (await shop.owner.get(`${shop.base}${query}`)).body;
const ids = (rows: ListingRow[]) => rows.map((row) => row.product_id);

/** Listings of a shop as an import of many would leave them: every state, with ties. */
async function storeMany(sellerId: string, many: number): Promise<void> {
  await sql`insert into api.listing (product_id, seller_id, version, draft, draft_state, paused, archived, hidden_reason, name, name_folded,
      price_micros, stock, sold, views, updated_at)
    select ${sellerId} || '-' || n, ${sellerId}, case when n % 5 <> 0 then 1 end, case when n % 5 = 0 then '{"product_name": "x"}'::jsonb end,
      case when n % 5 = 0 then 'draft' end, n % 7 = 1, n % 31 = 0, case when n % 97 = 1 then 'Not as described.' end,
      'Data set ' || (n % 40) || ' of voices', 'data set ' || (n % 40) || ' of voices',
      (n % 50) * 1000000, nullif(n % 9, 0), n % 6, n % 11, timestamptz '2026-11-01' + (n / 3) * interval '1 second'
    from generate_series(1, ${many}::int) as n`.execute(database.kysely);
  await sql`analyze api.listing`.execute(database.kysely);
}

test('[S-05] the list says of each product what there is to know and to do, what needs the seller first', async () => {
  const onSale = await shop.sell();
  const changing = await shop.sell(aContent({ product_name: 'Changing' }));
  await shop.save(changing, (await shop.read(changing)).revision, aContent({ product_name: 'Changed' }));
  await shop.submit(changing);
  const { product_id: returned } = await shop.create(aContent({ product_name: 'Returned', price: 980 }));
  await shop.submit(returned);
  await shop.sendBack(returned, 'The consent form covers broadcasting alone.');
  const { product_id: draft } = await shop.create({ product_name: 'Draft', price: 2400, product_type: 'data' });
  const { product_id: waits } = await shop.create(aContent({ product_name: 'Waits' }));
  await shop.submit(waits);
  const paused = await shop.sell(aContent({ product_name: 'Paused', stock: 0 }));
  await shop.owner.post(`${shop.base}/${paused}/pause`, {});
  const archived = await shop.sell(aContent({ product_name: 'Archived' }));
  await shop.owner.post(`${shop.base}/${archived}/archive`, {});

  const { listings, counts, next_cursor } = await list();
  expect(ids(listings)).toEqual([returned, draft, changing, waits, onSale, paused, archived]);
  expect(counts).toEqual({
    all: 7,
    returned: 1,
    draft: 1,
    changes_waiting: 1,
    waiting: 1,
    on_sale: 1,
    paused: 1,
    archived: 1,
    hidden: 0,
  });
  expect(next_cursor).toBeNull();
  expect(listings.map((row: ListingRow) => [row.state, row.attention])).toEqual([
    ['returned', 'Returned: The consent form covers broadcasting alone.'],
    ['draft', '3 things are missing.'],
    ['changes_waiting', 'A change waits for a decision; version 1 goes on selling.'],
    ['waiting', 'A new product; it waits for a decision.'],
    ['on_sale', ''],
    ['paused', ''],
    ['archived', ''],
  ]);
  expect(listings[1]).toMatchObject({
    name: 'Draft',
    price: 2400,
    product_type: 'data',
    path: null,
    picture: null,
    missing: 3,
  });
  expect(listings[2]).toMatchObject({
    name: 'Changing',
    path: `/products/id/${changing}`,
    waiting_since: expect.any(String),
  });
  expect(listings[5]).toMatchObject({ stock: 0, path: null });
  expect(ids((await list('?state=paused')).listings)).toEqual([paused]);
  expect(ids((await list('?q=chang')).listings)).toEqual([changing]);
  expect(ids((await list(`?q=${onSale}`)).listings)).toEqual([onSale]);
  expect(ids((await list('?q=ki')).listings)).toEqual([onSale]);
  expect((await list('?q=%25')).listings).toEqual([]);
});

test.each(listingSorts.flatMap((sort) => [sort, `-${sort}`]))(
  '[S-05] sorted by %s, pages follow each other without a gap or a repeat, of all, of a state and of a search',
  async (sort) => {
    await storeMany('ours', 300);
    await storeMany('theirs', 40);
    for (const narrow of ['', '&state=on_sale', '&state=archived', '&q=voices', '&q=set%2012%20of']) {
      const whole = (await list(`?limit=100&sort=${sort}${narrow}`)).listings.slice(0, 60);
      const paged: ListingRow[] = [];
      for (let after = ''; paged.length < 60; ) {
        const page = await list(`?limit=7&sort=${sort}${narrow}${after}`);
        paged.push(...page.listings);
        if (!page.next_cursor) break;
        after = `&after=${page.next_cursor}`;
      }
      expect(ids(paged.slice(0, 60)), narrow).toEqual(ids(whole));
      expect(new Set(ids(paged)).size).toBe(paged.length);
      expect(ids(whole).every((id) => id.startsWith('ours'))).toBe(true);
    }
    const backwards = sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
    const all = async (order: string) => {
      const pages: string[] = [];
      let page = await list(`?limit=100&sort=${order}`);
      pages.push(...ids(page.listings));
      while (page.next_cursor) {
        page = await list(`?limit=100&sort=${order}&after=${page.next_cursor}`);
        pages.push(...ids(page.listings));
      }
      return pages;
    };
    expect((await all(sort)).toReversed()).toEqual(await all(backwards));
  },
);

test('[S-05] a mark of another order, or none of ours, is refused; so is a state or an order that there is not', async () => {
  await storeMany('ours', 20);
  const { next_cursor } = await list('?limit=5&sort=name');
  for (const query of [`after=${next_cursor}`, 'after=x', 'state=lost', 'sort=colour', 'limit=0', 'limit=101', 'q=%00'])
    expect((await shop.owner.get(`${shop.base}?${query}`)).status, query).toBe(400);
});

test.each([
  ['price', ['9999999999999999999']],
  ['-stock', ['-9999999999999999999']],
  ['updated', ['9223372036854775807']],
  ['attention', ['3', '-9223372036854775807']],
])('[S-05] a mark in the order of %s with %j, which no page tells, is refused', async (sort, values) => {
  const mark = Buffer.from(JSON.stringify([sort, values, 'x'])).toString('base64url');
  expect((await shop.owner.get(`${shop.base}?sort=${sort}&after=${mark}`)).status).toBe(400);
});

test('[S-05] the list goes on after the longest name that can be found', async () => {
  await storeMany('ours', 3);
  await sql`update api.listing set name_folded = ${'a'.repeat(2_500)} where product_id = 'ours-1'`.execute(
    database.kysely,
  );
  const { next_cursor } = await list('?sort=name&limit=1');
  expect((await list(`?sort=name&limit=1&after=${next_cursor}`)).listings).toHaveLength(1);
});

test('[S-05] counts end at their bound and say so', async () => {
  await storeMany('ours', 2_500);
  const { counts, counted_up_to } = await list();
  expect(counted_up_to).toBe(1_000);
  expect(counts).toMatchObject({ all: 1_000, on_sale: 1_000 });
  expect(counts.archived).toBe(80);
});

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
};

function readOfListings(node: PlanNode): { rows: number; kinds: string[] } {
  const below = (node.Plans ?? []).map(readOfListings);
  const own = node['Relation Name'] === 'listing' ? [node] : [];
  const rows = own.map((scan) => (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']);
  return {
    rows: [...rows, ...below.map((one) => one.rows)].reduce((sum, count) => sum + count, 0),
    kinds: [...own.map((scan) => scan['Node Type']), ...below.flatMap((one) => one.kinds)],
  };
}

test('[S-05] what a search finds among many is told whole, page by page, wherever it stands', async () => {
  await storeMany('ours', FAR + 2_000);
  for (const [keyword, sort] of [
    ['set 0 of', 'name'],
    ['set 9 of', 'name'],
    ['set 7 of', 'price'],
    ['ours-24', 'sold'],
  ] as const) {
    const found: ListingRow[] = [];
    for (let after = ''; ; ) {
      const page = await list(`?limit=100&q=${encodeURIComponent(keyword)}&sort=${sort}${after}`);
      found.push(...page.listings);
      if (!page.next_cursor) break;
      after = `&after=${page.next_cursor}`;
    }
    const matching = sql<{ product_id: string }>`select product_id from api.listing
      where seller_id = 'ours' and (name_folded like ${`%${keyword}%`} or product_id = ${keyword})`;
    const { rows } = await matching.execute(database.kysely);
    expect(ids(found).toSorted(), keyword).toEqual(rows.map((row) => row.product_id).toSorted());
  }
});

onPostgres(
  '[S-05] pages of a shop of many products walk indexes, and read about as many rows as they tell',
  async () => {
    await storeMany('theirs', 20_000);
    await storeMany('ours', 20_000);
    await sql`vacuum analyze api.listing`.execute(database.kysely);
    const db = database.kysely;
    const ask = async (given: Partial<ListingsAsked>, most: number, way: ListingsWay = 'whole') => {
      const asked: ListingsAsked = { state: null, keyword: '', sort: 'attention', after: null, limit: 51, ...given };
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
      explain (analyze, format json, timing off) ${pageStatement('ours', asked, way)}`.execute(db);
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      const { rows: read, kinds } = readOfListings(plan as PlanNode);
      const name = JSON.stringify(given);
      // The order of the stock is computed: where half of all listings are sorted, reading all of them costs as much as any index.
      if (way === FAR && asked.sort.includes('stock')) return listListings(db, 'ours', asked);
      expect(
        kinds.filter((kind) => kind === 'Seq Scan'),
        name,
      ).toEqual([]);
      expect(read, name).toBeLessThanOrEqual(most);
      // Walks read from the index; rows are looked up by their ids.
      if (typeof way === 'number') expect(kinds.toSorted(), name).toEqual(['Index Only Scan', 'Index Scan']);
      return listListings(db, 'ours', asked);
    };
    for (const sort of listingSorts.flatMap((name) => [name, `-${name}`]) as ListingSort[]) {
      const last = (await ask({ sort }, 60)).at(-1);
      expect(last, sort).toBeDefined();
      const after = last && { sort, values: valuesOf(last, sort), id: last.product_id };
      await ask({ sort, after: after ?? null }, 120);
      await ask({ sort, state: 'on_sale' }, 60);
    }
    await ask({ state: 'archived', sort: 'name' }, 60);
    await ask({ state: 'hidden', sort: '-views' }, 60);
    // A search walks the index of the order alone, and looks up what is rare.
    for (const sort of listingSorts.flatMap((name) => [name, `-${name}`]) as ListingSort[])
      for (const state of [null, 'on_sale'] as const) {
        // The order of the stock is computed: what is walked is sorted.
        await ask({ keyword: 'voices', sort, state }, sort.includes('stock') ? NEAR + 60 : 120, NEAR);
        await ask({ keyword: 'set 12 of', sort, state }, 20_200, FAR);
      }
    await ask({ keyword: 'voices', sort: 'price' }, 400, NEAR);
    await ask({ keyword: 'ours-77', sort: 'price' }, 60, 'few');
    await ask({ keyword: 'set 12 of', sort: 'price' }, 5_000, FAR);
  },
);
