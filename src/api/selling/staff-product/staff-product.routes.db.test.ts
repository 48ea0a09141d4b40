// A product as the staff keep it: all its fields, its stock, its copies, its end, and its history.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StaffProduct } from '#contract/selling/staff-product/staff-product.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { storeGift } from '../../../../test/factories/entitlement.ts';
import { aLine, anOrder } from '../../../../test/factories/order.ts';
import { aPicture } from '../../../../test/factories/picture.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { importCatalogue } from '../../catalogue/catalogue-file/import/import-catalogue.ts';
import { insertOrder } from '../../ordering/order/order.store.ts';
import type { ApiTables } from '../../schema/schema.ts';

let database: Database<ApiTables>;
let api: Awaited<ReturnType<typeof startApi>>;
let kim: Awaited<ReturnType<typeof api.signIn>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await storeSeller(database, { seller_id: 'birds', name: 'Birds' }, {});
  await storeStaff(database, 'kim', 'catalogue');
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'own', product_name: 'Own', price_micros: 10_000_000, stock: 5 }),
      aProduct({ product_id: 'theirs', seller_id: 'birds' }),
    ])
    .execute();
  api = await startApi(database);
  kim = await api.signIn({ email: addressOf('kim'), nickname: 'kim' }, { sub: 'kim' });
});
afterAll(() => database.close());

const path = '/admin/product';
const read = async (id = 'own'): Promise<StaffProduct> => (await kim.get(`${path}/${id}`)).body;
const put = (mark: string, fields: object, id = 'own') => kim.put(`${path}/${id}`, { mark, fields });

test('[B-08] every field of an own product is changed by the rules of a catalogue file, and its history says how it was', async () => {
  const { mark } = await read();
  const refused = await put(mark, { license: 'None of these', product_name: '' });
  expect(refused).toMatchObject({ status: 409, body: { refusal: 'product_refused' } });
  expect(refused.body.message).toMatch(/^Name is missing\. License /);
  const changed = await put(mark, { product_name: 'Owned', specs: [{ name: 'Weight', value: '2 kg' }], price: 12 });
  expect(changed).toMatchObject({
    status: 200,
    body: { fields: { product_name: 'Owned', price: 12 }, stock: 5, seller: null, state: 'on_sale' },
  });
  expect((await api.get('/product/own')).body).toMatchObject({
    product_name: 'Owned',
    price: 12,
    specs: [{ name: 'Weight', value: '2 kg' }],
  });
  expect(changed.body.history[0]).toMatchObject({
    action: 'product.changed',
    by: 'kim',
    changes: { product_name: { before: 'Own', after: 'Owned' }, price: { before: 10, after: 12 } },
  });
});

test('[B-08] who saves second is told what the first has changed, and what was sold meanwhile hinders nobody', async () => {
  const { mark } = await read();
  await put(mark, { provider: 'First' });
  const second = await put(mark, { product_name: 'Second' });
  expect(second).toMatchObject({
    status: 409,
    body: {
      refusal: 'product_changed',
      current: { changed: ['provider'], product: { fields: { provider: 'First', product_name: 'Own' } } },
    },
  });
  expect((await read()).fields.product_name).toBe('Own');
  // Their own click once more is no conflict.
  expect(await put(mark, { provider: 'First' })).toMatchObject({ status: 200 });
  const now = await read();
  await database.kysely.updateTable('api.product').set({ stock: 4 }).where('product_id', '=', 'own').execute();
  expect(await put(now.mark, { product_name: 'Second' })).toMatchObject({
    status: 200,
    body: { stock: 4, fields: { product_name: 'Second', provider: 'First' } },
  });
});

test('[B-08] stock is changed for a reason, and only from what was read', async () => {
  const stock = (body: object) => kim.post(`${path}/own/stock`, body);
  expect(await stock({ before: 5, after: 7, reason: ' ' })).toMatchObject({ status: 400 });
  for (const reason of ['a\u0000b', 'half \ud83d'])
    expect(await stock({ before: 5, after: 7, reason })).toMatchObject({ status: 400 });
  expect(await stock({ before: 5, after: 7, reason: 'Counted' })).toMatchObject({
    status: 200,
    body: { stock: 7, stock_changes: [{ by: 'kim', reason: 'Counted', before: 5, after: 7 }] },
  });
  expect(await stock({ before: 5, after: 7, reason: 'Counted' })).toMatchObject({
    status: 409,
    body: { refusal: 'product_changed' },
  });
  expect((await read()).stock_changes).toHaveLength(1);
});

test('[B-08] a new product and a copy are paused until they are published, and take no id that there is', async () => {
  const fields = { product_name: 'New', product_type: 'data', price: 3 };
  expect(await kim.post(path, { product_id: 'new', fields })).toMatchObject({
    status: 201,
    body: { state: 'paused', sold: 0, reviews: 0 },
  });
  expect(await kim.post(path, { product_id: 'own', fields })).toMatchObject({
    status: 409,
    body: { refusal: 'product_exists' },
  });
  expect(await kim.post(path, { product_id: 'x', fields: { product_name: 'X' } })).toMatchObject({
    status: 409,
    body: {
      refusal: 'product_refused',
      message: 'Category is missing. Price is missing.',
      current: {
        faults: [
          { field: 'product_type', code: 'missing', params: {}, message: 'Category is missing.' },
          { field: 'price', code: 'missing', params: {}, message: 'Price is missing.' },
        ],
      },
    },
  });
  expect(await kim.post(`${path}/own/duplicate`, { product_id: 'copy' })).toMatchObject({
    status: 201,
    body: { state: 'paused', stock: 0, fields: { product_name: 'Own', price: 10 } },
  });
  expect(await api.get('/product/copy')).toMatchObject({ status: 404 });
  await kim.post(`${path}/copy/publish`, {});
  expect(await api.get('/product/copy')).toMatchObject({ status: 200 });
});

test('[B-08] a variant whose price nobody has written is refused by name; left out it costs what the product does', async () => {
  const options = [{ name: 'Size', choices: ['S', 'M'] }];
  const variants = (more: object) =>
    ['S', 'M'].map((value) => ({ selected_options: [{ name: 'Size', value }], ...more }));
  const { mark } = await read();
  expect(await put(mark, { options, variants: variants({ price: null }) })).toMatchObject({
    status: 409,
    body: {
      current: { faults: [{ field: 'variants', code: 'variant_price_needed', params: { variant: 'Size: S' } }] },
    },
  });
  expect(await put(mark, { options, variants: variants({}) })).toMatchObject({
    status: 200,
    body: { fields: { price: 10, variants: [{ price: 10 }, { price: 10 }] } },
  });
  const made = { product_name: 'New', product_type: 'data', price: 3, options, variants: variants({ price: null }) };
  expect(await kim.post(path, { product_id: 'new', fields: made })).toMatchObject({
    status: 409,
    body: { current: { faults: [{ code: 'variant_price_needed' }] } },
  });
  for (const variant of [null, { selected_options: [null], price: null }])
    expect(await put((await read()).mark, { options, variants: [variant] })).toMatchObject({
      body: { refusal: 'product_refused' },
    });
});

test('[B-08] what no order knows is deleted; what was sold is archived instead', async () => {
  await kim.post(`${path}/own/duplicate`, { product_id: 'copy' });
  expect(await kim.delete(`${path}/copy`)).toMatchObject({ status: 204 });
  expect(await kim.get(`${path}/copy`)).toMatchObject({ status: 404 });

  const { lines: _lines, refunds: _refunds, billing: _billing, ...order } = anOrder();
  await insertOrder(database.kysely, { ...order, updated_at: order.created_at }, [aLine({ product_id: 'own' })]);
  expect(await kim.delete(`${path}/own`)).toMatchObject({
    status: 409,
    body: {
      refusal: 'product_sold',
      message: 'Orders know it, and whoever bought it keeps it: archive it instead.',
    },
  });
  expect(await kim.post(`${path}/own/archive`, {})).toMatchObject({
    status: 200,
    body: { state: 'archived', sold: 1 },
  });
});

test('[B-08] with a product go its free keys and what nobody could get of its releases; what somebody was given stays', async () => {
  const { kysely } = database;
  const listed = { goods: { keys: { source: 'list' } } };
  await put((await read()).mark, listed);
  await kim.post(`${path}/own/key`, { keys: ['QK-1', 'QK-2'] });
  const release = { product_id: 'own', seller_id: null, number: 1, version: '1' };
  await kysely
    .insertInto('api.release')
    .values({ release_id: 'draft', ...release })
    .execute();
  await kysely
    .insertInto('api.goods_object')
    .values({ object_id: 'a'.repeat(20), seller_id: null, size_bytes: 1 })
    .execute();
  const file = { path: 'a', path_folded: 'a', object_id: 'a'.repeat(20), size_bytes: 1 };
  await kysely
    .insertInto('api.release_file')
    .values({ release_id: 'draft', ...file })
    .execute();
  expect(await kim.delete(`${path}/own`)).toMatchObject({ status: 204 });
  for (const table of ['api.product_key', 'api.product_key_list', 'api.release', 'api.release_file'] as const)
    expect(await kysely.selectFrom(table).selectAll().execute(), table).toEqual([]);

  const fields = { product_name: 'Anew', product_type: 'data', price: 3, ...listed };
  expect(await kim.post(path, { product_id: 'own', fields })).toMatchObject({ status: 201, body: { stock: 0 } });
  await storeGift(kysely, { id: 'gift', account: 'jane', product: 'own', goods: {}, at: new Date() });
  const kept = {
    status: 409,
    body: {
      refusal: 'product_sold',
      message: 'Somebody was given it, or a key of it, and keeps it: archive it instead.',
    },
  };
  expect(await kim.delete(`${path}/own`)).toMatchObject(kept);
  await kysely.deleteFrom('api.entitlement').execute();
  await kim.post(`${path}/own/key`, { keys: ['QK-3'] });
  await kysely.updateTable('api.product_key').set({ state: 'given', given_at: new Date() }).execute();
  expect(await kim.delete(`${path}/own`)).toMatchObject(kept);

  // Remains of a removal by a catalogue file belong to their holders.
  await kysely.deleteFrom('api.product').where('product_id', '=', 'own').execute();
  const taken = { status: 409, body: { refusal: 'product_exists' } };
  expect(await kim.post(path, { product_id: 'own', fields })).toMatchObject(taken);
  await kysely.deleteFrom('api.product_key').execute();
  await storeGift(kysely, { id: 'gift', account: 'jane', product: 'own', goods: {}, at: new Date() });
  expect(await kim.post(path, { product_id: 'own', fields })).toMatchObject(taken);
  await kysely.deleteFrom('api.entitlement').execute();
  await kysely
    .insertInto('api.release')
    .values({ release_id: 'draft', ...release })
    .execute();
  expect(await kim.post(path, { product_id: 'own', fields })).toMatchObject(taken);
});

test("[B-08] a shop's product is read with its history, and changed by its shop alone", async () => {
  const theirs = await read('theirs');
  expect(theirs).toMatchObject({ seller: { seller_id: 'birds', name: 'Birds' }, state: 'on_sale' });
  const message = 'It is a product of the shop Birds, which changes it by itself.';
  const refused = { status: 409, body: { refusal: 'of_a_shop', message } };
  expect(await put(theirs.mark, { price: 1 }, 'theirs')).toMatchObject(refused);
  expect(await kim.post(`${path}/theirs/pause`, {})).toMatchObject(refused);
  expect(await kim.post(`${path}/theirs/duplicate`, { product_id: 'mine' })).toMatchObject(refused);
  expect(await kim.delete(`${path}/theirs`)).toMatchObject(refused);
});

test('[B-08] pictures are sent to the shop and ordered; a file that names another one puts it in their place', async () => {
  const sent = async (color: string) => {
    const body = await aPicture('png', { color });
    const answer = await kim.send('POST', '/admin/product-picture', { 'content-type': 'image/png' }, body as never);
    expect(answer.status).toBe(201);
    return answer.body.address as string;
  };
  const [one, two] = [await sent('#100000'), await sent('#00c000')];
  const outside = 'https://elsewhere.example/x.png';
  const saved = await put((await read()).mark, { pictures: [two, one, outside] });
  expect(saved).toMatchObject({ status: 200, body: { fields: { pictures: [two, one, outside] }, picture: two } });
  expect((await api.get('/product/own')).body).toMatchObject({ product_img: two, pictures: [two, one, outside] });
  const bad = async (pictures: unknown) => (await put((await read()).mark, { pictures })).body.message;
  expect(await bad(['javascript:alert(1)'])).toMatch('Picture 1 is not an http or https address');
  expect(await bad([one, one])).toMatch('twice');
  expect(await bad([`/pictures/${'a'.repeat(64)}.webp`])).toMatch('Take picture 1 out and upload it again');
  expect(await bad(Array(11).fill(outside))).toMatch('at most 10');
  expect(await bad('x')).toMatch('not a list');
  // A copy shows the same.
  const copy = await kim.post(`${path}/own/duplicate`, { product_id: 'copy' });
  expect(copy.body.fields.pictures).toEqual([two, one, outside]);

  const row = { ...{ product_id: 'own', product_name: 'Own', product_type: 'data', price: 10 }, product_img: outside };
  const file = {
    name: 'more.jsonl',
    read: async function* () {
      yield Buffer.from(JSON.stringify(row));
    },
  };
  expect(await importCatalogue(database.kysely, file)).toMatchObject({ updated: 1 });
  expect((await read()).fields.pictures).toEqual([outside]);
  expect((await api.get('/product/own')).body.pictures).toBeUndefined();
});

test('[B-08] keys of an own product are counted and loaded; what is not sold as keys takes none', async () => {
  const load = (query = '') => kim.post(`${path}/own/key${query}`, { keys: ['QK-1', 'QK-2', 'QK-1'] });
  expect(await load()).toMatchObject({ status: 400 });
  await put((await read()).mark, { goods: { keys: { source: 'list' } } });
  expect(await load('?dry_run=true')).toMatchObject({ status: 200, body: { loaded: 2, duplicates: 1, dry_run: true } });
  expect((await kim.get(`${path}/own/key`)).body.lists).toMatchObject([{ edition: '', free: 0, is_low: true }]);
  expect(await load()).toMatchObject({ status: 200, body: { loaded: 2, duplicates: 1, lists: [{ free: 2 }] } });
  expect((await read()).stock).toBe(2);
  expect(await kim.get(`${path}/theirs/key`)).toMatchObject({ status: 404 });
});

test('[B-08] the log tells of what was changed alone, in words', async () => {
  const { mark } = await read();
  await put(mark, {
    product_type: 'data',
    attributes: { rows: 12, format: ['CSV', 'Parquet'] },
    options: [{ name: 'Size', choices: ['S', 'L'] }],
  });
  // The database has fields in an order of its own: that is no change.
  const before = await read();
  expect(await put(before.mark, { attributes: { format: ['CSV', 'Parquet'], rows: 12 } })).toMatchObject({
    status: 200,
  });
  await put(before.mark, { provider: 'Harbor' });
  const [last, first] = (await read()).history;
  expect(last?.changes).toEqual({ provider: { before: expect.any(String), after: 'Harbor' } });
  expect(first?.changes).toMatchObject({
    attributes: { after: 'format: CSV, Parquet; rows: 12' },
    options: { after: 'Size: S, L' },
  });
});

test('[B-08] variants are changed as a whole: the product costs what the shown one costs, and new ones have their stock', async () => {
  const options = [{ name: 'Size', choices: ['S', 'L'] }];
  const variant = (value: string, price: number, stock: number | null) => ({
    ...{ selected_options: [{ name: 'Size', value }], price, sale_price: null, stock, is_default: false },
  });
  const variants = [variant('S', 4, 2), variant('L', 9, 3)];
  expect(await put((await read()).mark, { options, variants })).toMatchObject({
    status: 200,
    body: { stock: 5, fields: { price: 4, variants } },
  });
  // The stock of a variant that there is stays: it is changed for a reason alone.
  expect(await put((await read()).mark, { variants: [variant('S', 5, 99), variant('L', 9, 3)] })).toMatchObject({
    status: 200,
    body: { stock: 5, fields: { price: 5, variants: [{ price: 5, stock: 2 }, { stock: 3 }] } },
  });
});

test('[B-14] a long text is cut in the history between two characters, and texts full of quotes find room in it', async () => {
  const description = `${'x'.repeat(298)}😀${'y'.repeat(10)}`;
  const changed = await put((await read()).mark, { description });
  expect(changed).toMatchObject({ status: 200, body: { fields: { description } } });
  expect(changed.body.history[0].changes.description.after).toBe(`${'x'.repeat(298)}…`);
  const quotes = '"'.repeat(300);
  const full = (end: string) => ({
    ...{
      product_name: `${end}${quotes.slice(0, 150)}`,
      description: `${end}${quotes}`,
      provider: `${end}${quotes.slice(0, 100)}`,
    },
    options: [{ name: `${end}${quotes.slice(0, 50)}`, choices: [quotes.slice(0, 90), `${end}${quotes.slice(0, 80)}`] }],
    specs: Array.from({ length: 5 }, (_, at) => ({ name: `${end}${at}`, value: quotes.slice(0, 100) })),
  });
  for (const end of ['a', 'b']) {
    const saved = await put((await read()).mark, full(end));
    expect(saved, JSON.stringify(saved.body)).toMatchObject({ status: 200 });
  }
  const product_name = `${'n'.repeat(199)}😀`;
  expect(await put((await read()).mark, { product_name })).toMatchObject({ status: 200 });
  expect(await kim.delete(`${path}/own`)).toMatchObject({ status: 204 });
});

test('[B-08] pictures that find the line full are told when to come again, which is no fault of theirs', async () => {
  const body = await aPicture('png', { width: 2_000, height: 2_000 });
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      kim.send('POST', '/admin/product-picture', { 'content-type': 'image/png' }, body as never),
    ),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(12);
  for (const { status, headers, body: told } of refused)
    expect([status, headers.get('retry-after'), told.refusal]).toEqual([429, '5', 'too_many_at_once']);
}, 120_000);
