import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { post } from '#ledger/post.ts';
import { listAudit } from '#platform/audit/audit-log.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import type { Database } from '#platform/database/database.ts';
import { arrangeStates } from '../../../../../test/database/guard-states.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aLine, anOrder } from '../../../../../test/factories/order.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { aListing, storeSeller } from '../../../../../test/factories/seller.ts';
import { earningsOf } from '../../../../../test/parts/earnings.ts';
import { startSelling } from '../../../../../test/parts/selling.ts';
import { payoutLeft } from '../../../money/wallet/posting/payout.posting.rules.ts';
import type { ApiTables } from '../../../schema/schema.ts';

let database: Database<ApiTables>;
let selling: Awaited<ReturnType<typeof startSelling>>;
let ada: Awaited<ReturnType<typeof selling.as>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await selling?.close();
  selling = await startSelling(database);
  ada = await selling.as('ada');
  const support = { support_email: 'help@ours.example', support_confirmed: 'help@ours.example' };
  await storeSeller(database, { seller_id: 'ours', address: 'ours', name: 'Ours', ...support }, { ada: 'owner' });
  await sell('gpu');
  await sell('old', { archived: true });
});
afterAll(async () => {
  await selling.close();
  await database.close();
});

async function sell(id: string, listing: object = {}, seller_id = 'ours') {
  const listed = Object.keys(listing).length === 0;
  const db = database.kysely;
  await db
    .insertInto('api.product')
    .values(aProduct({ product_id: id, seller_id, version: 1, listed }))
    .execute();
  await db
    .insertInto('api.listing')
    .values(aListing({ product_id: id, seller_id, version: 1, ...listing }))
    .execute();
}

type Order = Parameters<typeof anOrder>[0];

async function order(id: string, changes: Order, sellerId = 'ours') {
  const { lines: _lines, refunds: _refunds, ...row } = anOrder({ order_id: id, ...changes });
  await database.kysely
    .insertInto('api.order')
    .values({ ...row, updated_at: row.created_at, billing: null })
    .execute();
  const {
    selected_options,
    license_texts,
    goods,
    seller: _seller,
    seller_suspended: _suspended,
    access_ends_at: _ends,
    delivered_at: _at,
    ...line
  } = aLine({
    product_id: 'gpu',
    seller_id: sellerId,
  });
  await database.kysely
    .insertInto('api.order_line')
    .values({
      order_id: id,
      ...line,
      selected_options: JSON.stringify(selected_options),
      license_texts: JSON.stringify(license_texts),
      goods: JSON.stringify(goods),
    })
    .execute();
}

const listed = async () =>
  (await database.kysely.selectFrom('api.listed_product').select('product_id').execute()).map((row) => row.product_id);
const page = async () => (await selling.api.get('/seller/page/ours')).body;

test('[S-16] closing takes everything off the lists at once, and reopening brings back what it took, and nothing else', async () => {
  await database.kysely
    .insertInto('api.approval')
    .values({
      approval_id: 'p',
      kind: 'change',
      subject_id: 'gpu',
      seller_id: 'ours',
      title: 'GPU',
      content: '{}',
      base_version: 1,
      submitted_by: 'ada',
    })
    .execute();
  await arrangeStates(database.kysely, (arranged) =>
    arranged
      .updateTable('api.listing')
      .set({ draft_state: 'waiting', draft: '{}' })
      .where('product_id', '=', 'gpu')
      .execute(),
  );
  expect((await ada.get('/seller/ours/closing')).body).toEqual({
    state: 'approved',
    products_on_sale: 1,
    waiting_for_approval: 1,
    open_orders: 0,
    balance: 0,
  });
  expect((await ada.post('/seller/ours/close', {})).body).toMatchObject({
    state: 'closing',
    products_on_sale: 0,
    waiting_for_approval: 0,
  });
  expect(await listed()).toEqual([]);
  expect((await selling.api.get('/product/gpu')).status).toBe(404);
  expect((await ada.post('/seller/ours/close', {})).status).toBe(200);
  const states = () =>
    database.kysely.selectFrom('api.listing').select(['product_id', 'state']).orderBy('product_id').execute();
  expect(await states()).toMatchObject([{ state: 'archived' }, { state: 'archived' }]);
  expect((await ada.post('/seller/ours/reopen', {})).body).toMatchObject({ state: 'approved', products_on_sale: 1 });
  expect(await listed()).toEqual(['gpu']);
  expect(await states()).toMatchObject([
    { product_id: 'gpu', state: 'on_sale' },
    { product_id: 'old', state: 'archived' },
  ]);
});

test('[S-16] a shop has closed once its orders are delivered or refunded; then its page says so, and its people are buyers', async () => {
  await order('A', { status: 'paid' });
  await order('B', { status: 'pending' });
  await order('C', { status: 'fulfilled', fulfilled_at: new Date() });
  expect((await ada.post('/seller/ours/finish', {})).status).toBe(409);
  await ada.post('/seller/ours/close', {});
  const refused = await ada.post('/seller/ours/finish', {});
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('2 orders are open')]);
  await database.kysely.updateTable('api.order').set({ status: 'refunded' }).where('order_id', '=', 'A').execute();
  await database.kysely.updateTable('api.order').set({ status: 'expired' }).where('order_id', '=', 'B').execute();
  expect((await ada.post('/seller/ours/finish', {})).body).toMatchObject({ state: 'closed' });
  const [entry] = await listAudit(database.kysely, { subject: 'ours', limit: 1 });
  expect(entry).toMatchObject({ action: 'seller.closed', actor_kind: 'customer', details: { by: 'ada' } });
  expect(await page()).toMatchObject({ state: 'closed', closed_at: expect.any(String), products: 0 });
  expect(selling.mails.map(({ subject }) => subject)).toEqual(['Ours has closed']);
  expect((await ada.get('/user/ada@example.com')).body.user_type).toBe('buyer');
  for (const step of ['close', 'reopen', 'finish'])
    expect((await ada.post(`/seller/ours/${step}`, {})).status).toBe(409);
});

test.each(['draft', 'submitted', 'returned'] as const)('[S-04] a shop that is %s has no page', async (state) => {
  await arrangeStates(database.kysely, (arranged) => arranged.updateTable('api.seller').set({ state }).execute());
  expect((await selling.api.get('/seller/page/ours')).status).toBe(404);
  expect((await selling.api.get('/seller/page/ours/products')).status).toBe(404);
  expect((await selling.api.get('/seller/page')).body).toEqual({ addresses: [] });
});

test('[S-04] the page tells what was measured: reviews of all its products, and how fast orders of it are delivered', async () => {
  await storeSeller(database, { seller_id: 'theirs', address: 'theirs' }, { bob: 'owner' });
  await sell('other', {}, 'theirs');
  const rated = [
    ['gpu', 5, true],
    ['old', 4, true],
    ['gpu', 1, false],
    ['other', 1, true],
  ] as const;
  for (const [index, [product_id, rate, show]] of rated.entries())
    await database.kysely
      .insertInto('api.review')
      .values({
        review_id: `r${index}`,
        product_id,
        user_email: show ? 'ada@example.com' : 'bob@example.com',
        rate,
        review_text: 'Good.',
        helpful_count: 0,
        verified_purchase: false,
        responses: '[]',
        show,
      })
      .execute();
  const paid_at = new Date(Date.now() - 10 * 24 * 3_600_000);
  const after = (hours: number) => new Date(paid_at.getTime() + hours * 3_600_000);
  await order('A', { status: 'fulfilled', paid_at, fulfilled_at: after(2) });
  await order('B', { status: 'fulfilled', paid_at, fulfilled_at: after(50) });
  await order('D', { status: 'fulfilled', paid_at, fulfilled_at: after(1) }, 'theirs');
  expect(await page()).toMatchObject({ delivery_hours: null, answer_hours: null });
  await order('C', { status: 'fulfilled', paid_at, fulfilled_at: after(4) });
  expect(await page()).toMatchObject({
    name: 'Ours',
    country: 'DE',
    state: 'approved',
    support_email: 'help@ours.example',
    delivery_hours: 4,
    products: 1,
    rating: { average: 4.5, count: 2 },
  });
});

test('[S-04] an address that nobody has confirmed is told to nobody', async () => {
  await database.kysely.updateTable('api.seller').set({ support_email: 'victim@example.com' }).execute();
  expect((await page()).support_email).toBeNull();
});

test('[S-04] what a shop sells is told page by page, newest first, and nothing of another shop or off the lists', async () => {
  for (const id of ['a', 'b', 'c']) await sell(id);
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'operators' }))
    .execute();
  const seen: string[] = [];
  for (let after = ''; ; ) {
    const { body } = await selling.api.get(`/seller/page/ours/products?limit=2${after}`);
    seen.push(...body.products.map(({ product_id }: { product_id: string }) => product_id));
    if (body.next === null) break;
    after = `&after=${body.next}`;
  }
  expect(seen).toEqual(['c', 'b', 'a', 'gpu']);
  expect((await selling.api.get('/seller/page/ours/products?after=x')).status).toBe(400);
});

test('[W-07] what the shop has earned is paid out first: what waits, what is available, what is on its way, however little', async () => {
  const earnings = earningsOf(database.kysely, 'ours');
  await earnings.sell({ orderId: 'EARNED', product: 'GPU', productId: 'gpu', price: 1_000, paidAt: new Date() });
  await earnings.deliver('EARNED', new Date());
  await ada.post('/seller/ours/close', {});
  const step = async () => {
    const preview = await ada.get('/seller/ours/closing');
    const { status, body } = await ada.post('/seller/ours/finish', {});
    return [preview.body.balance, status, body.message ?? body.state];
  };
  const says = /^\$8\.90 is not paid out yet: ask for a payout/;
  expect(await step()).toEqual([8.9, 409, expect.stringMatching(says)]);
  await earnings.release('EARNED', new Date());
  expect(await step()).toEqual([8.9, 409, expect.stringMatching(says)]);
  await earnings.payOut('PO-LAST', 890, new Date());
  expect(await step()).toEqual([8.9, 409, expect.stringMatching(says)]);
  const payout = {
    payout_id: 'PO-LAST',
    seller_id: 'ours',
    amount_cents: 890,
    method: 'bank',
    bank_last4: null,
  } as const;
  await inTransaction(database.kysely, async (transaction) => post(transaction, payoutLeft(payout, new Date())));
  expect(await step()).toEqual([0, 200, 'closed']);
});
