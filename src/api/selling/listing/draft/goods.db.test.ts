// Deliverables of a seller's product: judged before it can be submitted, approved with it, frozen on the order.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Goods } from '#contract/goods/goods.ts';
import type { Database } from '#platform/database/database.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aLine } from '../../../../../test/factories/order.ts';
import { startApi } from '../../../../../test/parts/api.ts';
import { aContent, type Listings, openListings } from '../../../../../test/parts/listings.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { showApproval } from '../../approval/show-approval.ts';
import { readBoughtVersion } from '../version/versions.ts';

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

async function storeRelease(productId: string, version: string, state: 'draft' | 'complete', edition = '') {
  const objectId = randomBytes(12).toString('hex');
  const sha256 = randomBytes(32).toString('hex');
  const releaseId = `release-${version}`;
  await database.kysely
    .insertInto('api.goods_object')
    .values({ object_id: objectId, seller_id: 'ours', size_bytes: 12, sha256, state: 'complete' })
    .execute();
  await database.kysely
    .insertInto('api.release')
    .values({
      release_id: releaseId,
      product_id: productId,
      seller_id: 'ours',
      edition,
      number: Number.parseInt(version, 10),
      version,
      ...(state === 'complete' && { state, commit_sha: sha256.slice(0, 40), manifest: '{}', completed_at: new Date() }),
    })
    .execute();
  await database.kysely
    .insertInto('api.release_file')
    .values({
      release_id: releaseId,
      path: 'voices.csv',
      path_folded: 'voices.csv',
      object_id: objectId,
      size_bytes: 12,
      sha256,
    })
    .execute();
  return { releaseId, sha256 };
}

const missingGoods = (listing: { missing: Array<{ field: string; message: string }> }) =>
  listing.missing.filter(({ field }) => field === 'goods').map(({ message }) => message);

test('[G-13] what the endpoint of a shop sets up cannot be submitted before there is one', async () => {
  const { product_id: id, revision } = await shop.create();
  const hours = { by: 'endpoint', minutes_each: 60 } as const;
  const saved = await shop.save(id, revision, aContent({ goods: { hours } }));
  const wanted = [
    'Set up the endpoint of the shop, or choose another way: without one nothing could be set up for buyers.',
  ];
  expect(missingGoods(await shop.read(id))).toEqual(wanted);
  expect(await shop.submit(id)).toMatchObject({ status: 409, body: { message: wanted[0] } });
  expect(
    (await shop.save(id, saved.body.revision, aContent({ goods: { hours: { ...hours, by: 'hand' } } }))).status,
  ).toBe(200);
  expect(missingGoods(await shop.read(id))).toEqual([]);
  await database.kysely
    .insertInto('api.provision_endpoint')
    .values({ seller_id: 'ours', url: 'https://shop.example/hearth', secret: Buffer.from('sealed') })
    .execute();
  await shop.save(id, (await shop.read(id)).revision, aContent({ goods: { hours } }));
  expect(missingGoods(await shop.read(id))).toEqual([]);
});

test('[G-01] a product that promises files lacks a release until a complete one is chosen', async () => {
  const { product_id: id, revision } = await shop.create();
  const goods = (files: Goods['files']) => aContent({ goods: { files } as Goods });
  const saved = await shop.save(id, revision, goods({ updates: 'free' }));
  expect(missingGoods(saved.body)).toEqual(['Upload the files that buyers get, and choose that release.']);
  const { releaseId } = await storeRelease(id, '1', 'draft');
  await shop.save(id, saved.body.revision, goods({ updates: 'free', release: releaseId }));
  expect(missingGoods(await shop.read(id))).toEqual([
    'Complete the release that buyers get, or choose another: the chosen one is not complete.',
  ]);
  expect((await shop.submit(id)).status).toBe(409);
  // Another product's release is none of this one.
  const other = await shop.create();
  const { releaseId: foreign } = await storeRelease(other.product_id, '2', 'complete');
  await shop.save(id, (await shop.read(id)).revision, goods({ updates: 'free', release: foreign }));
  expect(missingGoods(await shop.read(id))).toHaveLength(1);
});

test('[G-12] a placeholder that is not known is told by the words of the page', async () => {
  const { product_id: id, revision } = await shop.create();
  const goods: Goods = { access: { by: 'text', text: 'Sign in with {{pasword}}.' } };
  const saved = await shop.save(id, revision, aContent({ goods }));
  expect(missingGoods(saved.body)).toEqual([
    expect.stringMatching(/^What buyers get, access, text has \{\{pasword\}\}, which is not known\./),
  ]);
});

test('[G-01] [S-08] an approval shows the files and publishes their release; buyers read neither secrets nor its id', async () => {
  const { product_id: id, revision } = await shop.create();
  const { releaseId, sha256 } = await storeRelease(id, '1', 'complete');
  const goods: Goods = {
    files: { updates: 'year', release: releaseId },
    access: { by: 'text', text: 'The password is hunter2.' },
  };
  await shop.save(id, revision, aContent({ goods }));
  await shop.submit(id);
  const approval = await shop.waiting(id);
  const shown = await showApproval(database.kysely, approval?.approval_id ?? '', 'staff');
  expect(shown?.difference.files).toEqual([
    { path: 'voices.csv', kind: 'added', size_bytes: 12, sha256, sample: 'none', before: null },
  ]);
  await shop.approve(id);
  const { body } = await api.get(`/product/${id}`);
  expect(body.goods).toEqual({ files: { updates: 'year' }, access: { by: 'text' } });
  expect(JSON.stringify((await api.get('/product/all')).body)).not.toContain('hunter2');
  const { published_at } = await database.kysely
    .selectFrom('api.release')
    .select('published_at')
    .where('release_id', '=', releaseId)
    .executeTakeFirstOrThrow();
  expect(published_at).toBeInstanceOf(Date);
  const { body: listing } = await shop.owner.get(`${shop.base}/${id}`);
  expect(listing.content.goods).toEqual(goods);
});

test('[G-12] whoever has only placed an order reads nothing that buyers alone may see', async () => {
  const goods: Goods = { access: { by: 'text', text: 'The password is hunter2.' } };
  const id = await shop.sell(aContent({ goods }));
  const line = aLine({ product_id: id, product_version: 1 });
  const version = await readBoughtVersion({ db: database.kysely }, { order_id: 'UNPAID', lines: [line] }, 0);
  expect(version?.content).toMatchObject({ product_name: aContent().product_name, goods: { access: { by: 'text' } } });
  expect(JSON.stringify(version)).not.toContain('hunter2');
});

test('[V-01] [G-01] a variant has goods of its own, which name a variant that there is and a release of theirs', async () => {
  const seats = (value: string) => [{ name: 'Seats', value }];
  const content = aContent({
    options: [{ name: 'Seats', choices: ['1', '5'] }],
    variants: [
      { selected_options: seats('1'), price: 120, stock: null },
      { selected_options: seats('5'), price: 400, stock: null },
    ],
  });
  const { product_id: id, revision } = await shop.create(content);
  const { releaseId } = await storeRelease(id, '1', 'complete');
  const withGoods = (goods: Goods) => ({ ...content, goods });
  const saved = await shop.save(
    id,
    revision,
    withGoods({
      keys: { source: 'signed' },
      variants: [
        { selected_options: seats('5'), files: { updates: 'none', release: releaseId } },
        { selected_options: seats('9'), keys: { source: 'signed', seats: 9 } },
      ],
    }),
  );
  expect(missingGoods(saved.body)).toEqual([
    expect.stringMatching(/buyers of Seats: 5 get.*not complete/),
    expect.stringMatching(/buyers of Seats: 9 get.*no such variant/),
  ]);
  await shop.save(
    id,
    saved.body.revision,
    withGoods({
      keys: { source: 'signed' },
      variants: [{ selected_options: seats('5'), keys: { source: 'signed', seats: 5 } }],
    }),
  );
  expect(missingGoods(await shop.read(id))).toEqual([]);
});

test('[G-01] a copy of a product has no release of the original', async () => {
  const { product_id: id, revision } = await shop.create();
  const { releaseId } = await storeRelease(id, '1', 'complete');
  await shop.save(id, revision, aContent({ goods: { files: { updates: 'free', release: releaseId } } }));
  const { body: copy } = await shop.owner.post(shop.base, { copy_of: id });
  expect(copy.content.goods).toEqual({ files: { updates: 'free' } });
});
