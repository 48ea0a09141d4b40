import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAudit } from '#platform/audit/audit-log.ts';
import type { Database } from '#platform/database/database.ts';
import { aFile, importInto } from '../../../../../test/catalogue/import-into.ts';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { storeSeller } from '../../../../../test/factories/seller.ts';
import { removeProducts } from '../../../catalogue/catalogue-file/import/product-removal.store.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { changeOwnStatus } from '../../staff-product/change-own-status.ts';
import { adoptInto, openSeller } from './operate-sellers.ts';

let database: Database<ApiTables>;
const operator = { kind: 'operator', name: 'root' } as const;
const root = { actor: operator };

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await storeSeller(
    database,
    { seller_id: 'ours', address: 'ours', name: 'Ours', name_skeleton: 'ours' },
    { ada: 'owner' },
  );
  await storeSeller(database, { seller_id: 'theirs', address: 'theirs', name: 'Theirs' }, { bob: 'owner' });
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({
        product_id: 'a',
        product_name: 'A',
        product_img: 'https://img.example/a.jpg',
        provider: 'Northlight',
        stock: 3,
      }),
      aProduct({ product_id: 'b', product_name: 'B' }),
    ])
    .execute();
});
afterAll(() => database.close());

const ownersOf = () =>
  database.kysely
    .selectFrom('api.product')
    .select(['product_id', 'seller_id', 'version'])
    .orderBy('product_id')
    .execute();

test('[S-04] an operator hands products to a shop, with a first version of each; it can be done again', async () => {
  expect(await adoptInto(database.kysely, root, { address: 'ours' }, ['a'])).toMatchObject({ adopted: ['a'], had: [] });
  expect(await adoptInto(database.kysely, root, { address: 'ours' }, ['a', 'b'])).toMatchObject({
    adopted: ['b'],
    had: ['a'],
  });
  expect(await ownersOf()).toEqual([
    { product_id: 'a', seller_id: 'ours', version: 1 },
    { product_id: 'b', seller_id: 'ours', version: 1 },
  ]);
  const listing = await database.kysely
    .selectFrom('api.listing')
    .selectAll()
    .where('product_id', '=', 'a')
    .executeTakeFirst();
  expect(listing).toMatchObject({ seller_id: 'ours', state: 'on_sale', name: 'A', price_micros: 2_500_000, stock: 3 });
  const version = await database.kysely
    .selectFrom('api.product_version')
    .selectAll()
    .where('product_id', '=', 'a')
    .executeTakeFirst();
  expect(version).toMatchObject({
    version: 1,
    content: { product_name: 'A', price: 2.5, pictures: ['https://img.example/a.jpg'] },
  });
  expect(version?.content).not.toHaveProperty('provider');
  const product = await database.kysely
    .selectFrom('api.listed_product')
    .select('provider')
    .where('product_id', '=', 'a')
    .executeTakeFirst();
  expect(product).toEqual({ provider: 'Northlight' });
  expect(
    (await listAudit(database.kysely, { subject: 'ours', limit: 9 })).map(({ action, details }) => [action, details]),
  ).toEqual([
    ['seller.product_adopted', { product: 'a' }],
    ['seller.product_adopted', { product: 'b' }],
  ]);
});

test('what is another shop’s, or not there, is refused, and nothing is changed', async () => {
  await adoptInto(database.kysely, root, { address: 'theirs' }, ['b']);
  const before = await ownersOf();
  expect(await adoptInto(database.kysely, root, { address: 'ours' }, ['a', 'b'])).toMatchObject({
    adopted: [],
    foreign: ['b'],
  });
  expect(await adoptInto(database.kysely, root, { address: 'ours' }, ['a', 'none'])).toMatchObject({
    adopted: [],
    unknown: ['none'],
  });
  expect(await adoptInto(database.kysely, root, { address: 'nowhere' }, ['a'])).toBeNull();
  expect(await ownersOf()).toEqual(before);
});

test('an operator’s import refuses rows of what a seller sells or is writing, and says whose they are', async () => {
  await adoptInto(database.kysely, root, { address: 'ours' }, ['a']);
  await database.kysely.insertInto('api.listing').values({ product_id: 'new', seller_id: 'theirs' }).execute();
  const rows = ['a', 'b', 'new'].map((product_id) =>
    JSON.stringify({ product_id, product_name: 'Changed', product_type: 'data', price: 1 }),
  );
  const { told, ...outcome } = await importInto(database, aFile('rows.jsonl', rows.join('\n')));
  expect(outcome).toMatchObject({ updated: 1, rejected: 2, imported: 0 });
  expect(told.rejected.join('\n')).toContain('of the shop Ours');
  expect(told.rejected.join('\n')).toContain('of the shop Theirs');
  const names = await database.kysely.selectFrom('api.product').select('product_name').orderBy('product_id').execute();
  expect(names).toEqual([{ product_name: 'A' }, { product_name: 'Changed' }]);
});

test('an operator’s removal leaves nothing of a seller’s product behind but what was sold and decided', async () => {
  await adoptInto(database.kysely, root, { address: 'ours' }, ['a', 'b']);
  await database.kysely
    .insertInto('api.approval')
    .values({
      approval_id: 'p',
      kind: 'change',
      subject_id: 'a',
      seller_id: 'ours',
      title: 'A',
      content: '{}',
      base_version: 1,
      submitted_by: 'ada',
    })
    .execute();
  expect(await removeProducts(database.kysely, operator, ['a'])).toEqual(['a']);
  for (const table of ['api.product', 'api.listing', 'api.product_version'] as const) {
    const rows = await database.kysely.selectFrom(table).select('product_id').execute();
    expect(rows, table).toEqual([{ product_id: 'b' }]);
  }
  const { state } = await database.kysely.selectFrom('api.approval').select('state').executeTakeFirstOrThrow();
  expect(state).toBe('withdrawn');
});

test('an operator opens a shop that is approved from its beginning, by the same rules of names and addresses', async () => {
  const owner = { accountId: 'eve', email: 'eve@example.com', nickname: 'Eve' };
  const given = { country: '', supportEmail: 'eve@example.com', owner };
  const open = (name: string, address: string) =>
    openSeller(database.kysely, root, 'Hearth', { name, address, ...given });
  expect(await open('Alder', 'admin')).toMatchObject({
    refused: 'address',
    message: expect.stringContaining('kept for the marketplace'),
  });
  expect(await open('Alder', '0urs')).toMatchObject({
    refused: 'address',
    message: expect.stringContaining('looks like'),
  });
  expect(await open('0urs', 'alder')).toMatchObject({
    refused: 'name',
    message: expect.stringContaining('looks like'),
  });
  expect(await open('Alder', 'alder')).toEqual({ sellerId: expect.any(String) });
  const user = await database.kysely
    .selectFrom('api.user')
    .select('user_type')
    .where('account_id', '=', 'eve')
    .executeTakeFirst();
  expect(user).toEqual({ user_type: 'seller' });
});

test('[S-04] [B-08] a sale that runs ends with the hand-over, and one that is planned is cancelled', async () => {
  const hour = 3_600_000;
  const sale = { product_id: 'a', percent: 50, sale_price_micros: null, by_account: 'somebody', note: '' };
  await database.kysely
    .updateTable('api.product')
    .set({ on_sale: true, sale_price_micros: 5_000_000, price_micros: 10_000_000 })
    .where('product_id', '=', 'a')
    .execute();
  const [from, now, later] = [-hour, hour, 3 * hour].map((ms) => new Date(Date.now() + ms)) as [Date, Date, Date];
  await database.kysely
    .insertInto('api.planned_sale')
    .values([
      { ...sale, sale_id: 'runs', state: 'running', starts_at: from, ends_at: now },
      { ...sale, sale_id: 'waits', state: 'planned', starts_at: now, ends_at: later },
    ])
    .execute();
  await adoptInto(database.kysely, root, { address: 'ours' }, ['a']);
  const product = database.kysely.selectFrom('api.product').select(['seller_id', 'on_sale', 'effective_micros']);
  expect(await product.where('product_id', '=', 'a').executeTakeFirst()).toMatchObject({
    seller_id: 'ours',
    on_sale: false,
    effective_micros: 10_000_000,
  });
  const sales = database.kysely.selectFrom('api.planned_sale').select(['sale_id', 'state', 'note']).orderBy('sale_id');
  expect(await sales.execute()).toEqual([
    { sale_id: 'runs', state: 'ended', note: 'It was handed over to a shop.' },
    { sale_id: 'waits', state: 'cancelled', note: 'It was handed over to a shop.' },
  ]);
  const version = await database.kysely.selectFrom('api.product_version').select('content').executeTakeFirst();
  expect(version?.content).toMatchObject({ on_sale: false, price: 10 });
});

onPostgres('[S-04] a product that is archived while it is handed over is archived with the shop too', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: archived, resolve: isArchived } = Promise.withResolvers<void>();
  const archiving = database.kysely.transaction().execute(async (transaction) => {
    await changeOwnStatus({ db: transaction, by: 'somebody' }, ['a'], 'archive');
    isArchived();
    await mayEnd;
  });
  await archived;
  const adopting = adoptInto(database.kysely, root, { address: 'ours' }, ['a']);
  // Until it waits for the product, which the other one has.
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.kysely);
      return rows.length;
    })
    .toBeGreaterThan(0);
  end();
  await archiving;
  expect(await adopting).toMatchObject({ adopted: ['a'] });
  const listing = await database.kysely.selectFrom('api.listing').select(['product_id', 'archived']).execute();
  expect(listing).toEqual([{ product_id: 'a', archived: true }]);
});
