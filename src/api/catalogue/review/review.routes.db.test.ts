import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cacheAddress } from '#main/config/cache-address.ts';
import { cacheResponses } from '#platform/cache/response-cache.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { aReview } from '../../../../test/factories/review.ts';
import { startApi } from '../../../../test/parts/api.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let jane: Awaited<ReturnType<typeof api.signIn>>;
let john: Awaited<ReturnType<typeof api.signIn>>;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { sendMail: async () => {} });
});
afterAll(async () => {
  api.version.close();
  await database.close();
});

beforeEach(async () => {
  // Accounts of their own for every test: one account may change only so much in a minute.
  jane = await api.signIn({ email: 'Jane@Example.com', nickname: 'Jane' }, { sub: randomUUID() });
  john = await api.signIn({ email: 'john@example.com', nickname: 'John' }, { sub: randomUUID() });
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

/** As the storefront sends it. */
const posted = {
  review_id: '',
  product_id: 'gpu',
  user_email: 'jane@example.com',
  rate: 4,
  review_text: 'Does what it says.',
  created_at: '2001-01-01T00:00:00.000Z',
  updated_at: '2001-01-01T00:00:00.000Z',
  helpful_count: 0,
  verified_purchase: true,
  responses: [],
};

async function listed() {
  return (await api.get('/review/product/gpu')).body;
}

test("[E-04] [E-10] POST /review takes the named JSON; author, id, times and what is verified are the server's", async () => {
  const claims = {
    review_id: 'mine',
    user_email: 'a@example.com',
    helpful_count: 99,
    verified_purchase: true,
    responses: [{ username: 'Seller', text: 'Thanks!', created_at: '2026-01-01T00:00:00Z' }],
    user: { username: 'The Shop' },
    show: false,
  };
  const started = Date.now();
  const { status, body, headers } = await jane.post('/review', { ...posted, ...claims });
  expect(status).toBe(201);
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(body).toMatchObject({
    product_id: 'gpu',
    user_email: 'jane@example.com',
    rate: 4,
    review_text: 'Does what it says.',
    helpful_count: 0,
    verified_purchase: false,
    responses: [],
    show: true,
    user: { username: 'Jane' },
  });
  expect(body.review_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(body.updated_at).toBe(body.created_at);
  expect(Math.abs(Date.parse(body.created_at) - started)).toBeLessThan(60_000);
  expect(await listed()).toEqual([{ ...body, user_email: 'j•••@example.com' }]);
});

test("[E-04] the three fields that are the author's are enough", async () => {
  const { product_id, rate, review_text } = posted;
  expect((await jane.post('/review', { product_id, rate, review_text })).status).toBe(201);
});

test('[E-04] a second review of a product by the same customer edits the first', async () => {
  const first = (await jane.post('/review', posted)).body;
  const responses = [{ username: 'Seller', text: 'Thanks!', created_at: '2026-01-01T00:00:00Z' }];
  await database.kysely
    .updateTable('api.review')
    .set({
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      helpful_count: 7,
      responses: JSON.stringify(responses),
    })
    .execute();
  const { status, body } = await jane.post('/review', { ...posted, rate: 1, review_text: 'It broke after a week.' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    review_id: first.review_id,
    created_at: '2026-01-01T00:00:00.000Z',
    rate: 1,
    review_text: 'It broke after a week.',
    helpful_count: 7,
    responses,
  });
  expect(body.updated_at > '2026-01-02').toBe(true);
  expect(body.review_time).toBe(body.updated_at);
  expect(await listed()).toHaveLength(1);
});

test('[D-16] a review that the shop has hidden stays hidden when its author edits it', async () => {
  await jane.post('/review', posted);
  await database.kysely.updateTable('api.review').set({ show: false }).execute();
  expect((await jane.post('/review', posted)).body.show).toBe(false);
  expect(await listed()).toEqual([]);
});

test('[E-04] the name of the author is that of the record, and follows it', async () => {
  await jane.post('/user', { user_id: 'jane@example.com', username: 'jane_d' });
  expect((await jane.post('/review', posted)).body.user.username).toBe('jane_d');
  await jane.post('/user', { user_id: 'jane@example.com', username: 'Jane D.' });
  expect((await listed())[0].user.username).toBe('Jane D.');
});

test.each<[string, object, RegExp]>([
  ['a text of seven characters', { review_text: '1234567' }, /^review_text must be at least 8 characters/],
  ['a text that is long by spaces only', { review_text: '   1234567   ' }, /^review_text must be at least 8/],
  ['a text of 5,001 characters', { review_text: 'x'.repeat(5_001) }, /^review_text must be at most 5000 characters/],
  ['a control character', { review_text: 'Very good\0.' }, /^review_text must not hold control characters/],
  ['half a character', { review_text: 'Very good \udc00' }, /^review_text must not hold control characters/],
  ['no text', { review_text: undefined }, /^review_text must be text/],
  ['a text that is none', { review_text: ['Very good.'] }, /^review_text must be text/],
  ['six stars', { rate: 6 }, /^rate must be a whole number of stars from 0 to 5/],
  ['less than no stars', { rate: -1 }, /^rate must be a whole number/],
  ['half a star', { rate: 4.5 }, /^rate must be a whole number/],
  ['stars as text', { rate: '4' }, /^rate must be a whole number/],
  ['no stars', { rate: undefined }, /^rate must be a whole number/],
  ['no product', { product_id: undefined }, /^product_id must be the id of a product/],
])('[D-15] %s is not posted, and the message names the rule', async (_, change, message) => {
  const { status, body } = await jane.post('/review', { ...posted, ...change });
  expect(status).toBe(400);
  expect(body.message).toMatch(message);
  expect(await listed()).toEqual([]);
});

test.each<[string, string]>([
  ['12345678', '12345678'],
  ['  On two\r\nlines.\t ', 'On two\nlines.'],
  ['x'.repeat(5_000), 'x'.repeat(5_000)],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
])('[D-15] the text %j is stored as text', async (given, stored) => {
  for (const rate of [0, 5]) {
    expect((await jane.post('/review', { ...posted, rate, review_text: given })).body).toMatchObject({
      rate,
      review_text: stored,
    });
  }
});

test.each(['nope', 'g\0pu', '', '\ud800'])(
  '[E-04] a review of the unknown product %j answers 404',
  async (product_id) => {
    expect((await jane.post('/review', { ...posted, product_id })).status).toBe(404);
    expect(await listed()).toEqual([]);
  },
);

test('[E-04] without a token nothing is posted or deleted', async () => {
  const own = (await jane.post('/review', posted)).body;
  const answers = [
    await api.post('/review', posted),
    await api.post('/review', { rate: 'not even valid' }),
    await api.delete(`/review/${own.review_id}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  expect(await listed()).toHaveLength(1);
});

test('DELETE /review/{id} is for its author; to others it does not exist', async () => {
  const { review_id } = (await jane.post('/review', posted)).body;
  expect((await john.delete(`/review/${review_id}`)).status).toBe(404);
  expect(await listed()).toHaveLength(1);
  expect((await jane.delete(`/review/${review_id}`)).status).toBe(204);
  expect(await listed()).toEqual([]);
  expect((await jane.delete(`/review/${review_id}`)).status).toBe(404);
  expect((await jane.delete('/review/%00')).status).toBe(404);
});

test('[E-03] the address of an author is shown to the author alone', async () => {
  await jane.post('/review', posted);
  await john.post('/review', posted);
  const addresses = async (reader: Pick<typeof api, 'get'>) => {
    const { body } = await reader.get('/review/product/gpu');
    return body.map((review: { user_email: string }) => review.user_email).sort();
  };
  expect(await addresses(api)).toEqual(['j•••@example.com', 'j•••@example.com']);
  expect(await addresses(jane)).toEqual(['jane@example.com', 'j•••@example.com'].sort());
  expect((await jane.get('/review/product/gpu')).headers.get('cache-control')).toBe('private, no-store');
  expect((await api.get('/review/product/gpu')).headers.get('cache-control')).toBe('public, no-cache');
});

test('[E-11] a token that does not hold is told on the open list too', async () => {
  const { status, body } = await api.get('/review/product/gpu', { authorization: 'Bearer of.old.times' });
  expect(status).toBe(401);
  expect(body.code).toBe('unauthenticated');
});

test('the open list is open behind a proxy that asks for a password', async () => {
  expect((await api.get('/review/product/gpu', { authorization: 'Basic dXNlcjpwYXNz' })).status).toBe(200);
});

test('[E-04] answers that are cached show a posted, an edited and a deleted review at once, and no address', async () => {
  await api.version.refresh();
  const site = cacheResponses(api, {
    version: api.version.current,
    maxBytes: 1_000_000,
    addressOf: (url) => cacheAddress(api.addresses, url, 'http://shop.test'),
  });
  const read = async (headers: Record<string, string> = {}) => {
    const response = await site.fetch(new Request('http://shop.test/api/review/product/gpu', { headers }));
    return { cached: response.headers.has('etag'), reviews: (await response.json()) as (typeof posted)[] };
  };

  expect(await read()).toEqual({ cached: true, reviews: [] });
  const { review_id } = (await jane.post('/review', posted)).body;
  expect((await read({ authorization: jane.authorization })).reviews[0]?.user_email).toBe('jane@example.com');
  expect(await read()).toMatchObject({ cached: true, reviews: [{ user_email: 'j•••@example.com', rate: 4 }] });
  await jane.post('/review', { ...posted, rate: 2 });
  expect(await read()).toMatchObject({ cached: true, reviews: [{ rate: 2 }] });
  await jane.delete(`/review/${review_id}`);
  expect(await read()).toEqual({ cached: true, reviews: [] });
});

test('what changes no review makes no cached answer stale', async () => {
  await api.version.refresh();
  const before = api.version.current();
  await jane.delete('/review/nope');
  await jane.post('/review', { ...posted, product_id: 'nope' });
  await api.version.refresh();
  expect(api.version.current()).toBe(before);
});

test('posting the same again changes nothing: neither the time of the review nor what is cached', async () => {
  const first = (await jane.post('/review', posted)).body;
  await api.version.refresh();
  const before = api.version.current();
  for (let count = 0; count < 20; count++)
    expect(await jane.post('/review', posted)).toMatchObject({ status: 200, body: first });
  await api.version.refresh();
  expect(api.version.current()).toBe(before);
});

test('one customer changes reviews ten times a minute at most; the others go on', async () => {
  const answers = [];
  for (let count = 0; count < 12; count++)
    answers.push(await jane.post('/review', { ...posted, review_text: `What I think, number ${count}.` }));
  expect(answers.map(({ status }) => status)).toEqual([201, ...Array(9).fill(200), 429, 429]);
  expect(answers.at(-1)?.body.code).toBe('too_many_requests');
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await listed()).toMatchObject([{ review_text: 'What I think, number 9.' }]);
  expect((await john.post('/review', posted)).status).toBe(201);
});

test('many reviews of one product by one customer at once make one review', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => jane.post('/review', posted)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
  expect(await listed()).toHaveLength(1);
});

test('posting while the record is deleted neither fails nor leaves a review without an author', async () => {
  const rounds = Array.from({ length: 6 }, () => [jane.post('/review', posted), jane.delete('/user/jane@example.com')]);
  const answers = await Promise.all(rounds.flat());
  const deletions = answers.filter((_, index) => index % 2 === 1);
  expect(deletions.map(({ status }) => status)).toEqual(Array(6).fill(204));
  // A post that begins after a deletion is of an account that has ended: 401.
  const posts = answers.filter((_, index) => index % 2 === 0);
  expect(posts.filter(({ status }) => ![200, 201, 401].includes(status))).toEqual([]);
  const reviews = await database.kysely.selectFrom('api.review').select('user_email').execute();
  const users = await database.kysely.selectFrom('api.user').select('user_id').execute();
  expect(users.map(({ user_id }) => user_id)).toEqual(
    expect.arrayContaining(reviews.map(({ user_email }) => user_email)),
  );
  // The deletion is final: what is posted with the same sign-in later is refused.
  expect((await jane.post('/review', posted)).status).toBe(401);
});

/** Reviews of as many authors, some of them of the very same microsecond. */
async function manyReviews(count: number) {
  const at = (index: number) => `2026-01-01T00:00:00.${String(100_000 + Math.floor(index / 3)).padStart(6, '0')}Z`;
  const authors = Array.from({ length: count }, (_, index) => `author${index}@example.com`);
  await database.kysely
    .insertInto('api.user')
    .values(authors.map((user_id) => ({ user_id, username: user_id })))
    .execute();
  const reviews = authors.map((user_email, index) =>
    aReview({ product_id: 'gpu', user_email, rate: index % 6, updated_at: at(index), show: index !== 7 }),
  );
  await database.kysely.insertInto('api.review').values(reviews).execute();
  return reviews.filter(({ show }) => show !== false).map(({ review_id }) => review_id);
}

/** Follows the Link headers to the end. */
async function readAll(reader: Pick<typeof api, 'get'>, start: string) {
  const pages: string[][] = [];
  let path: string | undefined = start;
  while (path) {
    const { status, body, headers } = await reader.get(path);
    expect(status).toBe(200);
    pages.push(body.map((review: { review_id: string }) => review.review_id));
    const link: string | null = headers.get('link');
    path = link?.match(/^<\/api([^>]+)>; rel="next"$/)?.[1];
    if (link) expect(path).toBeDefined();
  }
  return pages;
}

test('[E-03] a long list of reviews is told page by page: none twice, none left out, whatever their times are', async () => {
  const ids = await manyReviews(64);
  const pages = await readAll(api, '/review/product/gpu');
  expect(pages.map((page) => page.length)).toEqual([20, 20, 20, 3]);
  expect(pages.flat().sort()).toEqual([...ids].sort());
  const small = await readAll(api, '/review/product/gpu?limit=7');
  expect(small.flat()).toEqual(pages.flat());
  expect(small).toHaveLength(9);
  // A page that holds just all of them leads nowhere.
  expect(await readAll(api, '/review/product/gpu?limit=63')).toHaveLength(1);
});

test('[E-03] what is posted while somebody reads moves nothing on the pages that follow', async () => {
  await manyReviews(30);
  const before = (await readAll(api, '/review/product/gpu')).flat();
  const first = await api.get('/review/product/gpu');
  await jane.post('/review', posted);
  const next = first.headers.get('link')?.match(/<\/api([^>]+)>/)?.[1] ?? '';
  const rest = await readAll(api, next);
  expect(rest.flat()).toEqual(before.slice(20));
});

test('[E-03] customers find their own review wherever it stands', async () => {
  const { review_id } = (await jane.post('/review', posted)).body;
  await database.kysely.updateTable('api.review').set({ updated_at: '2020-01-01T00:00:00Z' }).execute();
  await manyReviews(30);
  expect((await jane.get('/review/product/gpu')).body).not.toContainEqual(expect.objectContaining({ review_id }));
  expect((await jane.get('/review/product/gpu?mine=true')).body).toMatchObject([
    { review_id, user_email: 'jane@example.com' },
  ]);
  expect((await john.get('/review/product/gpu?mine=true')).body).toEqual([]);
  expect((await api.get('/review/product/gpu?mine=true')).status).toBe(401);
});

test('how many reviews there are, and what their stars come to, is told without telling them all', async () => {
  expect((await api.get('/review/product/gpu/summary')).body).toEqual({
    count: 0,
    average: null,
    stars: [0, 0, 0, 0, 0, 0],
  });
  await manyReviews(12);
  // The hidden one gave 1 star.
  expect((await api.get('/review/product/gpu/summary')).body).toEqual({
    count: 11,
    average: 29 / 11,
    stars: [2, 1, 2, 2, 2, 2],
  });
  expect((await api.get('/review/product/nope/summary')).status).toBe(404);
});

test.each(['after=nonsense', 'after=WyJ4IiwieSJd', 'limit=0', 'limit=101', 'limit=1.5', 'limit=a', 'mine=1'])(
  'the parameter %s is refused with 400',
  async (query) => {
    expect((await api.get(`/review/product/gpu?${query}`)).status).toBe(400);
  },
);
