// Sales of the operator's own products that begin and end by themselves.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#platform/database/after-commit.ts';
import type { Database } from '#platform/database/database.ts';
import { createLog } from '#platform/observability/log.ts';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct, inSizes } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { deleteProduct, findOwnProducts } from './own-product.store.ts';
import { endSalesOf } from './planned-sale.store.ts';
import { turnSales } from './turn-sales.ts';

let database: Database<ApiTables>;
let api: Awaited<ReturnType<typeof startApi>>;
let kim: Awaited<ReturnType<typeof api.signIn>>;
let clock: Date;
const log = createLog('silent');

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
      aProduct({ product_id: 'own', price_micros: 10_000_000, stock: 5 }),
      aProduct({ product_id: 'sizes', price_micros: 1_000_000, stock: 3, ...inSizes }),
      aProduct({ product_id: 'theirs', seller_id: 'birds' }),
    ])
    .execute();
  clock = new Date('2030-01-01T00:00:00Z');
  api = await startApi(database, { now: () => clock });
  kim = await api.signIn({ email: addressOf('kim'), nickname: 'kim' }, { sub: 'kim' });
});
afterAll(() => database.close());

const path = (id = 'own') => `/admin/product/${id}/sale`;
const friday = { starts_at: '2030-01-04T00:00:00Z', ends_at: '2030-01-07T00:00:00Z' };
const plan = (sale: object, id = 'own') => kim.post(path(id), { ...friday, percent: 20, ...sale });
const at = async (moment: string) => {
  clock = new Date(moment);
  let refreshed = 0;
  const refresh = async () => {
    refreshed++;
  };
  const turned = await turnSales({ db: database.kysely, now: () => clock, refresh, log });
  expect(refreshed).toBe(turned > 0 ? 1 : 0);
  return turned;
};
const offer = async (id = 'own') => {
  const { price, on_sale, sale_price } = (await api.get(`/product/${id}`)).body;
  return { price, on_sale, sale_price };
};
const sales = async (id = 'own') =>
  (await kim.get(`/admin/product/${id}`)).body.sales.map((sale: { state: string; note: string }) => [
    sale.state,
    sale.note,
  ]);

test('[B-08] a planned sale begins and ends by itself, and its history says by whom', async () => {
  expect(await plan({})).toMatchObject({
    status: 201,
    body: { sales: [{ state: 'planned', percent: 20, sale_price: null, by: 'kim' }], fields: { on_sale: false } },
  });
  expect(await at('2030-01-03T23:59:59Z')).toBe(0);
  expect(await offer()).toEqual({ price: 10, on_sale: false, sale_price: null });
  expect(await at('2030-01-04T00:00:00Z')).toBe(1);
  expect(await offer()).toEqual({ price: 10, on_sale: true, sale_price: 8 });
  expect(await sales()).toEqual([['running', '']]);
  // Changes meanwhile do not keep it from ending.
  const { mark } = (await kim.get('/admin/product/own')).body;
  expect(await kim.put('/admin/product/own', { mark, fields: { sale_price: 7 } })).toMatchObject({ status: 200 });
  expect(await at('2030-01-07T00:00:00Z')).toBe(1);
  expect((await offer()).on_sale).toBe(false);
  expect(await sales()).toEqual([['ended', '']]);
  const history = (await kim.get('/admin/product/own')).body.history.map(
    ({ action, by }: { action: string; by: string }) => `${action} ${by}`,
  );
  expect(history).toEqual([
    'product.sale_ended kim',
    'product.offer_changed kim',
    'product.changed kim',
    'product.sale_begun kim',
    'product.offer_changed kim',
    'product.sale_planned kim',
  ]);
});

test('[B-08] a sale lowers each variant by its percentage, or a product without any to its price', async () => {
  await plan({}, 'sizes');
  await plan({ percent: undefined, sale_price: 4.5 });
  expect(await at('2030-01-05T00:00:00Z')).toBe(2);
  expect(await offer()).toEqual({ price: 10, on_sale: true, sale_price: 4.5 });
  const { variants } = (await api.get('/product/sizes')).body as {
    variants: Array<{ price: number; sale_price: number }>;
  };
  expect(variants.length).toBeGreaterThan(1);
  for (const { price, sale_price } of variants) expect(sale_price).toBeCloseTo(price * 0.8, 6);
  expect(await plan({ percent: undefined, sale_price: 4.5, ...later }, 'sizes')).toMatchObject({
    status: 409,
    body: {
      refusal: 'product_refused',
      message: 'It has variants: give the sale a percentage, which lowers each of them.',
    },
  });
});
const later = { starts_at: '2030-02-01T00:00:00Z', ends_at: '2030-02-02T00:00:00Z' };

test('[B-08] one that is to begin now begins at once, and one that runs is ended by hand', async () => {
  const begun = await plan({ starts_at: '2029-12-31T00:00:00Z' });
  expect(begun).toMatchObject({ status: 201, body: { fields: { on_sale: true }, sales: [{ state: 'running' }] } });
  const cancel = `${path()}/${begun.body.sales[0].sale_id}/cancel`;
  expect(await kim.post(cancel, {})).toMatchObject({
    status: 200,
    body: { fields: { on_sale: false }, sales: [{ state: 'ended' }] },
  });
  expect(await kim.post(cancel, {})).toMatchObject({ status: 409, body: { refusal: 'sale_state' } });
  const planned = await plan({});
  const second = planned.body.sales.find(({ state }: { state: string }) => state === 'planned').sale_id;
  expect(await kim.post(`${path()}/${second}/cancel`, {})).toMatchObject({ status: 200 });
  // A second click is no fault.
  expect(await kim.post(`${path()}/${second}/cancel`, {})).toMatchObject({ status: 200 });
  expect(await kim.post(`${path('sizes')}/${second}/cancel`, {})).toMatchObject({ status: 404 });
  expect(await at('2030-01-05T00:00:00Z')).toBe(0);
  expect((await offer()).on_sale).toBe(false);
});

test('[B-08] two sales of a product never have a moment in common; one may follow the other at once', async () => {
  await plan({});
  expect(await plan({ starts_at: '2030-01-06T00:00:00Z', ends_at: '2030-01-09T00:00:00Z' })).toMatchObject({
    status: 409,
    body: {
      refusal: 'sale_state',
      message:
        'A sale is planned from 2030-01-04 00:00 to 2030-01-07 00:00 (UTC). Choose another time, or cancel that one first.',
    },
  });
  await plan({ starts_at: '2030-01-07T00:00:00Z', ends_at: '2030-01-09T00:00:00Z', percent: 50 });
  await at('2030-01-04T00:00:00Z');
  // The first ends before the second begins.
  expect(await at('2030-01-07T00:00:00Z')).toBe(2);
  expect(await offer()).toEqual({ price: 10, on_sale: true, sale_price: 5 });
  const both = await Promise.all([plan(later), plan(later)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('[B-08] what cannot be is told when it is planned, or says later why it did not begin', async () => {
  expect(await plan({ sale_price: 4 })).toMatchObject({ status: 400 });
  expect(await plan({ ends_at: friday.starts_at })).toMatchObject({ status: 400 });
  expect(await plan({ percent: 96 })).toMatchObject({ status: 400 });
  expect(await plan({ starts_at: 'Friday' })).toMatchObject({ status: 400 });
  for (const starts_at of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00'])
    expect(await plan({ starts_at }), starts_at).toMatchObject({ status: 400 });
  expect(await plan({ ends_at: '9999-12-31T23:59:59-14:00' })).toMatchObject({ status: 400 });
  expect(await plan({ percent: undefined, sale_price: 1e-7 })).toMatchObject({ status: 400 });
  expect(await plan({ percent: undefined, sale_price: 12 })).toMatchObject({
    status: 409,
    body: { refusal: 'product_refused' },
  });
  expect(await plan({ starts_at: '2029-01-01T00:00:00Z', ends_at: '2029-01-02T00:00:00Z' })).toMatchObject({
    status: 409,
    body: { message: 'Its end has passed already.' },
  });
  expect(await plan({}, 'theirs')).toMatchObject({ status: 409, body: { refusal: 'of_a_shop' } });
  expect(await plan({}, 'none')).toMatchObject({ status: 404 });

  await plan({ percent: undefined, sale_price: 9 });
  await database.kysely
    .updateTable('api.product')
    .set({ price_micros: 5_000_000 })
    .where('product_id', '=', 'own')
    .execute();
  await plan({}, 'sizes');
  expect(await at('2030-01-04T12:00:00Z')).toBe(2);
  expect(await sales()).toEqual([['refused', expect.stringContaining('ale price')]]);
  expect(await sales('sizes')).toEqual([['running', '']]);
  const { history } = (await kim.get('/admin/product/own')).body;
  expect(history[0]).toMatchObject({ action: 'product.sale_refused', details: { reason: expect.anything() } });
});

test('[B-08] a sale whose whole time passed while the shop was closed is missed; several processes begin none twice', async () => {
  await plan({});
  await plan({ ...later });
  expect(await at('2030-01-08T00:00:00Z')).toBe(1);
  expect(await sales()).toEqual([
    ['planned', ''],
    ['missed', ''],
  ]);
  clock = new Date('2030-02-01T00:00:00Z');
  const turning = { db: database.kysely, now: () => clock, refresh: async () => {}, log };
  const turned = await Promise.all([turnSales(turning), turnSales(turning), turnSales(turning)]);
  expect(turned.reduce((sum, count) => sum + count)).toBe(1);
  expect(await offer()).toEqual({ price: 10, on_sale: true, sale_price: 8 });
});

test('[B-08] the sales of products that are handed over end with them: prices are given back, what is planned is cancelled', async () => {
  await plan({});
  await plan({}, 'sizes');
  await at('2030-01-04T00:00:00Z');
  await plan(later);
  await inTransaction(database.kysely, (transaction) => endSalesOf(transaction, ['own', 'none'], 'It is of a shop.'));
  expect(await offer()).toEqual({ price: 10, on_sale: false, sale_price: 8 });
  expect(await sales()).toEqual([
    ['cancelled', 'It is of a shop.'],
    ['ended', 'It is of a shop.'],
  ]);
  expect(await sales('sizes')).toEqual([['running', '']]);
  const { history } = (await kim.get('/admin/product/own')).body;
  expect(
    history
      .slice(0, 2)
      .map(({ action }: { action: string }) => action)
      .sort(),
  ).toEqual(['product.sale_cancelled', 'product.sale_ended']);
  expect(history[0].details).toEqual({ reason: 'It is of a shop.' });
});

/** While it works the database refuses to change the offer of `own`, as a fault of the shop would. */
async function whileOwnFails(work: () => Promise<void>) {
  await sql`create function api.refuse_own() returns trigger language plpgsql as $$
    begin raise exception 'unforeseen'; end $$`.execute(database.kysely);
  await sql`create trigger refuse_own before update on api.product for each row when (new.product_id = 'own')
    execute function api.refuse_own()`.execute(database.kysely);
  try {
    await work();
  } finally {
    await sql`drop function api.refuse_own() cascade`.execute(database.kysely);
  }
}

test('[B-08] a sale that fails keeps no other from beginning or ending: it is tried for a while, and then says so', async () => {
  await plan({});
  await plan({ starts_at: '2030-01-04T00:00:01Z' }, 'sizes');
  await whileOwnFails(async () => {
    expect(await at('2030-01-04T00:00:01Z')).toBe(1);
    expect(await sales('sizes')).toEqual([['running', '']]);
    expect(await sales()).toEqual([['planned', '']]);
  });
  expect(await at('2030-01-04T00:00:06Z')).toBe(1);
  expect(await sales()).toEqual([['running', '']]);
  await whileOwnFails(async () => {
    // A sale that cannot end is tried again for ever, and no other sale of its product begins before.
    await plan({ ...later, percent: 50 });
    expect(await at('2030-02-01T00:00:00Z')).toBe(1);
    expect(await sales('sizes')).toEqual([['ended', '']]);
    expect(await sales()).toEqual([
      ['planned', ''],
      ['running', ''],
    ]);
  });
  expect(await at('2030-02-01T00:00:05Z')).toBe(2);
  expect(await offer()).toEqual({ price: 10, on_sale: true, sale_price: 5 });
});

test('[B-08] a sale is planned though it cannot begin at once; ten minutes after its time it is refused', async () => {
  await whileOwnFails(async () => {
    expect(await plan({ starts_at: '2030-01-01T00:00:00Z' })).toMatchObject({
      status: 201,
      body: { sales: [{ state: 'planned' }], fields: { on_sale: false } },
    });
    expect(await at('2030-01-01T00:09:00Z')).toBe(0);
    expect(await sales()).toEqual([['planned', '']]);
    expect(await at('2030-01-01T00:10:00Z')).toBe(0);
    const note = 'The shop could not begin it, and its log says why. Plan it once more.';
    expect(await sales()).toEqual([['refused', note]]);
    const { history } = (await kim.get('/admin/product/own')).body;
    expect(history[0]).toMatchObject({ action: 'product.sale_refused', details: { reason: note } });
  });
});

onPostgres('[B-08] who deletes a product and who begins or cancels its sale never wait for each other', async () => {
  const { sale_id } = (await plan({})).body.sales[0];
  clock = new Date('2030-01-04T00:00:00Z');
  const turning = { db: database.kysely, now: () => clock, refresh: async () => {}, log };
  const [turned, cancelled] = await inTransaction(database.kysely, async (transaction) => {
    await findOwnProducts(transaction, ['own'], { lock: true });
    const begun = [turnSales(turning), kim.post(`${path()}/${sale_id}/cancel`, {})] as const;
    // Both have asked for their locks by then.
    await delay(500);
    await deleteProduct(transaction, 'own');
    return begun;
  });
  expect(await turned).toBe(0);
  expect((await cancelled).status).toBe(404);
});
