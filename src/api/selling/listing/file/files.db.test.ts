import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ListingContent, ListingImport } from '#contract/selling/listing/listing.ts';
import { importMaximumBytes } from '#contract/selling/listing/listing-labels.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { storePictures } from '../../../../../test/factories/picture.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
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

const send = (file: string, dryRun = false) =>
  shop.owner.send('POST', `${shop.base}/import${dryRun ? '?dry_run=true' : ''}`, { 'content-type': 'text/csv' }, file);
const jsonl = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const row = (given: ListingContent & { product_id?: string; product_img?: string }) => {
  const { pictures: _, ...content } = aContent(given);
  return { ...content, ...given };
};
const exported = async (format: string) => (await shop.owner.send('GET', `${shop.base}/export?format=${format}`)).body;
const outcomes = (answer: ListingImport) => answer.results.map(({ product_id: id, outcome }) => [id, outcome]);

test('[S-05] new products of a file become drafts, of known ones price and stock change at once and the rest is staged', async () => {
  const id = await shop.sell();
  const { product_id: draft } = await shop.create(aContent({ product_name: 'A draft' }));
  const file = jsonl(
    row({ product_id: id, price: 99, stock: 4, description: `${aContent().description} And more.` }),
    row({ product_id: draft, product_name: 'A draft, renamed' }),
    row({ product_id: 'our-own-id', product_name: 'New', license: '' }),
    { product_name: 'Without an id', product_type: 'data', price: 3 },
    { product_name: 'Without a price', product_type: 'data', product_id: 'unpriced' },
  );
  const { body: dry } = await send(file, true);
  expect(dry).toMatchObject({ dry_run: true, rows: 5, new: 2, changed: 2, same: 0, refused: 1, results_left_out: 0 });
  expect(dry.results[0]).toMatchObject({
    line: 1,
    at_once: [
      { field: 'price', before: '120', after: '99' },
      { field: 'stock', before: '', after: '4' },
    ],
    staged: [{ field: 'description' }],
  });
  expect(dry.results[2].remarks).toEqual([
    { field: 'license', code: 'license_needed', params: {}, reason: 'Choose a license.' },
  ]);
  expect(dry.results[4].remarks).toEqual([{ field: 'price', code: 'missing', params: {}, reason: 'price is missing' }]);
  expect(await shop.read(id)).toMatchObject({ draft_state: null, content: { price: 120 } });

  const { body: done } = await send(file);
  expect(outcomes(done).toSpliced(3, 1)).toEqual(outcomes(dry).toSpliced(3, 1));
  expect((await api.get(`/product/${id}`)).body).toMatchObject({
    price: 99,
    stock: 4,
    description: aContent().description,
  });
  expect(await shop.read(id)).toMatchObject({ draft_state: 'draft', unsent: true });
  expect(await shop.read(draft)).toMatchObject({ name: 'A draft, renamed', state: 'draft' });
  expect(await shop.read('our-own-id')).toMatchObject({ state: 'draft', missing: [{ field: 'license' }] });
  expect(done.results[3].product_id).toMatch(/^without-an-id-[a-z0-9]{6}$/);
});

test('[S-05] an id of somebody else, of the operator, or that comes twice is refused, without telling whose it is', async () => {
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'operators' }))
    .execute();
  const stranger = await shop.as('stranger');
  const { body: theirs } = await stranger.post('/seller/theirs/listing', { content: aContent() });
  const file = jsonl(
    row({ product_id: 'operators' }),
    row({ product_id: theirs.product_id }),
    row({ product_id: 'twice' }),
    row({ product_id: 'twice' }),
  );
  const { body } = await send(file);
  const taken = [expect.objectContaining({ field: 'product_id', code: 'id_taken' })];
  expect(body.results.map(({ remarks, outcome }: ListingImport['results'][number]) => [outcome, remarks])).toEqual([
    ['refused', taken],
    ['refused', taken],
    ['new', []],
    ['refused', [expect.objectContaining({ field: 'product_id', code: 'id_repeated' })]],
  ]);
  expect((await api.get('/product/operators')).body.provider).not.toBe('Saltmarsh Datasets');
});

test.each(['csv', 'jsonl'])('[S-05] an export as %s that is imported again changes nothing', async (format) => {
  const options = [{ name: 'License', choices: ['Team', 'Enterprise'] }];
  const variants = ['Team', 'Enterprise'].map((value, index) => ({
    selected_options: [{ name: 'License', value }],
    price: 100 * (index + 1),
    stock: index,
  }));
  const pictures = [`/pictures/${'a'.repeat(64)}.webp`];
  await storePictures(database, 'ours', pictures);
  const id = await shop.sell(aContent({ product_name: '=SUM(A1:A9)', pictures }));
  await shop.sell(aContent({ price: null, options, variants }));
  await shop.create(aContent({ product_name: 'A draft', specs: [{ name: '+1', value: '-2' }] }));
  await shop.create({ product_name: 'Nothing more yet' });
  await shop.save(id, (await shop.read(id)).revision, aContent({ product_name: '=SUM(A1:A9)', license: 'MIT' }));
  const file = await exported(format);
  if (format === 'csv') expect(file).toContain("'=SUM(A1:A9)");
  expect(file).toContain('MIT');
  expect(file).not.toContain('Nothing more yet');
  const { body } = await send(file);
  expect(body).toMatchObject({ rows: 3, new: 0, changed: 0, same: 3, refused: 0 });
  expect(await exported(format)).toBe(file);
});

test('[S-05] a picture that lies elsewhere is left out with a remark; unknown columns are named', async () => {
  const { body } = await send(
    'product_id,product_name,product_type,price,product_img,colour\nnew,New,data,3,https://elsewhere.example/x.png,red\n',
  );
  expect(body.unknown_columns).toEqual(['colour']);
  expect(body.results[0].remarks).toContainEqual({
    field: 'product_img',
    code: 'picture_elsewhere_left_out',
    params: {},
    reason: 'product_img is left out, as it lies somewhere else: upload the picture in the editor',
  });
  expect((await shop.read('new')).content.pictures).toEqual([]);
});

test('[S-05] a table without a column of ids lists new products; one without prices is refused whole', async () => {
  const { status, body } = await send('product_name,product_type,price\nBird Calls,data,3\nWhale Songs,data,4\n');
  expect(status).toBe(200);
  expect(outcomes(body)).toEqual([
    [expect.stringMatching(/^bird-calls-[a-z0-9]{6}$/), 'new'],
    [expect.stringMatching(/^whale-songs-[a-z0-9]{6}$/), 'new'],
  ]);
  expect(await send('product_name,product_type\nBird Calls,data\n')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('lacks the required column price') },
  });
});

test('[S-05] a price that no product can have is refused with its row, and nothing of the row is kept', async () => {
  const id = await shop.sell();
  const { body } = await send(jsonl(row({ product_id: id, on_sale: true, sale_price: 500, license: 'MIT' })));
  expect(body).toMatchObject({ refused: 1, changed: 0 });
  expect(await shop.read(id)).toMatchObject({ draft_state: null, content: { on_sale: false } });
});

test('[S-05] what is no file of products, too long or too large is refused as a whole', async () => {
  const refused = { status: 400, body: { code: 'bad_request' } };
  expect(await send('PK\u0003\u0004')).toMatchObject(refused);
  expect(await send('name,cost\nx,1\n')).toMatchObject(refused);
  expect(await send('')).toMatchObject(refused);
  const many = Array.from({ length: 5_001 }, (_, index) => `p${index},Name,data,1`);
  expect(await send(`product_id,product_name,product_type,price\n${many.join('\n')}\n`)).toMatchObject({
    status: 400,
    body: { message: 'The file has more than 5,000 rows. Split it.' },
  });
  expect((await send('x'.repeat(importMaximumBytes + 1))).status).toBe(413);
  expect((await shop.owner.get(shop.base)).body.counts.all).toBe(0);
});

test('[S-05] files of one shop are imported one after another, and those of another shop come between them', async () => {
  const stranger = await shop.as('stranger');
  const file = jsonl(...Array.from({ length: 20 }, (_, at) => row({ product_id: `many-${at}` })));
  // With its length a body is read as it comes, not before it has its turn.
  const headers = { 'content-type': 'application/x-ndjson', 'content-length': String(Buffer.byteLength(file)) };
  const dryRun = (who: typeof stranger, seller: string, body: BodyInit) =>
    who.send('POST', `/seller/${seller}/listing/import?dry_run=true`, headers, body);
  // The first is sent until the others have been answered; once something of it is read, it has its turn.
  const sent = new TransformStream<Uint8Array>(undefined, undefined, { highWaterMark: 0 });
  const writer = sent.writable.getWriter();
  const first = dryRun(shop.owner, 'ours', sent.readable);
  await writer.write(new TextEncoder().encode(file));
  const next = Array.from({ length: 3 }, () => dryRun(shop.owner, 'ours', file));
  // One at a time and two in line: one more is told to come again.
  const refused = await Promise.race(next);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await dryRun(stranger, 'theirs', file)).status).toBe(200);
  await writer.close();
  expect((await first).body).toMatchObject({ rows: 20 });
  expect((await Promise.all(next)).map(({ status }) => status).sort()).toEqual([200, 200, 429]);
});

test('[S-05] a file of 5,000 rows is imported, and the answer stays bounded', async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `p${index},Name ${index},data,1`);
  const { body } = await send(`product_id,product_name,product_type,price\n${many.join('\n')}\n`);
  expect(body).toMatchObject({ rows: 5_000, new: 5_000, results_left_out: 4_000 });
  expect(body.results).toHaveLength(1_000);
});

test('[S-05] an export tells a price that waits, and importing it changes nothing; another one is told as what waits', async () => {
  const options = [{ name: 'License', choices: ['Team', 'Free'] }];
  const team = { selected_options: [{ name: 'License', value: 'Team' }], price: 100, sale_price: null, stock: 5 };
  const free = { selected_options: [{ name: 'License', value: 'Free' }], price: 50, sale_price: null, stock: 5 };
  const plain = await shop.sell(aContent({ stock: 3 }));
  const varied = await shop.sell(aContent({ price: null, options, variants: [team, free] }));
  await shop.owner.put(`${shop.base}/${plain}/offer`, { price: 125, with_draft: true });
  const dearer = { selected_options: team.selected_options, price: 130 };
  await shop.owner.put(`${shop.base}/${varied}/offer`, { variants: [dearer], with_draft: true });
  const approvals = [await shop.waiting(plain), await shop.waiting(varied)];
  for (const format of ['csv', 'jsonl'])
    expect((await send(await exported(format))).body).toMatchObject({ same: 2, changed: 0, refused: 0 });
  expect([await shop.waiting(plain), await shop.waiting(varied)]).toEqual(approvals);
  expect(await shop.read(plain)).toMatchObject({ approved: { price: 120 }, content: { price: 125 } });

  const strict = await startApi(database, { sellers: { priceWaitPercent: 20 } });
  const { authorization } = shop.owner;
  const file = JSON.stringify(row({ product_id: plain, price: 400, stock: 2 }));
  for (const dryRun of [true, false]) {
    const answer = await strict.send('POST', `${shop.base}/import?dry_run=${dryRun}`, { authorization }, file);
    expect(answer.body.results).toMatchObject([
      { at_once: [{ field: 'stock', after: '2' }], staged: [{ field: 'price', before: '120', after: '400' }] },
    ]);
  }
  expect(await shop.read(plain)).toMatchObject({ approved: { price: 120, stock: 2 }, content: { price: 400 } });
});

test.each([
  ['an object that is no text', '{"toString": 1}', ''],
  ['lists within lists', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, ''],
  ['a number', '12', '12'],
])('[S-05] a row whose id is %s is refused', async (_what, id, told) => {
  const file = `{"product_id": ${id}, "product_name": "New", "product_type": "data", "price": 3}`;
  const { body } = await send(file);
  expect(body).toMatchObject({ rows: 1, refused: 1 });
  expect(body.results).toMatchObject([{ product_id: told, remarks: [{ reason: 'product_id is not text' }] }]);
});

test('[S-05] a row of an archived product that changes nothing is the same, and one that does is refused', async () => {
  const id = await shop.sell();
  await shop.owner.post(`${shop.base}/${id}/archive`, {});
  const before = await shop.read(id);
  for (const isDry of [true, false])
    expect((await send(await exported('csv'), isDry)).body).toMatchObject({ rows: 1, same: 1, refused: 0, changed: 0 });
  for (const change of [{ price: 99 }, { product_name: 'Another name' }]) {
    const { body } = await send(jsonl(row({ product_id: id, ...change })));
    expect(body).toMatchObject({ same: 0, refused: 1, changed: 0 });
    expect(body.results[0].remarks).toMatchObject([
      { field: '', reason: 'It is archived. Restore it from the archive first.' },
    ]);
  }
  expect(await shop.read(id)).toEqual(before);
});
