// Price, sale and standing of many of the operator's own products, as jobs: what is shown, what is done, and the way back.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '#platform/audit/audit-log.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct, inSizes } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Api = Awaited<ReturnType<typeof startApi>>;

let database: Database<ApiTables>;
let api: Api;
let cleo: Awaited<ReturnType<Api['signIn']>>;
let clock: Date;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  clock = new Date();
  await storeStaff(database, 'cleo', 'catalogue');
  await storeSeller(database, { seller_id: 'birds', name: 'Birds' }, {});
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'a', product_name: 'Apple', price_micros: 10_000_000, stock: 5 }),
      aProduct({ product_id: 'b', product_name: 'Bear', price_micros: 20_000_000 }),
      aProduct({ product_id: 'free', product_name: 'Free', price_micros: 0 }),
      aProduct({ product_id: 'theirs', product_name: 'Theirs', seller_id: 'birds', price_micros: 1_000_000 }),
      aProduct({
        product_id: 'v',
        product_name: 'Vest',
        price_micros: 1_000_000,
        stock: 3,
        ...inSizes,
      }),
    ])
    .execute();
  api = await startApi(database, { now: () => clock });
  cleo = await api.signIn({ email: addressOf('cleo'), nickname: 'cleo' }, { sub: 'cleo' });
});
afterAll(() => database.close());

async function prepare(kind: string, ids: string[], asked: object = {}) {
  const { status, body } = await cleo.post('/admin/job', { kind, ids, asked });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const rowsOf = async (jobId: string) =>
  (await cleo.get(`/admin/job/${jobId}/row`)).body as Array<{ id: string; outcome: string; message: string }>;
async function confirm(jobId: string) {
  expect((await cleo.post(`/admin/job/${jobId}/confirm`, {})).status).toBe(200);
  await api.staffJobs.work();
  return (await cleo.get(`/admin/job/${jobId}`)).body;
}
async function undo(jobId: string) {
  const { status, body } = await cleo.post(`/admin/job/${jobId}/undo`, {});
  expect(status).toBe(200);
  await api.staffJobs.work();
  return (await cleo.get(`/admin/job/${body.job_id}`)).body;
}
const outcomes = async (jobId: string) =>
  Object.fromEntries((await rowsOf(jobId)).map(({ id, outcome }) => [id, outcome]));
async function offers() {
  const rows = await database.kysely
    .selectFrom('api.product')
    .select(['product_id', 'price_micros', 'on_sale', 'sale_price_micros', 'variants'])
    .where('product_id', 'in', ['a', 'v'])
    .orderBy('product_id')
    .execute();
  return rows.map(({ product_id, price_micros, on_sale, sale_price_micros: sale, variants }) => ({
    id: product_id,
    price: Number(price_micros) / 1e6,
    sale: on_sale && sale !== null ? Number(sale) / 1e6 : null,
    variants: variants.map((one) => [one.price, one.sale_price]),
  }));
}
const atFirst = [
  { id: 'a', price: 10, sale: null, variants: [] },
  {
    id: 'v',
    price: 1,
    sale: null,
    variants: [
      [1, null],
      [2, null],
    ],
  },
];

describe('[B-06] many of the own products', () => {
  test('change in price: shown first, of every variant in proportion, and taken back', async () => {
    const lower = { by: 'percent', value: -10, round_to: 0.01 };
    const preview = await prepare('product.price', ['a', 'v', 'theirs', 'gone'], lower);
    expect(preview).toMatchObject({ changed: 2, refused: 2 });
    expect(await offers()).toEqual(atFirst);
    const rows = await rowsOf(preview.job_id);
    expect(rows[0]).toMatchObject({ name: 'Apple', before: { price: 10 }, after: { price: 9 } });
    expect(rows[2]).toMatchObject({
      name: 'Theirs',
      message: 'It is a product of the shop Birds, which changes it by itself.',
    });
    expect(rows[3]?.message).toBe('There is no product with this id.');

    const done = await confirm(preview.job_id);
    expect(done).toMatchObject({ state: 'done', changed: 2, refused: 2, may: { undo: true } });
    expect(await offers()).toEqual([
      { id: 'a', price: 9, sale: null, variants: [] },
      {
        id: 'v',
        price: 0.9,
        sale: null,
        variants: [
          [0.9, null],
          [1.8, null],
        ],
      },
    ]);
    expect((await api.get('/product/a')).body.price).toBe(9);
    const back = await undo(preview.job_id);
    expect(back).toMatchObject({ state: 'done', changed: 2, undoes: preview.job_id, may: { undo: false } });
    expect(await offers()).toEqual(atFirst);
    const entries = await listAudit(database.kysely, { subject: 'a', limit: 10 });
    expect(entries.map(({ action }) => action)).toEqual(['product.offer_changed', 'product.offer_changed']);
  });

  test('go on sale and off it, and both are taken back; what costs nothing is refused', async () => {
    const preview = await prepare('product.sale', ['a', 'v', 'free'], { percent: 25 });
    expect(await outcomes(preview.job_id)).toEqual({ a: 'changed', v: 'changed', free: 'refused' });
    await confirm(preview.job_id);
    const onSale = [
      { id: 'a', price: 10, sale: 7.5, variants: [] },
      {
        id: 'v',
        price: 1,
        sale: 0.75,
        variants: [
          [1, 0.75],
          [2, 1.5],
        ],
      },
    ];
    expect(await offers()).toEqual(onSale);

    const end = await prepare('product.end_sale', ['a', 'b', 'v']);
    expect(await outcomes(end.job_id)).toEqual({ a: 'changed', b: 'same', v: 'changed' });
    await confirm(end.job_id);
    expect((await offers()).map(({ sale }) => sale)).toEqual([null, null]);
    await undo(end.job_id);
    expect(await offers()).toEqual(onSale);
    await undo(preview.job_id);
    expect((await offers()).map(({ price, sale }) => [price, sale])).toEqual([
      [10, null],
      [1, null],
    ]);
  });

  test('that were changed since the preview, or since the job, stay as they are now', async () => {
    const set = { by: 'set', value: 3, round_to: 0.01 };
    const preview = await prepare('product.price', ['a', 'b'], set);
    await database.kysely
      .updateTable('api.product')
      .set({ price_micros: 11_000_000 })
      .where('product_id', '=', 'a')
      .execute();
    expect(await confirm(preview.job_id)).toMatchObject({ changed: 1, refused: 1 });
    expect((await offers())[0]?.price).toBe(11);

    await database.kysely
      .updateTable('api.product')
      .set({ price_micros: 4_000_000 })
      .where('product_id', '=', 'b')
      .execute();
    const back = await undo(preview.job_id);
    expect(back).toMatchObject({ changed: 0, refused: 1 });
    expect((await rowsOf(back.job_id))[0]?.message).toBe(
      'It was changed after this job, and was left as it is now. Look at it yourself.',
    );
  });

  test('are not put on sale below a price that was not shown, of the product or of one variant', async () => {
    const preview = await prepare('product.sale', ['a', 'b', 'v'], { percent: 20 });
    expect(preview).toMatchObject({ changed: 3 });
    const change = (id: string, changed: object) =>
      database.kysely.updateTable('api.product').set(changed).where('product_id', '=', id).execute();
    await change('a', { price_micros: 1_000_000_000 });
    const [, , third] = await rowsOf(preview.job_id);
    expect(third?.id).toBe('v');
    const { variants } = await database.kysely
      .selectFrom('api.product')
      .select('variants')
      .where('product_id', '=', 'v')
      .executeTakeFirstOrThrow();
    const dearer = variants.map((one, at) => (at === 1 ? { ...one, price: 5 } : one));
    await change('v', { variants: JSON.stringify(dearer) });
    // Units sold meanwhile make no other price.
    await change('b', { stock: 1 });
    expect(await confirm(preview.job_id)).toMatchObject({ changed: 1, refused: 2 });
    expect((await offers()).map(({ price, sale }) => [price, sale])).toEqual([
      [1000, null],
      [1, null],
    ]);
  });

  test('are paused, published, archived and restored, and each is taken back for ten minutes', async () => {
    const seen = async () =>
      (await api.get('/product')).body.products.map(({ product_id: id }: { product_id: string }) => id).sort();
    const all = ['a', 'b', 'free', 'theirs', 'v'];
    const pause = await prepare('product.pause', ['a', 'b', 'theirs']);
    expect(await outcomes(pause.job_id)).toEqual({ a: 'changed', b: 'changed', theirs: 'refused' });
    await confirm(pause.job_id);
    expect(await seen()).toEqual(['free', 'theirs', 'v']);
    const publish = await prepare('product.publish', ['a']);
    await confirm(publish.job_id);
    expect(await undo(pause.job_id)).toMatchObject({ changed: 1, refused: 1 });
    expect(await seen()).toEqual(all);

    const archive = await prepare('product.archive', ['a', 'v']);
    await confirm(archive.job_id);
    expect(await seen()).toEqual(['b', 'free', 'theirs']);
    expect(await outcomes((await prepare('product.pause', ['a'])).job_id)).toEqual({ a: 'refused' });
    expect(await outcomes((await prepare('product.restore', ['a', 'b'])).job_id)).toEqual({ a: 'changed', b: 'same' });
    clock = new Date(clock.getTime() + 11 * 60_000);
    expect((await cleo.post(`/admin/job/${archive.job_id}/undo`, {})).status).toBe(409);
  });

  test('are not asked for in a way that cannot be, nor by a role that does not include it', async () => {
    const ask = async (asked: object, kind = 'product.price') =>
      (await cleo.post('/admin/job', { kind, ids: ['a'], asked })).status;
    expect(await ask({})).toBe(400);
    expect(await ask({ by: 'guess', value: 1 })).toBe(400);
    expect(await ask({ by: 'set', value: 1, colour: 'red' })).toBe(400);
    expect(await ask({ percent: 0 }, 'product.sale')).toBe(400);
    expect(await ask({ percent: 99 }, 'product.sale')).toBe(400);
    await storeStaff(database, 'cleo', 'support');
    expect(await ask({ percent: 10 }, 'product.sale')).toBe(403);
  });
});
