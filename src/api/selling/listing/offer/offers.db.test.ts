import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BulkAnswer } from '#contract/selling/listing/listing.ts';
import { listAudit } from '#platform/audit/audit-log.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { startApi } from '../../../../../test/parts/api.ts';
import { aContent, type Listings, openListings } from '../../../../../test/parts/listings.ts';
import type { ApiTables } from '../../../schema/schema.ts';

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

const offer = (id: string, body: object) => shop.owner.put(`${shop.base}/${id}/offer`, body);
const bulk = (body: object) => shop.owner.post(`${shop.base}/bulk`, body);
const product = async (id: string) => (await api.get(`/product/${id}`)).body;
const act = (id: string, action: string) => shop.owner.post(`${shop.base}/${id}/${action}`, {});

const options = [{ name: 'License', choices: ['Team', 'Enterprise'] }];
const choice = (value: string) => [{ name: 'License', value }];
const withVariants = () =>
  aContent({
    price: null,
    options,
    variants: [
      { selected_options: choice('Team'), price: 100, sale_price: 80, stock: 5 },
      { selected_options: choice('Enterprise'), price: 400, stock: 2 },
    ],
  });

test('[S-07] price, sale and stock change at once; what is left out stays', async () => {
  const id = await shop.sell();
  expect(await offer(id, { price: 99.5, stock: 12 })).toMatchObject({
    status: 200,
    body: { before: { price: 120, stock: null }, after: { price: 99.5, stock: 12 }, waits: false, warnings: [] },
  });
  await offer(id, { on_sale: true, sale_price: 50 });
  expect(await product(id)).toMatchObject({ price: 99.5, on_sale: true, sale_price: 50, stock: 12 });
  expect((await shop.owner.get(shop.base)).body.listings[0]).toMatchObject({ price: 99.5, sale_price: 50, stock: 12 });
  const entries = await listAudit(database.kysely, { action: 'listing.offer_changed', limit: 9 });
  expect(entries.at(0)).toMatchObject({
    subject_id: id,
    details: { by: 'owner', seller: 'ours', was: 120, price: 99.5 },
  });
});

test.each([
  [{ on_sale: true }, 'Sale price is missing although on sale is true.'],
  [{ on_sale: true, sale_price: 120 }, 'Sale price is equal to price; on sale it must be below it.'],
  [{ sale_price: 130 }, 'Sale price is above price.'],
  [{ variants: [{ selected_options: [{ name: 'A', value: 'B' }], price: 1 }] }, 'It has no variants.'],
  [{ price: -1 }, 'price must not be negative.'],
  [{ stock: 0.5 }, 'stock must be a whole number.'],
])('[S-07] an offer of %j is refused: %s', async (body, message) => {
  const id = await shop.sell();
  expect(await offer(id, body)).toMatchObject({ status: 400, body: { message } });
  expect(await product(id)).toMatchObject({ price: 120, on_sale: false, sale_price: null, stock: null });
});

test('[S-07] of variants each has its price and stock; the product costs what the cheapest does', async () => {
  const id = await shop.sell(withVariants());
  await offer(id, { variants: [{ selected_options: choice('Enterprise'), price: 90, stock: 1 }] });
  expect(await product(id)).toMatchObject({ price: 90, stock: 6 });
  await offer(id, { on_sale: true, variants: [{ selected_options: choice('Enterprise'), price: 400 }] });
  expect(await product(id)).toMatchObject({ price: 100, on_sale: true, sale_price: 80 });
  expect(await offer(id, { price: 1 })).toMatchObject({
    status: 400,
    body: { message: 'Its price is that of its variants: change theirs.' },
  });
  expect(await offer(id, { variants: [{ selected_options: choice('Student'), price: 1 }] })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('no variant of License: Student') },
  });
});

test('[S-07] stock below what orders hold is stored, with a warning', async () => {
  const id = await shop.sell(aContent({ stock: 10 }));
  await database.kysely.updateTable('api.product').set({ held: 4 }).where('product_id', '=', id).execute();
  const { body } = await offer(id, { stock: 3 });
  expect(body).toMatchObject({
    after: { stock: 3 },
    warnings: [expect.stringContaining('less than the 4 that orders hold')],
  });
  expect((await offer(id, { price: 121 })).body.warnings).toEqual([]);
});

test('[S-07] a draft has no offer of its own', async () => {
  const { product_id: id } = await shop.create();
  expect(await offer(id, { price: 1 })).toMatchObject({ status: 409, body: { refusal: 'listing_state' } });
});

test('[S-07] above the operator’s percentage a price waits for approval, also in small steps', async () => {
  const strict = await startApi(database, { sellers: { priceWaitPercent: 20 } });
  const id = await shop.sell();
  const { authorization } = shop.owner;
  const put = (body: object) =>
    strict.send(
      'PUT',
      `${shop.base}/${id}/offer`,
      { authorization, 'content-type': 'application/json' },
      JSON.stringify(body),
    );
  expect((await put({ price: 100 })).body).toMatchObject({ waits: false });
  expect(await product(id)).toMatchObject({ price: 100 });
  expect((await put({ price: 95, stock: 8 })).body).toMatchObject({
    waits: true,
    after: { price: 95 },
    warnings: ['The new price has been submitted: it waits for approval.'],
  });
  // Immediate changes are in force.
  expect(await product(id)).toMatchObject({ price: 100, stock: 8 });
  expect(await shop.read(id)).toMatchObject({ state: 'changes_waiting', content: { price: 95, stock: 8 } });
  expect((await shop.waiting(id))?.content).toMatchObject({ price: 95 });
  // Another one at once is told what will become of it.
  expect((await put({ price: 110 })).body).toMatchObject({
    waits: false,
    warnings: [expect.stringContaining('asks for another price, which replaces this one once it is approved')],
  });
  expect((await offer(id, { stock: 6 })).body.warnings).toEqual([]);
  await shop.approve(id);
  expect(await product(id)).toMatchObject({ price: 95, stock: 6 });
  // The approved price is now the one that steps are counted from.
  expect((await put({ price: 80 })).body).toMatchObject({ waits: false });
  // A sale is a lower price.
  expect((await put({ on_sale: true, sale_price: 10 })).body).toMatchObject({ waits: true });
  expect(await product(id)).toMatchObject({ price: 80, on_sale: false });
});

test('[S-07] with_draft: a price changes together with what has been written', async () => {
  const id = await shop.sell();
  const { revision } = await shop.read(id);
  await shop.save(id, revision, aContent({ price_unit: 'month' }));
  expect((await offer(id, { price: 9, with_draft: true })).body).toMatchObject({
    waits: true,
    warnings: ['The new price is written into the draft: submit it.'],
  });
  expect(await shop.read(id)).toMatchObject({ state: 'on_sale', content: { price: 9, price_unit: 'month' } });
  expect(await product(id)).toMatchObject({ price: 120, price_unit: 'license' });
  // It can be changed with the draft, as long as it is part of it.
  const { content, revision: now } = await shop.read(id);
  await shop.save(id, now, { ...content, price: 10 });
  await shop.submit(id);
  await shop.approve(id);
  expect(await product(id)).toMatchObject({ price: 10, price_unit: 'month' });
});

test('[S-05] paused, resumed, archived and taken out of the archive: visitors see it at once', async () => {
  const id = await shop.sell();
  expect(await act(id, 'pause')).toMatchObject({ status: 200, body: { state: 'paused', path: null } });
  expect((await api.get(`/product/${id}`)).status).toBe(404);
  // An unchanged status counts as done.
  expect((await act(id, 'pause')).status).toBe(200);
  expect(await act(id, 'resume')).toMatchObject({ body: { state: 'on_sale', path: `/products/id/${id}` } });
  expect((await api.get(`/product/${id}`)).status).toBe(200);
  const { revision } = await shop.read(id);
  await shop.save(id, revision, aContent({ license: 'MIT' }));
  await shop.submit(id);
  expect(await act(id, 'archive')).toMatchObject({ body: { state: 'archived', approval: null, actions: ['restore'] } });
  expect((await api.get(`/product/${id}`)).status).toBe(404);
  expect(await shop.approve(id)).toBeNull();
  expect(await shop.save(id, revision + 1, aContent())).toMatchObject({
    status: 409,
    body: { refusal: 'listing_state' },
  });
  expect(await act(id, 'restore-from-archive')).toMatchObject({ body: { state: 'on_sale', draft_state: 'draft' } });
  expect((await api.get(`/product/${id}`)).status).toBe(200);
});

test('[S-07] what changes at once is what is cached under another version as soon as it is answered', async () => {
  const id = await shop.sell();
  await api.version.refresh();
  const changes = [
    () => offer(id, { price: 99 }),
    () => act(id, 'pause'),
    () => bulk({ action: 'resume', product_ids: [id] }),
    () =>
      shop.owner.send(
        'POST',
        `${shop.base}/import`,
        {},
        JSON.stringify({ ...aContent({ price: 98 }), product_id: id }),
      ),
  ];
  for (const change of changes) {
    const before = api.version.current();
    expect((await change()).status).toBe(200);
    expect(api.version.current()).not.toBe(before);
  }
});

test('[S-05] many prices: a dry run says what would change, and before undoes it', async () => {
  const ids = [await shop.sell(), await shop.sell(withVariants()), await shop.sell(aContent({ price: 0.03 }))];
  const { product_id: draft } = await shop.create();
  const asked = { action: 'price', by: 'percent', value: -10, round_to: 1, product_ids: [...ids, draft, 'nothing'] };
  const { body: dry } = await bulk({ ...asked, dry_run: true });
  expect(dry).toMatchObject({ dry_run: true, changed: 2, refused: 3 });
  expect(dry.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'changed',
    'changed',
    'refused',
    'refused',
    'refused',
  ]);
  expect(await product(ids[0] ?? '')).toMatchObject({ price: 120 });
  const { body: done } = await bulk(asked);
  expect(done.results).toEqual(dry.results);
  expect(await product(ids[0] ?? '')).toMatchObject({ price: 108 });
  expect(await product(ids[1] ?? '')).toMatchObject({ price: 90 });
  expect((await product(ids[1] ?? '')).variants.map(({ price }: { price: number }) => price)).toEqual([90, 360]);
  expect(done.results[2]).toMatchObject({ message: 'It would cost nothing, or less.', before: null });
  expect(done.results[4]).toMatchObject({ message: 'Your shop has no product with this id.', state_before: null });

  const offers = done.results.flatMap((result: { product_id: string; before: object | null }) =>
    result.before ? [{ product_id: result.product_id, ...result.before }] : [],
  );
  expect(await bulk({ action: 'offers', offers })).toMatchObject({ status: 200, body: { changed: 2, refused: 0 } });
  expect(await product(ids[0] ?? '')).toMatchObject({ price: 120 });
  expect((await product(ids[1] ?? '')).variants.map(({ price }: { price: number }) => price)).toEqual([100, 400]);
});

test('[S-05] what has been bought or changed since is not undone', async () => {
  const ids = [await shop.sell(aContent({ stock: 10 })), await shop.sell(withVariants()), await shop.sell()];
  const { body } = await bulk({ action: 'price', by: 'percent', value: -10, product_ids: ids });
  await database.kysely
    .updateTable('api.product')
    .set({ stock: 7 })
    .where('product_id', '=', ids[0] ?? '')
    .execute();
  await offer(ids[2] ?? '', { price: 99 });
  const team = [{ selected_options: choice('Team'), price: 100 }];
  const undo = [{ price: 120 }, { variants: team }, { price: 120 }];
  const offers = undo.map((change, index) => ({
    product_id: ids[index],
    ...change,
    expected: body.results[index].after,
  }));
  const { body: undone } = await bulk({ action: 'offers', offers });
  expect(undone).toMatchObject({ changed: 2, refused: 1 });
  expect(undone.results[2].message).toBe('It has been changed since, or bought: it stays as it is now.');
  expect(await product(ids[0] ?? '')).toMatchObject({ price: 120, stock: 7 });
  expect(await product(ids[1] ?? '')).toMatchObject({ price: 100 });
  expect(await product(ids[2] ?? '')).toMatchObject({ price: 99 });
  await offer(ids[1] ?? '', { variants: [{ selected_options: choice('Team'), stock: 4 }] });
  const stock = { product_id: ids[1], variants: [{ ...team[0], stock: 9 }], expected: undone.results[1].after };
  expect((await bulk({ action: 'offers', offers: [stock] })).body).toMatchObject({ changed: 0, refused: 1 });
});

test('[S-05] many products with many variants are changed, and undone', async () => {
  const values = Array.from({ length: 60 }, (_, index) => `Seats up to ${index + 1}, with a name that is rather long`);
  const content = aContent({
    price: null,
    options: [{ name: 'License', choices: values }],
    variants: values.map((value) => ({ selected_options: choice(value), price: 100, stock: 5 })),
  });
  const ids = [];
  for (let index = 0; index < 6; index++) ids.push(await shop.sell(content));
  const { body } = await bulk({ action: 'price', by: 'percent', value: 10, product_ids: ids });
  const offers = body.results.map(({ product_id, before, after }: BulkAnswer['results'][number]) => ({
    product_id,
    variants: before?.variants,
    expected: after,
  }));
  expect(JSON.stringify(offers).length).toBeGreaterThan(64 * 1024);
  expect((await bulk({ action: 'offers', offers })).body).toMatchObject({ changed: 6 });
});

test('[S-05] many are paused, resumed, archived and restored, or get a stock', async () => {
  const ids = [await shop.sell(), await shop.sell()];
  const { product_id: draft } = await shop.create();
  const outcomes = async (action: string, more: object = {}) => {
    const { body: dry } = await bulk({ action, product_ids: [...ids, draft], dry_run: true, ...more });
    const { body } = await bulk({ action, product_ids: [...ids, draft], ...more });
    expect({ ...body, dry_run: true }).toEqual(dry);
    const { listings } = (await shop.owner.get(shop.base)).body;
    const states = new Map(listings.map((row: { product_id: string; state: string }) => [row.product_id, row.state]));
    for (const { product_id: id, state_after: state } of body.results) expect(states.get(id)).toBe(state);
    return body.results.map((result: { outcome: string }) => result.outcome);
  };
  expect(await outcomes('stock', { value: 4 })).toEqual(['changed', 'changed', 'refused']);
  expect(await outcomes('stock', { value: 4 })).toEqual(['same', 'same', 'refused']);
  expect(await outcomes('pause')).toEqual(['changed', 'changed', 'refused']);
  expect(await outcomes('pause')).toEqual(['same', 'same', 'refused']);
  expect(await outcomes('resume')).toEqual(['changed', 'changed', 'refused']);
  expect(await outcomes('archive')).toEqual(['changed', 'changed', 'changed']);
  expect(await outcomes('restore')).toEqual(['changed', 'changed', 'changed']);
  expect((await bulk({ action: 'pause', product_ids: Array(201).fill('x') })).status).toBe(400);
  expect((await bulk({ action: 'explode', product_ids: ids })).status).toBe(400);
});

onPostgres(
  '[S-07] prices, stock and standings of the same products, changed at once by many, end without a deadlock',
  async () => {
    const ids = [await shop.sell(aContent({ stock: 50 })), await shop.sell(aContent({ stock: 50 }))];
    const editor = await shop.as('editor');
    const work = Array.from({ length: 12 }, (_, index) => {
      const product_ids = index % 2 === 0 ? ids : ids.toReversed();
      const client = index % 3 === 0 ? editor : shop.owner;
      const body = { action: index % 4 < 2 ? 'pause' : 'resume', product_ids };
      return index % 5 === 0
        ? client.post(`${shop.base}/bulk`, { action: 'price', by: 'amount', value: 1, product_ids })
        : client.post(`${shop.base}/bulk`, body);
    });
    expect((await Promise.all(work)).map(({ status }) => status)).toEqual(Array(12).fill(200));
  },
);
