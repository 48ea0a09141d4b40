import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { emptyDatabase, openTestDatabase } from '../../../test/database.ts';
import { aProduct } from '../../../test/factories/product.ts';
import { aReview } from '../../../test/factories/review.ts';

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

beforeEach(async () => {
  await emptyDatabase(database);
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'gpu' }))
    .execute();
  const users = ['a', 'b', 'c'].map((name) => ({ user_id: `${name}@example.com`, username: `user_${name}` }));
  await database.kysely.insertInto('api.user').values(users).execute();
});

test('[E-03] GET /review/product/{id} gives the Review fields, user.username included, newest first', async () => {
  const old = aReview({ product_id: 'gpu', user_email: 'a@example.com', updated_at: '2026-01-01T00:00:00Z' });
  const recent = aReview({ product_id: 'gpu', user_email: 'b@example.com', updated_at: '2026-02-01T00:00:00Z' });
  await database.kysely.insertInto('api.review').values([old, recent]).execute();
  const { status, body } = await api.get('/review/product/gpu');
  expect(status).toBe(200);
  expect(body.map((review: { review_id: string }) => review.review_id)).toEqual([recent.review_id, old.review_id]);
  expect(Object.keys(body[0]).sort()).toEqual(
    [
      'review_id',
      'product_id',
      'user_email',
      'rate',
      'review_text',
      'created_at',
      'updated_at',
      'helpful_count',
      'verified_purchase',
      'responses',
      'review_time',
      'show',
      'user',
    ].sort(),
  );
  expect(body[0]).toMatchObject({ user: { username: 'user_b' }, review_time: '2026-02-01T00:00:00.000Z' });
});

test('[D-16] a review whose show flag is off is not given out', async () => {
  await database.kysely
    .insertInto('api.review')
    .values(aReview({ product_id: 'gpu', user_email: 'a@example.com', show: false }))
    .execute();
  expect((await api.get('/review/product/gpu')).body).toEqual([]);
});

test('[E-03] a product without reviews has an empty list, an unknown one answers 404', async () => {
  expect(await api.get('/review/product/gpu')).toMatchObject({ status: 200, body: [] });
  expect((await api.get('/review/product/nope')).status).toBe(404);
  expect((await api.get('/review/product/%00')).status).toBe(404);
});
