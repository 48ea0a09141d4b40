import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tables } from '#main/tables.ts';
import { operator } from '#platform/audit/audit-log.ts';
import type { Database } from '#platform/database/database.ts';
import { createLog } from '#platform/observability/log.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { startApi } from '../../../../../test/parts/api.ts';
import { type Buying, startBuying } from '../../../../../test/parts/buying.ts';
import { aContent, type Listings, openListings } from '../../../../../test/parts/listings.ts';
import { followCatalogueVersion } from '../../../catalogue/catalogue-version/catalogue-version.ts';
import { refundOrder } from '../../../ordering/checkout/refund/refund-order.ts';

let database: Database<Tables>;
let buying: Buying;
let shop: Listings;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  buying = await startBuying(database);
  shop = await openListings(database as never, buying.api);
});
afterAll(() => database.close());

async function change(id: string, content: Parameters<typeof aContent>[0]) {
  await shop.save(id, (await shop.read(id)).revision, aContent(content));
  await shop.submit(id);
  expect(await shop.approve(id)).toMatchObject({ version: expect.any(Number) });
}

test('[S-09] each approved version is kept, told with what it changed, and can be compared and restored as a new change', async () => {
  const id = await shop.sell();
  await change(id, { license: 'MIT' });
  await change(id, { license: 'MIT', specs: [], product_name: 'Kitchen Voices' });
  await shop.owner.put(`${shop.base}/${id}/offer`, { price: 77 });
  const { body: history } = await shop.owner.get(`${shop.base}/${id}/version`);
  expect(history).toMatchObject({
    next_cursor: null,
    versions: [
      { version: 3, name: 'Kitchen Voices', is_current: true, changed: ['product_name', 'specs'] },
      { version: 2, is_current: false, changed: ['license'] },
      { version: 1, is_current: false, changed: [] },
    ],
  });
  expect((await shop.owner.get(`${shop.base}/${id}/version/1`)).body.content).toEqual({
    ...aContent(),
    goods: {},
    delivery_within_hours: null,
  });
  const { body: between } = await shop.owner.get(`${shop.base}/${id}/difference?from=1&to=3`);
  expect(between.difference.fields.map(({ field }: { field: string }) => field)).toEqual([
    'product_name',
    'specs',
    'license',
  ]);
  for (const [path, status] of [
    ['version/4', 404],
    ['version/x', 400],
    ['version/0', 400],
    ['difference?from=1&to=9', 404],
    ['difference?from=1', 400],
    ['difference?from=1&to=late', 400],
  ] as const)
    expect((await shop.owner.get(`${shop.base}/${id}/${path}`)).status, path).toBe(status);

  const restored = await shop.owner.post(`${shop.base}/${id}/version/1/restore`, {});
  expect(restored).toMatchObject({
    status: 200,
    body: { state: 'on_sale', draft_state: 'draft', content: { ...aContent(), price: 77 } },
  });
  expect((await buying.api.get(`/product/${id}`)).body.product_name).toBe('Kitchen Voices');
  await shop.submit(id);
  await shop.approve(id);
  expect((await buying.api.get(`/product/${id}`)).body).toMatchObject({
    product_name: aContent().product_name,
    price: 77,
  });
  expect(await shop.read(id)).toMatchObject({ version: 4 });
  expect((await shop.owner.post(`${shop.base}/${id}/version/4/restore`, {})).status).toBe(409);
  expect((await shop.owner.post(`${shop.base}/${id}/version/9/restore`, {})).status).toBe(404);
});

test('[S-09] a long history is told page by page', async () => {
  const id = await shop.sell();
  await database.kysely
    .insertInto('api.product_version')
    .values(
      Array.from({ length: 44 }, (_, index) => ({
        product_id: id,
        version: index + 2,
        content: JSON.stringify(aContent()),
      })),
    )
    .execute();
  const listed: number[] = [];
  for (let after = ''; ; ) {
    const { body } = await shop.owner.get(`${shop.base}/${id}/version${after}`);
    listed.push(...body.versions.map(({ version }: { version: number }) => version));
    if (!body.next_cursor) break;
    after = `?after=${body.next_cursor}`;
  }
  expect(listed).toEqual(Array.from({ length: 45 }, (_, index) => 45 - index));
});

test('[S-09] an order line knows the version that was bought, and shows its buyer alone the product as it was', async () => {
  const id = await shop.sell();
  const jane = await buying.customer('jane');
  const items = [{ product_id: id, quantity: 2 }];
  const { body: placed } = await jane.post('/checkout-session', { items, amount: 240 });
  await buying.pay(placed.checkout_url);
  await jane.get('/success');
  await change(id, { description: `${aContent().description} Quite another one.` });
  const { body: order } = await jane.get(`/order/${placed.order_id}`);
  expect(order.products).toMatchObject([{ product_id: id, version: 1 }]);
  const path = `/order/${placed.order_id}/line/0/version`;
  expect((await jane.get(path)).body).toMatchObject({ version: 1, is_current: false, content: aContent() });
  expect((await (await buying.customer('eve')).get(path)).status).toBe(404);
  expect((await buying.api.get(path)).status).toBe(401);
  expect((await jane.get(`/order/${placed.order_id}/line/1/version`)).status).toBe(404);
  expect((await jane.get(`/order/${placed.order_id}/line/x/version`)).status).toBe(400);
});

test('[S-05] what was sold is counted when it is paid, and not any more once all of it was given back', async () => {
  const id = await shop.sell(aContent({ stock: 9 }));
  const jane = await buying.customer('jane');
  const { body: placed } = await jane.post('/checkout-session', {
    items: [{ product_id: id, quantity: 2 }],
    amount: 240,
  });
  expect((await shop.read(id)).sold).toBe(0);
  await buying.pay(placed.checkout_url);
  await jane.get('/success');
  expect((await shop.read(id)).sold).toBe(2);
  expect((await shop.owner.get(`${shop.base}?sort=-sold`)).body.listings[0]).toMatchObject({
    product_id: id,
    sold: 2,
    stock: 7,
  });
  const service = { ...buying.service, actor: operator() };
  const give = (amountCents: number | null) =>
    refundOrder(service, { orderId: placed.order_id, amountCents, reason: '' });
  await give(1_000);
  expect((await shop.read(id)).sold).toBe(2);
  await give(null);
  expect((await shop.read(id)).sold).toBe(0);
});

test('[S-07] a change that is approved is seen by every process within a second', async () => {
  const id = await shop.sell();
  const other = await startApi(database as never);
  const version = await followCatalogueVersion(database as never, { log: createLog('silent') });
  const seen = async () => {
    const response = await other.fetch(new Request(`http://shop.test/api/product/${id}`));
    return ((await response.json()) as { license: string }).license;
  };
  expect(await seen()).toBe('CC-BY-4.0');
  const before = version.current();
  await shop.save(id, (await shop.read(id)).revision, aContent({ license: 'MIT' }));
  await shop.submit(id);
  expect(version.current()).toBe(before);
  await shop.approve(id);
  // The version under which answers are cached, as the other process hears of it by itself.
  await expect.poll(() => version.current(), { timeout: 1_000, interval: 20 }).not.toBe(before);
  expect(await seen()).toBe('MIT');
});

test('[S-09] the longest name and id that there can be are approved', async () => {
  const rare = (many: number, from: number) =>
    Array.from({ length: many }, (_, index) => String.fromCodePoint(0x20000 + ((from + index * 7_919) % 0xa000))).join(
      '',
    );
  const { pictures: _, ...content } = aContent({ product_name: rare(500, 1) });
  const id = rare(200, 77);
  const file = JSON.stringify({ ...content, product_id: id });
  await shop.owner.send('POST', `${shop.base}/import`, { 'content-type': 'text/csv' }, file);
  await shop.submit(encodeURIComponent(id));
  expect(await shop.approve(id)).toEqual({ version: 1 });
  expect((await shop.owner.get(`${shop.base}?q=${encodeURIComponent(rare(20, 1))}`)).body.listings).toHaveLength(1);
});
