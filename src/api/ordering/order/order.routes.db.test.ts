import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { startApi } from '../../../../test/parts/api.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database);
});
afterAll(async () => {
  api.version.close();
  await database.close();
});
beforeEach(() => emptyDatabase(database));

/** Two of each moment. */
async function manyOrders(accountId: string, count: number) {
  const orders = Array.from({ length: count }, (_, index) => ({
    order_id: randomUUID().toUpperCase(),
    user_id: 'jane@example.com',
    account_id: accountId,
    status: 'cancelled' as const,
    payment_method: 'card' as const,
    subtotal_cents: 100,
    discount_cents: 0,
    total_cents: 100,
    created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 2)),
    expires_at: new Date(),
    updated_at: new Date(),
  }));
  await database.kysely.insertInto('api.order').values(orders).execute();
  return orders.map(({ order_id }) => order_id);
}

test("[E-07] a customer's orders are told newest first, page by page to the last, and nobody else's", async () => {
  const [mine, others] = [randomUUID(), randomUUID()];
  const jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' }, { sub: mine });
  const ids = await manyOrders(mine, 121);
  await manyOrders(others, 5);
  const listed: Array<{ order_id: string; create_time: string }> = [];
  const sizes: number[] = [];
  let path: string | undefined = '/order/user/jane@example.com';
  while (path) {
    const { status, body, headers } = await jane.get(path);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, no-store');
    sizes.push(body.length);
    listed.push(...body);
    path = headers.get('link')?.match(/^<\/api([^>]+)>; rel="next"$/)?.[1];
  }
  expect(sizes).toEqual([50, 50, 21]);
  expect(listed.map(({ order_id }) => order_id).sort()).toEqual([...ids].sort());
  const times = listed.map(({ create_time }) => create_time);
  expect(times).toEqual([...times].sort().reverse());
});

test('[E-07] a page of orders is a list, as it was, and its mark is good for its owner alone', async () => {
  const [mine, others] = [randomUUID(), randomUUID()];
  const jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' }, { sub: mine });
  const john = await api.signIn({ email: 'john@example.com', nickname: 'John' }, { sub: others });
  await manyOrders(mine, 4);
  const { body, headers } = await jane.get('/order/user/jane@example.com?limit=3');
  expect(body).toHaveLength(3);
  const query = headers.get('link')?.match(/\?[^>]+/)?.[0] ?? '';
  expect((await jane.get(`/order/user/jane@example.com${query}`)).body).toHaveLength(1);
  expect((await john.get(`/order/user/john@example.com${query}`)).body).toEqual([]);
  expect((await john.get(`/order/user/jane@example.com${query}`)).status).toBe(404);
  for (const wrong of ['after=nonsense', 'limit=0', 'limit=201'])
    expect((await jane.get(`/order/user/jane@example.com?${wrong}`)).status).toBe(400);
});
