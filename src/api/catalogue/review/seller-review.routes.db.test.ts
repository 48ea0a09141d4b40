import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SellerReview } from '#contract/catalogue/review.ts';
import type { Message } from '#mail/mailer.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { aReview } from '../../../../test/factories/review.ts';
import { addressOf, storeSeller } from '../../../../test/factories/seller.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { sellerReviewSchema } from '../../../contract/catalogue/review.schema.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
const mails: Message[] = [];
let made = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { sendMail: async (_, mail) => void mails.push(mail) });
});
afterAll(async () => {
  api.version.close();
  await database.close();
});

/** People of their own for every test: one account may change only so much in a minute. */
async function open() {
  made++;
  mails.length = 0;
  const [owner, stranger] = [`owner${made}`, `stranger${made}`];
  const sellerId = await storeSeller(database, { name: 'Data Forge' }, { [owner]: 'owner', [`f${made}`]: 'finance' });
  const otherId = await storeSeller(database, {}, { [stranger]: 'owner' });
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'ours', product_name: 'Bird calls', seller_id: sellerId }),
      aProduct({ product_id: 'theirs', seller_id: otherId }),
      aProduct({ product_id: 'operators' }),
    ])
    .execute();
  await database.kysely
    .insertInto('api.user')
    .values([
      aUser({ user_id: 'ann@example.com', account_id: 'ann' }),
      aUser({ user_id: 'bob@example.com', account_id: 'bob' }),
    ])
    .execute();
  await database.kysely
    .insertInto('api.review')
    .values([
      aReview({ review_id: 'old', product_id: 'ours', user_email: 'ann@example.com', updated_at: '2026-01-01' }),
      aReview({ review_id: 'new', product_id: 'ours', user_email: 'bob@example.com', updated_at: '2026-02-01' }),
      aReview({ review_id: 'of-theirs', product_id: 'theirs', user_email: 'ann@example.com' }),
      aReview({ review_id: 'of-operators', product_id: 'operators', user_email: 'ann@example.com' }),
    ])
    .execute();
  const as = (account: string) => api.signIn({ email: addressOf(account) }, { sub: account });
  return {
    sellerId,
    otherId,
    owner: await as(owner),
    finance: await as(`f${made}`),
    stranger: await as(stranger),
    path: `/seller/${sellerId}/review`,
    answer: (id: string) => `/seller/${sellerId}/review/${id}/response`,
  };
}

beforeEach(() => emptyDatabase(database));

const idsOf = (reviews: SellerReview[]) => reviews.map(({ review_id }) => review_id);

test('[S-11] a seller answers each review of its products once, and the answer stands at the product', async () => {
  const { owner, answer } = await open();
  const { status, body } = await owner.put(answer('new'), { text: ' Thank you.\r\nWe have added 20 species. ' });
  expect(status).toBe(200);
  expect(sellerReviewSchema.parse(body).answer?.text).toBe('Thank you.\nWe have added 20 species.');
  const { body: shown } = await api.get('/review/product/ours');
  expect(shown.map((review: { responses: unknown }) => review.responses)).toEqual([
    [{ username: 'Data Forge', text: 'Thank you.\nWe have added 20 species.', created_at: expect.any(String) }],
    [],
  ]);
  expect(shown[0].review_time, 'an answer is no change of the review').toBe('2026-02-01T00:00:00.000Z');
});

test('[S-11] an answer is edited in its place; the reviewer is told of the first one alone', async () => {
  const { owner, answer } = await open();
  const first = (await owner.put(answer('new'), { text: 'We look into it.' })).body;
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    to: 'bob@example.com',
    subject: 'Data Forge has answered your review of Bird calls',
    action: { url: expect.stringMatching(/\/products\/id\/ours$/) },
  });
  expect(JSON.stringify(mails[0])).not.toContain('We look into it.');
  const second = (await owner.put(answer('new'), { text: 'It is mended.' })).body;
  expect(second.answer).toMatchObject({ text: 'It is mended.', created_at: first.answer.created_at });
  expect(second.answer.edited_at > first.answer.edited_at).toBe(true);
  expect(mails).toHaveLength(1);
  const { body } = await api.get('/review/product/ours');
  expect(body[0].responses).toHaveLength(1);
});

test('[S-11] answers of before, such as those of an import, stay beside the one of the shop', async () => {
  const { owner, answer } = await open();
  const imported = { username: 'Importer', text: 'Welcome.', created_at: '2025-01-01T00:00:00.000Z' };
  await database.kysely
    .updateTable('api.review')
    .set({ responses: JSON.stringify([imported]) })
    .where('review_id', '=', 'new')
    .execute();
  for (const text of ['One.', 'Two.']) await owner.put(answer('new'), { text });
  const { body } = await api.get('/review/product/ours');
  expect(body[0].responses).toMatchObject([imported, { username: 'Data Forge', text: 'Two.' }]);
});

test("[S-11] the name at an answer is the shop's name as it is now", async () => {
  const { owner, answer, sellerId } = await open();
  await owner.put(answer('new'), { text: 'Hello.' });
  await database.kysely
    .updateTable('api.seller')
    .set({ name: 'Forge of Data' })
    .where('seller_id', '=', sellerId)
    .execute();
  const { body } = await api.get('/review/product/ours');
  expect(body[0].responses[0].username).toBe('Forge of Data');
});

test('[S-11] a reviewer who edits the review keeps the answer', async () => {
  const { owner, answer } = await open();
  await owner.put(answer('new'), { text: 'Hello.' });
  const bob = await api.signIn({ email: 'bob@example.com' }, { sub: 'bob' });
  await bob.post('/review', { product_id: 'ours', rate: 5, review_text: 'It has become good.' });
  const { body } = await api.get('/review/product/ours');
  expect(body[0]).toMatchObject({ rate: 5, responses: [{ text: 'Hello.' }] });
});

test('[S-11] a shop finds the reviews of its own products, newest first, answered or not, page by page', async () => {
  const { owner, path, answer } = await open();
  const all = await owner.get(path);
  expect(all.body.map((review: unknown) => sellerReviewSchema.parse(review).product_name)).toEqual([
    'Bird calls',
    'Bird calls',
  ]);
  expect(idsOf(all.body)).toEqual(['new', 'old']);
  expect(JSON.stringify(all.body), 'no address of a reviewer').not.toContain('@');
  await owner.put(answer('new'), { text: 'Hello.' });
  expect(idsOf((await owner.get(`${path}?answered=false`)).body)).toEqual(['old']);
  expect(idsOf((await owner.get(`${path}?answered=true`)).body)).toEqual(['new']);
  await owner.put(answer('old'), { text: 'Hello.' });
  const first = await owner.get(`${path}?answered=true&limit=1`);
  const next = first.headers.get('link')?.match(/<\/api([^>]*)>/)?.[1] ?? '';
  expect(next).toContain('answered=true');
  expect(idsOf((await owner.get(next)).body)).toEqual(['old']);
});

test("[S-11] another shop's review, the operator's, a hidden one and none are all not found, in the same words", async () => {
  const { owner, answer } = await open();
  await database.kysely.updateTable('api.review').set({ show: false }).where('review_id', '=', 'old').execute();
  const messages = new Set<string>();
  for (const id of ['of-theirs', 'of-operators', 'old', 'none', '%00']) {
    const { status, body } = await owner.put(answer(id), { text: 'Hello.' });
    expect(status, id).toBe(404);
    messages.add(body.message);
  }
  expect([...messages]).toEqual(['Your products have no review with this id.']);
  expect(mails).toEqual([]);
});

test('[S-11] the finance role, a suspended shop, and an empty or endless answer are refused', async () => {
  const { owner, finance, path, answer, sellerId } = await open();
  expect((await finance.get(path)).status).toBe(404);
  for (const text of ['', '  ', 'x'.repeat(5_001), 'a\u0000b', 7])
    expect((await owner.put(answer('new'), { text })).status, String(text).slice(0, 9)).toBe(400);
  await database.kysely
    .updateTable('api.seller')
    .set({ state: 'suspended' })
    .where('seller_id', '=', sellerId)
    .execute();
  expect(await owner.put(answer('new'), { text: 'Hello.' })).toMatchObject({
    status: 409,
    body: { refusal: 'seller_not_acting' },
  });
  expect((await owner.get(path)).status, 'reading stays').toBe(200);
});

test('[S-11] an account answers so often a minute, and no more', async () => {
  const { owner, answer } = await open();
  const statuses = [];
  for (let index = 0; index < 11; index++)
    statuses.push((await owner.put(answer('new'), { text: `Answer ${index}` })).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

test('[S-11] a product that comes to another shop takes its reviews along', async () => {
  const { owner, path, otherId } = await open();
  await database.kysely
    .updateTable('api.product')
    .set({ seller_id: otherId })
    .where('product_id', '=', 'ours')
    .execute();
  expect((await owner.get(path)).body).toEqual([]);
});

test('[S-11] an answer stays the one of the shop that wrote it when the product comes to another shop, which answers for itself', async () => {
  const { owner, answer, otherId, stranger } = await open();
  await owner.put(answer('new'), { text: 'Thanks, from the forge.' });
  await database.kysely
    .updateTable('api.product')
    .set({ seller_id: otherId })
    .where('product_id', '=', 'ours')
    .execute();
  await database.kysely.updateTable('api.seller').set({ name: 'Other' }).where('seller_id', '=', otherId).execute();
  const shown = async () =>
    (await api.get('/review/product/ours')).body
      .find((review: { review_id: string }) => review.review_id === 'new')
      .responses.map(({ username, text }: { username: string; text: string }) => `${username}: ${text}`);
  expect(await shown()).toEqual(['Data Forge: Thanks, from the forge.']);
  const path = `/seller/${otherId}/review`;
  expect(idsOf((await stranger.get(`${path}?answered=false`)).body)).toContain('new');
  expect((await stranger.put(`${path}/new/response`, { text: 'It is ours now.' })).status).toBe(200);
  expect(await shown()).toEqual(['Data Forge: Thanks, from the forge.', 'Other: It is ours now.']);
  expect((await owner.put(answer('new'), { text: 'Changed.' })).status).toBe(404);
});

test('[S-11] nobody of a shop reviews its own products, nor changes what they wrote before', async () => {
  const { owner, finance, sellerId } = await open();
  const review = { product_id: 'ours', rate: 5, review_text: 'The best there is.' };
  for (const [role, member] of Object.entries({ owner, finance }))
    expect(await member.post('/review', review), role).toMatchObject({ status: 409, body: { refusal: 'own_shop' } });
  expect((await owner.post('/review', { ...review, product_id: 'theirs' })).status).toBe(201);
  const bob = await api.signIn({ email: 'bob@example.com' }, { sub: 'bob' });
  expect((await bob.post('/review', review)).status).toBe(200);
  await database.kysely
    .insertInto('api.seller_member')
    .values({ seller_id: sellerId, account_id: 'bob', user_id: 'bob@example.com', role: 'editor' })
    .execute();
  expect((await bob.post('/review', { ...review, rate: 4 })).status).toBe(409);
});

test('[S-11] an answer that nobody can see is none', async () => {
  const { owner, answer } = await open();
  for (const text of ['\u200B', '\u2060 \u00AD', '\u3164'])
    expect((await owner.put(answer('new'), { text })).status, JSON.stringify(text)).toBe(400);
});
