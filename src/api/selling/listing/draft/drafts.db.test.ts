import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { arrangeStates } from '../../../../../test/database/guard-states.ts';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../../test/database/test-database.ts';
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

test('[S-06] a draft may lack anything; it says what is missing, and a submission is refused for exactly that', async () => {
  const { status, body } = await shop.owner.post(shop.base, {});
  expect(status).toBe(201);
  expect(body).toMatchObject({ state: 'draft', version: null, revision: 1, content: {}, path: null });
  expect(body.missing.map(({ field }: { field: string }) => field)).toEqual([
    'product_name',
    'product_type',
    'description',
    'price',
  ]);
  const written = aContent({ description: 'Too short.', license: '', price: null, attributes: {} });
  const saved = await shop.save(body.product_id, 1, written);
  expect(saved).toMatchObject({ status: 200, body: { revision: 2, draft_state: 'draft', unsent: true } });
  expect(saved.body.missing).toEqual([
    {
      field: 'description',
      code: 'description_short',
      params: { least: 40, count: 10 },
      message: 'Describe it in at least 40 characters; these are 10.',
    },
    { field: 'price', code: 'price_needed', params: {}, message: 'Give it a price.' },
    {
      field: 'attributes',
      code: 'personal_data_needed',
      params: {},
      message: 'Say whether the rows hold personal data.',
    },
    { field: 'license', code: 'license_needed', params: {}, message: 'Choose a license.' },
  ]);
  const refused = await shop.submit(body.product_id, 2);
  expect(refused).toMatchObject({ status: 409, body: { refusal: 'listing_incomplete' } });
  expect(refused.body.current.missing).toEqual(saved.body.missing);
  expect(await shop.waiting(body.product_id)).toBeUndefined();

  await shop.save(body.product_id, 2, aContent());
  expect(await shop.submit(body.product_id, 3)).toMatchObject({
    status: 200,
    body: { state: 'waiting', missing: [], unsent: false, approval: { approval_id: expect.any(String) } },
  });
  expect(await shop.waiting(body.product_id)).toMatchObject({
    kind: 'product',
    seller_id: 'ours',
    title: 'Kitchen Voice Commands',
    base_version: null,
    submitted_by: 'owner',
    content: aContent(),
  });
});

test('[S-06] the id of a new product is made of its name, and never another one’s', async () => {
  const first = await shop.create(aContent({ product_name: 'Größe & Gewicht, 40 k' }));
  expect(first.product_id).toMatch(/^grosse-gewicht-40-k-[a-z0-9]{6}$/);
  const second = await shop.create(aContent({ product_name: 'Größe & Gewicht, 40 k' }));
  expect(second.product_id).not.toBe(first.product_id);
  expect((await shop.create({})).product_id).toMatch(/^product-[a-z0-9]{6}$/);
});

test('[S-06] two who save the same draft: the second one is told of the newer draft, and loses nothing', async () => {
  const { product_id: id, revision } = await shop.create();
  const editor = await shop.as('editor');
  const save = (name: string) => ({ revision, content: aContent({ product_name: name }) });
  const answers = await Promise.all([
    shop.owner.put(`${shop.base}/${id}/draft`, save('The owner’s')),
    editor.put(`${shop.base}/${id}/draft`, save('The editor’s')),
  ]);
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
  expect(won).toMatchObject({ status: 200, body: { revision: revision + 1 } });
  const { content } = await shop.read(id);
  expect(lost).toMatchObject({
    status: 409,
    body: { refusal: 'draft_changed', current: { revision: revision + 1, content } },
  });
  // An unchanged draft that is saved again makes no newer one.
  expect(await shop.save(id, revision + 1, content)).toMatchObject({ status: 200, body: { revision: revision + 1 } });
});

test('[S-07] a change of a product on sale is staged: the old version goes on selling until it is approved', async () => {
  const id = await shop.sell();
  expect(await shop.read(id)).toMatchObject({
    state: 'on_sale',
    version: 1,
    draft_state: null,
    path: `/products/id/${id}`,
  });
  const { revision } = await shop.read(id);
  const changed = aContent({ description: `${aContent().description} Now with rain.`, price: 1, stock: 7 });
  const saved = await shop.save(id, revision, changed);
  expect(saved).toMatchObject({ status: 200, body: { state: 'on_sale', draft_state: 'draft', unsent: true } });
  // Price and stock are not a draft's.
  expect((await shop.read(id)).content).toMatchObject({ description: changed.description, price: 120, stock: null });
  await shop.submit(id);
  expect(await shop.read(id)).toMatchObject({ state: 'changes_waiting', version: 1 });
  expect((await api.get(`/product/${id}`)).body).toMatchObject({ description: aContent().description, price: 120 });
  expect((await shop.waiting(id))?.content).not.toHaveProperty('price');

  // Changed at once after it was submitted: an approval does not undo it.
  await shop.owner.put(`${shop.base}/${id}/offer`, { price: 150, stock: 3 });
  expect(await shop.approve(id)).toEqual({ version: 2 });
  expect((await api.get(`/product/${id}`)).body).toMatchObject({
    description: changed.description,
    price: 150,
    stock: 3,
  });
  expect(await shop.read(id)).toMatchObject({
    state: 'on_sale',
    version: 2,
    versions: 2,
    draft_state: null,
    unsent: false,
  });
});

test('[S-07] a draft that is as what is on sale is dropped', async () => {
  const id = await shop.sell();
  const { revision } = await shop.read(id);
  await shop.save(id, revision, aContent({ license: 'MIT' }));
  expect(await shop.read(id)).toMatchObject({ draft_state: 'draft' });
  expect(await shop.save(id, revision + 1, aContent())).toMatchObject({ body: { draft_state: null, unsent: false } });
  expect(await shop.submit(id)).toMatchObject({ status: 409, body: { refusal: 'listing_state' } });
});

test('[S-07] a newer change replaces a waiting one; what is written after an approval’s submission is kept', async () => {
  const id = await shop.sell();
  const { revision } = await shop.read(id);
  await shop.save(id, revision, aContent({ license: 'MIT' }));
  await shop.submit(id);
  const first = await shop.waiting(id);
  await shop.save(id, revision + 1, aContent({ license: 'Apache-2.0' }));
  expect(await shop.read(id)).toMatchObject({ state: 'changes_waiting', unsent: true });
  await shop.submit(id);
  const second = await shop.waiting(id);
  expect(second?.approval_id).not.toBe(first?.approval_id);
  const replaced = await database.kysely
    .selectFrom('api.approval')
    .select('state')
    .where('approval_id', '=', first?.approval_id ?? '')
    .executeTakeFirst();
  expect(replaced).toEqual({ state: 'replaced' });

  await shop.save(id, revision + 2, aContent({ license: '0BSD' }));
  await shop.approve(id);
  expect(await shop.read(id)).toMatchObject({
    state: 'on_sale',
    version: 2,
    draft_state: 'draft',
    unsent: true,
    approved: { license: 'Apache-2.0' },
    content: { license: '0BSD' },
  });
});

test('[S-07] withdrawing brings back what was: the draft can be written on, and what is on sale is untouched', async () => {
  const id = await shop.sell();
  const { revision } = await shop.read(id);
  await shop.save(id, revision, aContent({ license: 'MIT' }));
  await shop.submit(id);
  const withdrawn = await shop.owner.post(`${shop.base}/${id}/withdraw`, {});
  expect(withdrawn).toMatchObject({ status: 200, body: { state: 'on_sale', draft_state: 'draft', approval: null } });
  expect(withdrawn.body.content.license).toBe('MIT');
  expect(await shop.approve(id)).toBeNull();
  expect((await api.get(`/product/${id}`)).body.license).toBe('CC-BY-4.0');
  expect(await shop.owner.post(`${shop.base}/${id}/withdraw`, {})).toMatchObject({
    status: 409,
    body: { refusal: 'listing_state' },
  });
  const discarded = await shop.owner.delete(`${shop.base}/${id}/draft`);
  expect(discarded).toMatchObject({ status: 200, body: { draft_state: null, content: { license: 'CC-BY-4.0' } } });
});

onPostgres('[S-08] approved or withdrawn at the same moment: one of the two is done, never both', async () => {
  for (let round = 0; round < 6; round++) {
    const { product_id: id } = await shop.create();
    await shop.submit(id);
    const [withdrawn, approved] = await Promise.all([
      shop.owner.post(`${shop.base}/${id}/withdraw`, {}),
      shop.approve(id),
    ]);
    const isApproved = approved !== null && 'version' in approved;
    expect([withdrawn.status, isApproved]).toEqual(isApproved ? [409, true] : [200, false]);
    expect(await shop.read(id)).toMatchObject(
      isApproved ? { state: 'on_sale', version: 1, draft_state: null } : { state: 'draft', version: null },
    );
    expect((await api.get(`/product/${id}`)).status).toBe(isApproved ? 200 : 404);
  }
});

test('[S-08] what is returned stands with its reason on the product until it is submitted again', async () => {
  const id = await shop.sell();
  const { revision } = await shop.read(id);
  await shop.save(id, revision, aContent({ license: 'MIT' }));
  await shop.submit(id);
  await shop.sendBack(id, 'The consent form is missing.');
  expect(await shop.read(id)).toMatchObject({ state: 'returned', reason: 'The consent form is missing.', version: 1 });
  expect((await api.get(`/product/${id}`)).status).toBe(200);
  await shop.save(id, revision + 1, aContent({ license: 'MIT', specs: [] }));
  expect(await shop.read(id)).toMatchObject({ state: 'returned' });
  await shop.submit(id);
  expect(await shop.read(id)).toMatchObject({ state: 'changes_waiting', reason: '' });
});

test('[S-05] a copy begins as a draft of its own; a draft that was never approved can be deleted', async () => {
  const id = await shop.sell();
  const { body: copy } = await shop.owner.post(shop.base, { copy_of: id });
  expect(copy).toMatchObject({
    state: 'draft',
    content: { ...aContent(), product_name: 'Kitchen Voice Commands (copy)' },
  });
  await shop.submit(copy.product_id);
  expect((await shop.owner.delete(`${shop.base}/${copy.product_id}/draft`)).status).toBe(204);
  expect((await shop.owner.get(`${shop.base}/${copy.product_id}`)).status).toBe(404);
  expect(await shop.waiting(copy.product_id)).toBeUndefined();
  expect((await shop.owner.post(shop.base, { copy_of: 'nothing' })).status).toBe(404);
});

test('[S-05] a product of another shop, or the operator’s own, is not found by its id', async () => {
  const id = await shop.sell();
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'operators' }))
    .execute();
  const stranger = await shop.as('stranger');
  for (const [client, path] of [
    [stranger, `/seller/theirs/listing/${id}`],
    [shop.owner, `${shop.base}/operators`],
    [stranger, `${shop.base}/${id}`],
  ] as const) {
    expect((await client.get(path)).status).toBe(404);
    expect((await client.put(`${path}/draft`, { revision: 0, content: {} })).status).toBe(404);
    expect((await client.post(`${path}/submit`, { revision: 0 })).status).toBe(404);
    expect((await client.put(`${path}/offer`, { price: 1 })).status).toBe(404);
    for (const action of ['withdraw', 'pause', 'resume', 'archive', 'restore-from-archive'])
      expect((await client.post(`${path}/${action}`, {})).status, action).toBe(404);
    expect((await client.delete(`${path}/draft`)).status).toBe(404);
    expect((await client.get(`${path}/version`)).status).toBe(404);
  }
  expect((await stranger.post('/seller/theirs/listing', { copy_of: id })).status).toBe(404);
  expect((await api.get(`/product/${id}`)).body.price).toBe(120);
});

test('[S-08] an id that has become another product’s is not published over it', async () => {
  const { product_id: id } = await shop.create();
  await shop.submit(id);
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: id, product_name: 'Not ours' }))
    .execute();
  await expect(shop.approve(id)).resolves.toMatchObject({ refused: { code: 'listing_state' } });
  expect((await api.get(`/product/${id}`)).body.product_name).toBe('Not ours');
});

test('[S-06] pictures that were never sent, or are gone, or stand there twice, are told and not submitted', async () => {
  const [here = '', gone = ''] = ['a', 'b'].map((letter) => `/pictures/${letter.repeat(64)}.webp`);
  await storePictures(database, 'ours', [here]);
  const { product_id: id } = await shop.create(aContent({ pictures: [here, gone] }));
  const refused = async (message: string) => {
    const missing = [{ field: 'pictures', message }];
    expect((await shop.read(id)).missing).toMatchObject(missing);
    expect(await shop.submit(id)).toMatchObject({ status: 409, body: { current: { missing } } });
  };
  await refused('Take picture 2 out and upload it again: it is not there any more.');
  await shop.save(id, (await shop.read(id)).revision, aContent({ pictures: [here, here] }));
  await refused('The same picture is there twice: take one of them out.');
  await shop.save(id, (await shop.read(id)).revision, aContent({ pictures: [here] }));
  expect(await shop.submit(id)).toMatchObject({ status: 200 });
});

test('[S-06] the provider is the shop, the picture the first of its own, and addresses of elsewhere are refused', async () => {
  const pictures = ['a', 'b'].map((letter) => `/pictures/${letter.repeat(64)}.webp`);
  const { product_id: id } = await shop.create(aContent({ pictures: ['https://tracker.example/x.png'] }));
  expect((await shop.read(id)).missing).toMatchObject([
    { field: 'pictures', message: 'Upload the pictures here: one of them lies somewhere else.' },
  ]);
  await storePictures(database, 'ours', pictures);
  await shop.save(id, 1, aContent({ pictures }));
  await shop.submit(id);
  await shop.approve(id);
  expect((await api.get(`/product/${id}`)).body).toMatchObject({
    provider: 'Saltmarsh Datasets',
    product_img: pictures[0],
    pictures,
    seller: { name: 'Saltmarsh Datasets', address: 'ours' },
  });
});

test('[S-06] variants: each needs a price, the product costs what its cheapest does, and their stock is added', async () => {
  const options = [{ name: 'License', choices: ['Team', 'Enterprise'] }];
  const choice = (value: string) => [{ name: 'License', value }];
  const variants = [
    { selected_options: choice('Team'), price: 2400, stock: 4 },
    { selected_options: choice('Enterprise'), price: null },
  ];
  const { product_id: id } = await shop.create(aContent({ price: null, options, variants }));
  expect((await shop.read(id)).missing).toMatchObject([
    { field: 'variants', message: 'Give License: Enterprise a price.' },
  ]);
  await shop.save(
    id,
    1,
    aContent({ price: null, options, variants: variants.map((v) => ({ ...v, price: v.price ?? 9000, stock: 4 })) }),
  );
  await shop.submit(id);
  await shop.approve(id);
  expect((await api.get(`/product/${id}`)).body).toMatchObject({ price: 2400, stock: 8 });
  // A price of a variant that there is stays as it is, what a new one costs is part of the change.
  const { revision } = await shop.read(id);
  const more = [...(options[0]?.choices ?? []), 'Student'];
  await shop.save(
    id,
    revision,
    aContent({
      options: [{ name: 'License', choices: more }],
      variants: [
        { selected_options: choice('Team'), price: 1, stock: 0 },
        { selected_options: choice('Student'), price: 99 },
      ],
    }),
  );
  expect((await shop.read(id)).content.variants).toEqual([
    { selected_options: choice('Team'), price: 2400, sale_price: null, stock: 4 },
    { selected_options: choice('Student'), price: 99 },
  ]);
  await shop.submit(id);
  await shop.approve(id);
  expect((await api.get(`/product/${id}`)).body).toMatchObject({ price: 99, stock: null });
});

test.each(['suspended', 'closing', 'closed'] as const)(
  '[S-15] a shop that is %s writes, submits and offers nothing',
  async (state) => {
    const id = await shop.sell();
    const { product_id: draft, revision } = await shop.create();
    await arrangeStates(database.kysely, (arranged) =>
      arranged.updateTable('api.seller').set({ state }).where('seller_id', '=', 'ours').execute(),
    );
    const refusal = { status: 409, body: { refusal: 'seller_not_open' } };
    expect(await shop.owner.post(shop.base, {})).toMatchObject(refusal);
    expect(await shop.save(draft, revision, {})).toMatchObject(refusal);
    expect(await shop.submit(draft)).toMatchObject(refusal);
    expect(await shop.owner.put(`${shop.base}/${id}/offer`, { price: 1 })).toMatchObject(refusal);
    expect((await shop.read(id)).actions).toEqual(['pause', 'archive']);
  },
);

test.each([
  [{ product_name: 5 }],
  [{ product_type: 'shoes' }],
  [{ price: -1 }],
  [{ price: 'cheap' }],
  [{ stock: 1.5 }],
  [{ pictures: Array(11).fill('/pictures/x') }],
  [{ product_name: 'a\u0000b' }],
  [{ unknown: true }],
  [{ variants: [{}] }],
])('[S-06] a draft of %j is refused with a sentence', async (content) => {
  const { product_id: id, revision } = await shop.create();
  expect(await shop.save(id, revision, content as never)).toMatchObject({
    status: 400,
    body: { code: 'bad_request', message: expect.stringMatching(/^content/) },
  });
});

test('[S-06] a name that is longer than a list shows is saved, also where that ends within an emoji', async () => {
  const name = `${'a'.repeat(499)}😀 and more`;
  const { product_id: id } = await shop.create({ product_name: 'Short' });
  expect((await shop.save(id, 1, { product_name: name })).status).toBe(200);
  expect(await shop.read(id)).toMatchObject({ name: 'a'.repeat(499), content: { product_name: name } });
});
