import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { cardsThat, dashboard } from '../../../../test/clients/payments-dashboard.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { storeRelease } from '../../../../test/factories/release.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { sessionOf } from '../../../../test/parts/shop-of-one-product.ts';
import { refundedOrderSchema, sellerOrderSchema } from '../../../contract/ordering/seller-order.schema.ts';
import { isLate, type SellerOrder } from '../../../contract/ordering/seller-order.ts';
import { fulfilOrder } from '../checkout/delivery/fulfil-order.ts';
import { reconcile } from '../checkout/reconcile.ts';
import { refundOrder } from '../checkout/refund/refund-order.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  shop = await startBuying(database);
  jane = await shop.customer('jane');
  await jane.get('/user/jane@example.com');
  await storeSeller(database, { seller_id: 'ours', name: 'Data Forge', address: 'data-forge' }, members);
  await storeSeller(database, { seller_id: 'theirs', name: 'Other' }, { stranger: 'owner' });
  const product = (product_id: string, price: number, seller_id: string | null) =>
    aProduct({
      product_id,
      product_name: product_id,
      price_micros: price * 1_000_000,
      stock: 10,
      seller_id,
      version: 3,
    });
  await database.kysely
    .insertInto('api.product')
    .values([
      product('bird', 10, 'ours'),
      product('bat', 20, 'ours'),
      product('whale', 30, 'theirs'),
      product('gpu', 40, null),
    ])
    .execute();
});
afterEach(() => shop.close());
afterAll(() => database.close());

const members = { owner: 'owner', editor: 'editor', finance: 'finance' } as const;
const until = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 15_000 });
const sales = '/seller/ours/order';

const as = (account: string, claims: object = {}) => {
  const now = Math.floor(Date.now() / 1_000);
  return shop.api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: now, amr: ['pwd', 'mfa'], ...claims },
  );
};

const prices: Record<string, number> = { bird: 10, bat: 20, whale: 30, gpu: 40 };

/** Jane buys one of each, pays by card, and the shop has heard of it. */
async function buy(products: string[], card: string = cardsThat.succeed) {
  const items = products.map((product_id) => ({ product_id, quantity: 1 }));
  const amount = products.reduce((sum, id) => sum + (prices[id] ?? 0), 0);
  const { body, status } = await jane.post('/checkout-session', { items, amount });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await shop.pay(body.checkout_url, card)).toBe(303);
  await until(async () => expect((await seen(body.order_id)).order_status).toBe('paid'));
  const { payment_intent } = await shop.stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url));
  return { orderId: body.order_id as string, intent: payment_intent as string };
}

const seen = async (orderId: string) => (await jane.get(`/order/${orderId}`)).body;
const sale = async (orderId: string): Promise<SellerOrder> =>
  sellerOrderSchema.parse((await (await as('owner')).get(`${sales}/${orderId}`)).body);
const stockOf = async (id: string) =>
  (
    await database.kysely
      .selectFrom('api.product')
      .select('stock')
      .where('product_id', '=', id)
      .executeTakeFirstOrThrow()
  ).stock;
async function audit(orderId: string) {
  const { rows } = await sql<{ action: string; details: Record<string, unknown> }>`
    select action, details from platform.audit_entry where subject_id = ${orderId} order by id`.execute(
    database.kysely,
  );
  return rows;
}
const mailsAbout = (start: string) => shop.mails.filter(({ subject }) => subject.startsWith(start));

describe('what a seller sees', () => {
  test('[S-10] a shop is told by mail what it has sold, and nothing of the buyer nor of what others have sold', async () => {
    const { orderId } = await buy(['bird', 'bat', 'whale', 'gpu']);
    const mails = mailsAbout('Data Forge has sold');
    expect(mails.map(({ to }) => to).sort()).toEqual([addressOf('editor'), addressOf('owner')].sort());
    expect(mails[0]).toMatchObject({
      subject: `Data Forge has sold something: order ${orderId}`,
      rows: [
        { label: 'bird × 1, 1 license', value: '$10.00' },
        { label: 'bat × 1, 1 license', value: '$20.00' },
      ],
      action: { url: expect.stringMatching(new RegExp(`/profile/sales\\?seller=data-forge&id=${orderId}$`)) },
    });
    expect(JSON.stringify(mails)).not.toMatch(/jane|whale|gpu|\$100/i);
    expect(mailsAbout('Other has sold').map(({ to }) => to)).toEqual([addressOf('stranger')]);
  });

  test("[S-10] of an order a seller sees the own lines alone, and nothing that tells of the others'", async () => {
    const { orderId } = await buy(['bird', 'whale', 'gpu']);
    const owner = await as('owner');
    const { body } = await owner.get(sales);
    expect(body).toEqual([
      {
        order_id: orderId,
        paid_at: expect.any(String),
        state: 'to_deliver',
        buyer: { name: 'jane' },
        contact: null,
        lines: [
          {
            line: 0,
            product_id: 'bird',
            product_name: 'bird',
            product_version: 3,
            num: 1,
            unit_price: 10,
            price_unit: 'license',
            paid: 10,
            refunded: 0,
            delivered_at: null,
            goods: [],
            keys_missing: 0,
            access_waits_since: null,
            access_promised_at: null,
            disputed: false,
            dispute_id: null,
          },
        ],
      },
    ]);
    expect((await owner.get(`${sales}/${orderId}`)).body).toEqual({ ...body[0], contact: 'jane@example.com' });
    const theirs = (await (await as('stranger')).get('/seller/theirs/order')).body;
    expect(theirs.map(({ lines }: SellerOrder) => lines.map(({ product_id }) => product_id))).toEqual([['whale']]);
  });

  test('[V-09] a line says until when it was promised, as it was when it was ordered', async () => {
    const promise = (hours: number | null) =>
      database.kysely
        .updateTable('api.product')
        .set({ delivery_within_hours: hours })
        .where('product_id', '=', 'bird')
        .execute();
    await promise(24);
    const { orderId } = await buy(['bird', 'bat']);
    await promise(null);
    const { paid_at: paidAt, lines } = await sale(orderId);
    const [bird, bat] = lines as SellerOrder['lines'];
    expect(Date.parse(bird?.promised_at ?? '') - Date.parse(paidAt)).toBe(24 * 60 * 60_000);
    expect(bat).not.toHaveProperty('promised_at');
    const after = new Date(Date.parse(paidAt) + 25 * 60 * 60_000);
    expect([bird, bat].map((line) => line && isLate(line, after))).toEqual([true, false]);
    expect(bird && isLate({ ...bird, delivered_at: paidAt }, after)).toBe(false);
  });

  test('[G-16] what is past its promised time is late in the lists of its shop and of the staff until it is delivered', async () => {
    await database.kysely
      .updateTable('api.product')
      .set({ delivery_within_hours: 24 })
      .where('product_id', 'in', ['bird', 'gpu'])
      .execute();
    const { orderId } = await buy(['bird', 'bat']);
    const { orderId: inTime } = await buy(['bird']);
    const { orderId: unpromised } = await buy(['bat']);
    const { orderId: ofOperator } = await buy(['gpu']);
    await storeStaff(database, 'sam', 'admin');
    const [owner, staff] = [await as('owner'), await as('sam')];
    const ofShop = async () =>
      (await owner.get(`${sales}?late=true`)).body.map(({ order_id }: SellerOrder) => order_id).toSorted();
    const ofStaff = async (filter: string): Promise<string[]> =>
      (await staff.get(`/admin/order?${filter}`)).body.map(({ id }: { id: string }) => id).toSorted();
    const overview = async () => {
      const { attention } = (await staff.get('/admin/overview')).body;
      return attention.find(({ kind }: { kind: string }) => kind === 'orders_late')?.count ?? 0;
    };
    expect([await ofShop(), await ofStaff('late=yes'), await overview()]).toEqual([[], [], 0]);
    const late = [orderId, ofOperator].toSorted();
    for (const id of [...late, unpromised])
      for (const table of ['api.order', 'api.seller_order'])
        await sql`update ${sql.table(table)} set paid_at = paid_at - interval '25 hours' where order_id = ${id}`.execute(
          database.kysely,
        );
    expect(await ofShop()).toEqual([orderId]);
    expect(await ofStaff('late=yes')).toEqual(late);
    expect(await ofStaff('late=no')).toEqual([inTime, unpromised].toSorted());
    expect(await overview()).toBe(2);
    const rows = (await staff.get('/admin/order')).body;
    for (const { id, promise } of rows) expect(promise, id).toBe(late.includes(id) ? 'late' : 'none');
    expect((await owner.post(`${sales}/${orderId}/deliver`, { lines: [0] })).status).toBe(200);
    expect([await ofShop(), await ofStaff('late=yes'), await overview()]).toEqual([[], [ofOperator], 1]);
    expect((await owner.get(`${sales}?late=maybe`)).status).toBe(400);
  });

  test('[S-10] an order that is not paid, or has none of the own products, is not found', async () => {
    const { orderId: others } = await buy(['whale', 'gpu']);
    const { body } = await jane.post('/checkout-session', { items: [{ product_id: 'bird', quantity: 1 }], amount: 10 });
    const owner = await as('owner');
    expect((await owner.get(sales)).body).toEqual([]);
    const answers = [];
    for (const id of [others, body.order_id, 'NONE', '%00'])
      answers.push((await owner.get(`${sales}/${id}`)).body.message);
    expect(new Set(answers)).toEqual(new Set(['You have sold nothing in an order with this id.']));
  });

  test('[S-10] where to deliver to is told while something is to be delivered, and not after, and not of a buyer who has left', async () => {
    const { orderId } = await buy(['bird', 'whale']);
    expect((await sale(orderId)).contact).toBe('jane@example.com');
    await (await as('owner')).post(`${sales}/${orderId}/deliver`, {});
    expect((await sale(orderId)).contact).toBeNull();
    const { orderId: second } = await buy(['bat']);
    await jane.delete('/user/jane@example.com');
    expect(await sale(second)).toMatchObject({ buyer: null, contact: null, state: 'to_deliver' });
  });

  test('[S-10] sales are narrowed by state and by how the id of the order begins, and told page by page', async () => {
    const orders = [];
    for (const product of ['bird', 'bat', 'bird']) orders.push((await buy([product])).orderId);
    const [first = '', second = '', third = ''] = orders;
    const owner = await as('owner');
    await owner.post(`${sales}/${first}/deliver`, {});
    await owner.post(`${sales}/${second}/refund`, { lines: [{ line: 0 }], reason: 'It is broken.' });
    const ids = async (query: string) =>
      (await owner.get(`${sales}${query}`)).body.map((order: SellerOrder) => order.order_id);
    expect(await ids('')).toEqual([third, second, first]);
    expect(await ids('?state=to_deliver')).toEqual([third]);
    expect(await ids('?state=delivered')).toEqual([first]);
    expect(await ids('?state=refunded')).toEqual([second]);
    expect(await ids(`?q=${first.slice(0, 6).toLowerCase()}`)).toEqual([first]);
    expect(await ids('?q=ZZZZZZZZZZ')).toEqual([]);
    const page = await owner.get(`${sales}?limit=2`);
    const next = page.headers.get('link')?.match(/<\/api([^>]*)>/)?.[1] ?? '';
    expect((await owner.get(next)).body.map((order: SellerOrder) => order.order_id)).toEqual([first]);
    for (const query of ['?q=a%25', '?state=paid', '?after=x'])
      expect((await owner.get(sales + query)).status, query).toBe(400);
  });

  test('[S-10] the buyer sees which lines are of which shop', async () => {
    const { orderId } = await buy(['bird', 'gpu']);
    const { products } = await seen(orderId);
    expect(products.map((line: { seller?: object }) => line.seller)).toEqual([
      { name: 'Data Forge', address: 'data-forge' },
      undefined,
    ]);
  });
});

describe('delivering', () => {
  test('[S-10] the order is fulfilled when every line is delivered: by its sellers, and by the operator', async () => {
    const { orderId } = await buy(['bird', 'bat', 'whale', 'gpu']);
    const owner = await as('owner');
    const one = await owner.post(`${sales}/${orderId}/deliver`, { lines: [1] });
    expect(one.body.lines.map(({ delivered_at }: { delivered_at: string }) => delivered_at !== null)).toEqual([
      false,
      true,
    ]);
    expect(one.body.state).toBe('to_deliver');
    expect((await owner.post(`${sales}/${orderId}/deliver`, {})).body.state).toBe('delivered');
    expect(await fulfilOrder(shop.service, orderId)).toMatchObject({ fulfilledAt: null, waitsFor: ['Other'] });
    expect((await seen(orderId)).order_status).toBe('paid');
    await (await as('stranger')).post(`/seller/theirs/order/${orderId}/deliver`, {});
    expect(await seen(orderId)).toMatchObject({ order_status: 'fulfilled' });
    expect((await seen(orderId)).products.every((line: { delivered_at?: string }) => line.delivered_at)).toBe(true);
    expect((await audit(orderId)).filter(({ action }) => /delivered|fulfilled/.test(action))).toMatchObject([
      { action: 'order.delivered', details: { seller: 'ours', by: 'owner', lines: '1' } },
      { action: 'order.delivered', details: { seller: 'ours', by: 'owner', lines: '0' } },
      { action: 'order.delivered', details: { lines: '3' } },
      { action: 'order.delivered', details: { seller: 'theirs', by: 'stranger', lines: '2' } },
      { action: 'order.fulfilled', details: { by: 'stranger' } },
    ]);
  });

  test('[S-10] the buyer is told by mail what was delivered, and once', async () => {
    const { orderId } = await buy(['bird', 'whale']);
    const owner = await as('owner');
    for (let time = 0; time < 2; time++) expect((await owner.post(`${sales}/${orderId}/deliver`, {})).status).toBe(200);
    expect(mailsAbout('Data Forge has delivered')).toMatchObject([
      { to: 'jane@example.com', rows: [{ label: 'bird', value: '× 1' }] },
    ]);
  });

  test('[S-10] the operator delivers for a shop that is suspended, and by --all for every one', async () => {
    const { orderId } = await buy(['bird', 'whale']);
    await database.kysely
      .updateTable('api.seller')
      .set({ state: 'suspended' })
      .where('seller_id', '=', 'ours')
      .execute();
    const owner = await as('owner');
    expect(await owner.post(`${sales}/${orderId}/deliver`, {})).toMatchObject({
      status: 409,
      body: { refusal: 'seller_not_acting' },
    });
    expect(await fulfilOrder(shop.service, orderId)).toMatchObject({ fulfilledAt: null, waitsFor: ['Other'] });
    expect((await sale(orderId)).state).toBe('delivered');
    expect(await fulfilOrder(shop.service, orderId, { all: true })).toMatchObject({ fulfilledAt: expect.any(Date) });
  });

  test('[G-16] what comes by itself is nobody’s to mark as delivered: neither by its shop nor by the operator', async () => {
    const goods = JSON.stringify({ access: { by: 'endpoint' } });
    await database.kysely.updateTable('api.product').set({ goods }).where('product_id', 'in', ['bat', 'gpu']).execute();
    const { orderId } = await buy(['bird', 'bat', 'gpu']);
    const owner = await as('owner');
    const deliver = (body: object) => owner.post(`${sales}/${orderId}/deliver`, body);
    const refused = {
      status: 409,
      body: { refusal: 'comes_by_itself', message: expect.stringContaining('bat comes by itself') },
    };
    for (const lines of [[1], [0, 1]]) expect(await deliver({ lines }), String(lines)).toMatchObject(refused);
    expect((await sale(orderId)).lines.map(({ delivered_at }) => delivered_at)).toEqual([null, null]);
    const rest = await deliver({});
    expect([rest.status, rest.body.state]).toEqual([200, 'to_deliver']);
    expect(rest.body.lines).toMatchObject([{ delivered_at: expect.any(String) }, { delivered_at: null }]);
    expect(await deliver({})).toMatchObject(refused);
    expect(await fulfilOrder(shop.service, orderId)).toEqual({
      fulfilledAt: null,
      waitsFor: [],
      comeByThemselves: ['bat', 'gpu'],
    });
    expect(await seen(orderId)).toMatchObject({ order_status: 'paid' });
    expect((await seen(orderId)).products[2]).not.toHaveProperty('delivered_at');
    expect(await fulfilOrder(shop.service, orderId, { all: true })).toMatchObject({ fulfilledAt: expect.any(Date) });
  });

  test('[S-10] lines of others and lines that are not there are not found; nothing of a disputed order is delivered', async () => {
    const { orderId, intent } = await buy(['bird', 'whale']);
    const owner = await as('owner');
    for (const lines of [[1], [0, 1], [7]])
      expect(await owner.post(`${sales}/${orderId}/deliver`, { lines })).toMatchObject({
        status: 404,
        body: { refusal: 'no_such_line' },
      });
    for (const lines of [[], [-1], ['a'], 0])
      expect((await owner.post(`${sales}/${orderId}/deliver`, { lines })).status).toBe(400);
    await dashboard(shop.stripe).dispute(intent);
    await until(async () => expect((await sale(orderId)).state).toBe('on_hold'));
    expect(await owner.post(`${sales}/${orderId}/deliver`, {})).toMatchObject({
      status: 409,
      body: { refusal: 'order_on_hold' },
    });
    expect(mailsAbout('Data Forge has delivered')).toEqual([]);
  });
});

test("[S-16] of an order of several shops that one is open which has not delivered: another one's line holds nothing up", async () => {
  const { orderId } = await buy(['bird', 'whale']);
  const owner = await as('owner');
  const open = async () => (await owner.get('/seller/ours/closing')).body.open_orders;
  expect(await open()).toBe(1);
  await owner.post(`${sales}/${orderId}/deliver`, {});
  expect((await seen(orderId)).order_status).toBe('paid');
  expect(await open()).toBe(0);
});

describe('refunding', () => {
  const refund = async (orderId: string, lines: object[], reason = 'It is broken.') =>
    (await as('finance')).post(`${sales}/${orderId}/refund`, { lines, reason });

  test('[S-10] a line is refunded, in parts and whole: money, order, stock, audit and the mail agree', async () => {
    const { orderId } = await buy(['bird', 'bat', 'whale']);
    const part = await refund(orderId, [{ line: 1, amount: 5.25 }]);
    expect(refundedOrderSchema.parse(part.body)).toMatchObject({ amount: 5.25, state: 'succeeded', failure: null });
    expect(part.body.order.lines.map(({ refunded }: { refunded: number }) => refunded)).toEqual([0, 5.25]);
    expect(await stockOf('bat'), 'a part puts nothing back').toBe(9);
    const rest = await refund(orderId, [{ line: 1 }]);
    expect(rest.body).toMatchObject({ amount: 14.75, order: { state: 'to_deliver' } });
    expect([await stockOf('bat'), await stockOf('bird'), await stockOf('whale')]).toEqual([10, 9, 9]);
    const order = await seen(orderId);
    expect(order).toMatchObject({ order_status: 'paid', total: 60, refunded: 20 });
    expect(order.refunds.map(({ amount }: { amount: number }) => amount)).toEqual([5.25, 14.75]);
    expect(order.products.map(({ refunded }: { refunded?: number }) => refunded)).toEqual([undefined, 20, undefined]);
    expect((await audit(orderId)).filter(({ action }) => action === 'order.refund_decided')).toMatchObject([
      { details: { seller: 'ours', by: 'finance', lines: '1', amount_cents: 525 } },
      { details: { amount_cents: 1_475 } },
    ]);
    // The provider's event may come before its answer, and names nobody.
    expect((await audit(orderId)).filter(({ action }) => action === 'order.refunded')).toMatchObject([
      { details: { amount_cents: 525 } },
      { details: { amount_cents: 1_475 } },
    ]);
    const [mail] = mailsAbout('A refund of $5.25');
    expect(mail?.paragraphs.join(' ')).toContain('It is broken.');
  });

  test('[S-10] the other side of a refund: what is left is delivered or refunded, and the order ends', async () => {
    const { orderId } = await buy(['bird', 'bat']);
    await (await as('owner')).post(`${sales}/${orderId}/deliver`, { lines: [0] });
    await refund(orderId, [{ line: 1 }]);
    expect(await seen(orderId), 'nothing is owed any more').toMatchObject({ order_status: 'fulfilled', refunded: 20 });
    expect((await sale(orderId)).state).toBe('delivered');
    await refund(orderId, [{ line: 0 }]);
    expect(await seen(orderId)).toMatchObject({ order_status: 'refunded', refunded: 30 });
    expect((await sale(orderId)).state).toBe('refunded');
    expect([await stockOf('bird'), await stockOf('bat')], 'each put back once').toEqual([10, 10]);
  });

  test('[S-10] of a line at most what was paid for it goes back, after its discount', async () => {
    await database.kysely
      .insertInto('api.coupon')
      .values({
        code: 'HALF',
        percent: 50,
        amount_cents: null,
        category: null,
        expires_at: null,
        total_limit: null,
        customer_limit: null,
      })
      .execute();
    const items = ['bird', 'whale'].map((product_id) => ({ product_id, quantity: 1 }));
    const { body } = await jane.post('/checkout-session', { items, amount: 20, coupon: 'HALF' });
    await shop.pay(body.checkout_url);
    await until(async () => expect((await seen(body.order_id)).order_status).toBe('paid'));
    expect((await sale(body.order_id)).lines).toMatchObject([{ paid: 5 }]);
    expect(await refund(body.order_id, [{ line: 0, amount: 5.01 }])).toMatchObject({
      status: 409,
      body: { refusal: 'line_refund_too_large', message: 'At most $5.00 is left to give back for bird.' },
    });
    expect((await refund(body.order_id, [{ line: 0 }])).body.amount).toBe(5);
    expect((await refund(body.order_id, [{ line: 0 }])).body.refusal).toBe('line_refund_too_large');
  });

  test('[S-10] refunds at the same time never come to more than the line', async () => {
    const { orderId } = await buy(['bat', 'whale']);
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(orderId, [{ line: 0, amount: 8 }])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(await seen(orderId)).toMatchObject({ refunded: 16, refunding: 0 });
  });

  test('[S-10] a refund that is sent again with its key is made once, whenever and however often it comes', async () => {
    const { orderId, intent } = await buy(['bat', 'whale']);
    const ask = async (key: string | null, amount: number, account = 'finance') =>
      (await as(account)).send(
        'POST',
        `${sales}/${orderId}/refund`,
        { 'content-type': 'application/json', ...(key !== null && { 'idempotency-key': key }) },
        JSON.stringify({ lines: [{ line: 0, amount }], reason: 'Late.' }),
      );
    const twice = await Promise.all([ask('a', 5), ask('a', 5), ask('a', 5)]);
    expect(twice.map(({ status, body }) => [status, body.amount])).toEqual(Array(3).fill([200, 5]));
    shop.wait(600);
    expect((await ask('a', 5, 'owner')).body).toMatchObject({ amount: 5, order: { lines: [{ refunded: 5 }] } });
    expect(await ask('a', 6)).toMatchObject({ status: 409, body: { refusal: 'request_key_reused' } });
    expect(await seen(orderId)).toMatchObject({ refunded: 5, refunding: 0 });
    expect((await ask('b', 5)).body.order.lines[0].refunded).toBe(10);
    expect((await ask(null, 5)).body.order.lines[0].refunded, 'without a key it is a refund of its own').toBe(15);
    for (const key of ['', ' ', 'x'.repeat(256), 'ü']) expect((await ask(key, 5)).status, key).toBe(400);
    expect((await shop.stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(3);
    expect((await audit(orderId)).filter(({ action }) => action === 'order.refund_decided')).toHaveLength(3);
    const { orderId: other } = await buy(['bat']);
    expect((await (await as('stranger')).post(`${sales}/${other}/refund`, {})).status).toBe(404);
  });

  test('[S-10] what the operator has given back of the order is not given back once more', async () => {
    const { orderId } = await buy(['bird', 'bat']);
    await refundOrder(shop.service, { orderId, amountCents: 2_500, reason: '' });
    expect((await refund(orderId, [{ line: 1 }])).body.refusal).toBe('refund_too_large');
    expect((await refund(orderId, [{ line: 1, amount: 5 }])).status).toBe(200);
    expect(await seen(orderId)).toMatchObject({ order_status: 'refunded', refunded: 30 });
    expect([await stockOf('bird'), await stockOf('bat')]).toEqual([10, 10]);
  });

  test('[S-10] a refund that the provider takes back gives the line back to the buyer, and its items', async () => {
    const { orderId, intent } = await buy(['bird', 'bat']);
    await refund(orderId, [{ line: 0 }]);
    expect(await stockOf('bird')).toBe(10);
    const [made] = (await shop.stripe.refunds.list({ payment_intent: intent })).data;
    await dashboard(shop.stripe).failRefund(made?.id ?? '');
    await until(async () => expect((await seen(orderId)).refunded).toBe(0));
    expect((await sale(orderId)).lines.map(({ refunded }) => refunded)).toEqual([0, 0]);
    expect([await stockOf('bird'), await stockOf('bat')]).toEqual([9, 9]);
    expect((await refund(orderId, [{ line: 0 }])).status, 'it can be tried again').toBe(200);
  });

  test('[S-10] a provider that is away is asked again by itself; the money counts as going back meanwhile', async () => {
    await shop.close();
    let isAway = false;
    shop = await startBuying(database, {
      network: (request, send) => {
        if (isAway && request.url.includes('/refunds')) throw new TypeError('fetch failed');
        return send(request);
      },
    });
    jane = await shop.customer('jane');
    const { orderId } = await buy(['bird', 'whale']);
    isAway = true;
    const { body } = await refund(orderId, [{ line: 0 }]);
    expect(body).toMatchObject({ state: 'decided', order: { lines: [{ refunded: 10 }] } });
    expect(await seen(orderId)).toMatchObject({ refunded: 0, refunding: 10 });
    expect((await refund(orderId, [{ line: 0 }])).status).toBe(409);
    expect(await stockOf('bird'), 'items come back with the money').toBe(9);
    isAway = false;
    shop.wait(60 * 60);
    await reconcile(shop.service);
    expect(await seen(orderId)).toMatchObject({ refunded: 10, refunding: 0 });
    expect(await stockOf('bird')).toBe(10);
    expect((await sale(orderId)).state).toBe('refunded');
  });

  test('[S-10] a verified purchase ends with the money of its own line', async () => {
    const { orderId } = await buy(['bird', 'bat']);
    for (const product_id of ['bird', 'bat'])
      await jane.post('/review', { product_id, rate: 5, review_text: 'Very good indeed.' });
    await refund(orderId, [{ line: 0 }]);
    const verified = async (id: string) => (await shop.api.get(`/review/product/${id}`)).body[0].verified_purchase;
    expect([await verified('bird'), await verified('bat')]).toEqual([false, true]);
  });

  test('[S-10] lines of others, odd amounts, no reason, an editor and an old sign-in are refused, and nothing goes back', async () => {
    const { orderId } = await buy(['bird', 'whale']);
    expect((await refund(orderId, [{ line: 1 }])).body.refusal).toBe('no_such_line');
    const odd = [
      [{ line: 0, amount: 0 }],
      [{ line: 0, amount: -1 }],
      [{ line: 0, amount: 1.005 }],
      [],
      [{ line: 0 }, { line: 0 }],
    ];
    for (const lines of odd) expect((await refund(orderId, lines)).status, JSON.stringify(lines)).toBe(400);
    expect((await refund(orderId, [{ line: 0 }], ' ')).status).toBe(400);
    const body = { lines: [{ line: 0 }], reason: 'x' };
    expect((await (await as('editor')).post(`${sales}/${orderId}/refund`, body)).status).toBe(404);
    expect((await (await as('stranger')).post(`${sales}/${orderId}/refund`, body)).status).toBe(404);
    const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;
    expect(await (await as('owner', { auth_time: hourAgo })).post(`${sales}/${orderId}/refund`, body)).toMatchObject({
      status: 409,
      body: { refusal: 'sign_in_again' },
    });
    expect(await seen(orderId)).toMatchObject({ refunded: 0, refunding: 0 });
  });

  test('[S-10] the receipt of the order still adds up', async () => {
    const { orderId } = await buy(['bird', 'whale']);
    await refund(orderId, [{ line: 0, amount: 4 }]);
    const { body } = await jane.get(`/order/${orderId}`);
    expect(body.total - body.refunded).toBe(36);
    expect(body.refunds.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(body.refunded);
    expect((await jane.get(`/order/${orderId}/receipt.pdf`)).status).toBe(200);
  });
});

describe('an order of several shops', () => {
  const refund = async (account: string, seller: string, orderId: string, lines: object[]) =>
    (await as(account)).post(`/seller/${seller}/order/${orderId}/refund`, { lines, reason: 'It is broken.' });

  test("[S-13] a webhook tells whether anything of the shop's own lines is left, and nothing of others'", async () => {
    await database.kysely
      .insertInto('api.webhook')
      .values({
        webhook_id: 'w1',
        seller_id: 'ours',
        url: 'https://hooks.example/',
        secret: Buffer.from('sealed'),
        events: JSON.stringify(['order.refunded']),
      })
      .execute();
    const { orderId } = await buy(['bird', 'bat', 'whale']);
    await refund('owner', 'ours', orderId, [{ line: 0 }]);
    await refund('owner', 'ours', orderId, [{ line: 1 }]);
    const deliveries = await database.kysely
      .selectFrom('api.webhook_delivery')
      .select('body')
      .orderBy('created_at')
      .execute();
    expect(deliveries.map(({ body }) => JSON.parse(body).data.whole)).toEqual([false, true]);
  });

  test('[S-10] what was free of one shop stays owed when another gives back all that was paid', async () => {
    await database.kysely
      .updateTable('api.product')
      .set({ price_micros: 0 })
      .where('product_id', '=', 'whale')
      .execute();
    prices.whale = 0;
    const { orderId } = await buy(['bird', 'whale']);
    prices.whale = 30;
    expect((await refund('owner', 'ours', orderId, [{ line: 0 }])).status).toBe(200);
    const [theirs] = (await (await as('stranger')).get('/seller/theirs/order')).body;
    expect(theirs.state).toBe('to_deliver');
    expect([await stockOf('bird'), await stockOf('whale')]).toEqual([10, 9]);
    expect((await (await as('stranger')).post(`/seller/theirs/order/${orderId}/deliver`, {})).body.state).toBe(
      'delivered',
    );
    expect((await sale(orderId)).state).toBe('refunded');
  });

  test('[S-10] shop, other member and operator at once never give back more than was paid', async () => {
    const { orderId } = await buy(['bird', 'bat', 'whale']);
    const answers = await Promise.all([
      refund('owner', 'ours', orderId, [{ line: 0 }, { line: 1 }]),
      refund('finance', 'ours', orderId, [{ line: 1 }]),
      refund('stranger', 'theirs', orderId, [{ line: 0 }]),
      refundOrder(shop.service, { orderId, amountCents: 4_000, reason: '' }),
      refundOrder(shop.service, { orderId, amountCents: null, reason: '' }),
    ]);
    expect(answers.length).toBe(5);
    const order = await seen(orderId);
    expect(order.refunded + order.refunding).toBeLessThanOrEqual(60);
    const sum = order.refunds.reduce((all: number, { amount }: { amount: number }) => all + amount, 0);
    expect(sum).toBe(order.refunded);
  });

  test('[S-10] amounts of any kind are answered, and nothing but whole cents of dollars goes back', async () => {
    const { orderId } = await buy(['bird', 'whale']);
    const amounts = [2 ** 53, 1e21, -0, 0.001, 10.000001, '5', null, true, [], 1e-7];
    for (const amount of amounts)
      expect((await refund('owner', 'ours', orderId, [{ line: 0, amount }])).status, String(amount)).toBe(400);
    for (const line of [0.5, -1, '0', null, 2 ** 53, 70_000])
      expect([400, 404], String(line)).toContain((await refund('owner', 'ours', orderId, [{ line }])).status);
    expect((await refund('owner', 'ours', orderId, [{ line: 0, amount: 5, currency: 'EUR' }])).status).toBe(400);
    const odd = await (await as('owner')).post(`${sales}/${orderId}/refund`, {
      lines: [{ line: 0 }],
      reason: 'x',
      currency: 'EUR',
    });
    expect(odd.status, 'another currency').toBe(400);
    expect(await seen(orderId)).toMatchObject({ refunded: 0, refunding: 0 });
    for (const amount of [0.1, 0.2, 0.29, 1.1, 8.31])
      expect((await refund('owner', 'ours', orderId, [{ line: 0, amount }])).status, String(amount)).toBe(200);
    expect(await sale(orderId)).toMatchObject({ state: 'refunded', lines: [{ refunded: 10 }] });
  });

  test('[S-10] a line whose whole money is on its way back is not delivered any more', async () => {
    await shop.close();
    let isAway = false;
    shop = await startBuying(database, {
      network: (request, send) => {
        if (isAway && request.url.includes('/refunds')) throw new TypeError('fetch failed');
        return send(request);
      },
    });
    jane = await shop.customer('jane');
    const { orderId } = await buy(['bird', 'whale']);
    isAway = true;
    expect((await refund('owner', 'ours', orderId, [{ line: 0 }])).body.state).toBe('decided');
    const answer = await (await as('owner')).post(`${sales}/${orderId}/deliver`, {});
    expect([answer.status, answer.body.refusal]).toEqual([409, 'nothing_to_deliver']);
  });
});

test('[S-15] what was paid after the shop was suspended, and goes back, is no sale of it', async () => {
  await shop.close();
  shop = await startBuying(database, { webhooks: 'lost' });
  jane = await shop.customer('jane');
  const { body } = await jane.post('/checkout-session', { items: [{ product_id: 'bird', quantity: 1 }], amount: 10 });
  expect(await shop.pay(body.checkout_url)).toBe(303);
  await database.kysely
    .updateTable('api.seller')
    .set({ state: 'suspended', reason: 'Fraud.' })
    .where('seller_id', '=', 'ours')
    .execute();
  await database.kysely.updateTable('api.product').set({ listed: false }).where('seller_id', '=', 'ours').execute();
  shop.wait(3_600);
  await reconcile(shop.service);
  expect((await seen(body.order_id)).order_status).toBe('refunded');
  expect((await (await as('owner')).get(sales)).body).toEqual([]);
  expect((await (await as('owner')).get(`${sales}/${body.order_id}`)).status).toBe(404);
});

describe('open orders of a shop that does not act', () => {
  const suspend = (sellerId: string) =>
    database.kysely
      .updateTable('api.seller')
      .set({ state: 'suspended', reason: 'Fraud.' })
      .where('seller_id', '=', sellerId)
      .execute();
  const ofStaff = '/admin/seller/ours/order';
  beforeEach(async () => {
    for (const role of ['admin', 'finance', 'support', 'catalogue'] as const)
      await storeStaff(database, `staff-${role}`, role);
  });

  test('[S-15] the staff see the lines of the shop, and where to deliver to, and deliver them', async () => {
    const { orderId } = await buy(['bird', 'whale']);
    await suspend('ours');
    const support = await as('staff-support');
    expect((await support.get(`${ofStaff}?state=to_deliver`)).body).toMatchObject([
      { order_id: orderId, contact: null, lines: [{ product_id: 'bird' }] },
    ]);
    expect((await support.get(`${ofStaff}/${orderId}`)).body.contact).toBe('jane@example.com');
    expect((await support.post(`${ofStaff}/${orderId}/deliver`, { lines: [1] })).body.refusal).toBe('no_such_line');
    for (let time = 0; time < 2; time++)
      expect((await support.post(`${ofStaff}/${orderId}/deliver`, {})).body.state).toBe('delivered');
    expect((await audit(orderId)).filter(({ action }) => action === 'order.delivered')).toMatchObject([
      { details: { seller: 'ours', by: 'staff-support', as: 'staff', lines: '0' } },
    ]);
    expect((await support.get(`${ofStaff}?state=to_deliver`)).body).toEqual([]);
    expect((await support.post(`${ofStaff}/${orderId}/refund`, { lines: [{ line: 0 }], reason: 'x' })).status).toBe(
      403,
    );
  });

  test('[S-15] the staff refund a line, once, after a sign-in of the last minutes', async () => {
    const { orderId } = await buy(['bird', 'whale']);
    await suspend('ours');
    const body = { lines: [{ line: 0, amount: 4 }], reason: 'The shop is suspended.' };
    const old = await as('staff-finance', { auth_time: Math.floor(Date.now() / 1_000) - 3_600 });
    expect((await old.post(`${ofStaff}/${orderId}/refund`, body)).body.refusal).toBe('sign_in_again');
    const staff = await as('staff-finance');
    for (let time = 0; time < 2; time++)
      expect(await staff.post(`${ofStaff}/${orderId}/refund`, body, { 'idempotency-key': 'once' })).toMatchObject({
        status: 200,
        body: { amount: 4, state: 'succeeded', order: { lines: [{ refunded: 4 }] } },
      });
    expect((await seen(orderId)).refunded).toBe(4);
    expect((await audit(orderId)).filter(({ action }) => action === 'order.refund_decided')).toMatchObject([
      { details: { seller: 'ours', by: 'staff-finance', as: 'staff' } },
    ]);
    expect((await staff.post(`${ofStaff}/${orderId}/deliver`, {})).status).toBe(403);
    expect((await (await as('staff-catalogue')).get(ofStaff)).status).toBe(403);
    expect((await (await as('owner')).get(ofStaff)).status).toBe(404);
    for (const path of ['/admin/seller/nobody/order', '/admin/seller/%00/order', `${ofStaff}/NONE`])
      expect((await staff.get(path)).status, path).toBe(404);
  });

  test("[S-15] nobody of the staff settles an own shop's orders, and nobody those of a shop that acts itself", async () => {
    const { orderId } = await buy(['bird', 'whale']);
    const admin = await as('staff-admin');
    const body = { lines: [{ line: 0 }], reason: 'x' };
    const refusals = async () => [
      (await admin.post(`${ofStaff}/${orderId}/deliver`, {})).body.refusal,
      (await admin.post(`${ofStaff}/${orderId}/refund`, body)).body.refusal,
    ];
    expect(await refusals()).toEqual(['seller_acting', 'seller_acting']);
    await suspend('ours');
    await database.kysely
      .insertInto('api.seller_member')
      .values({ seller_id: 'ours', account_id: 'staff-admin', user_id: addressOf('staff-admin'), role: 'finance' })
      .execute();
    expect(await refusals()).toEqual(['own_shop', 'own_shop']);
    expect((await sale(orderId)).lines).toMatchObject([{ refunded: 0, delivered_at: null }]);
  });

  test('[S-16] of a shop that closes without an owner the staff deliver what is left', async () => {
    const { orderId } = await buy(['whale']);
    await database.kysely
      .updateTable('api.seller')
      .set({ state: 'closing' })
      .where('seller_id', '=', 'theirs')
      .execute();
    const deliver = async () => (await as('staff-admin')).post(`/admin/seller/theirs/order/${orderId}/deliver`, {});
    expect((await deliver()).body.refusal).toBe('seller_acting');
    await database.kysely.deleteFrom('api.seller_member').where('seller_id', '=', 'theirs').execute();
    expect((await deliver()).body.state).toBe('delivered');
  });

  test('[G-14] what the buyer has downloaded stands at the line before its money goes back, and the refund ends it', async () => {
    const { release_id } = await storeRelease(
      { database, storage: shop.api.storage },
      { product_id: 'bird', seller_id: 'ours', files: { 'a.csv': 'aaaa', 'b.csv': 'bbbb' } },
    );
    const goods = JSON.stringify({ files: { release: release_id, updates: 'none' } });
    await database.kysely.updateTable('api.product').set({ goods }).where('product_id', '=', 'bird').execute();
    const { orderId } = await buy(['bird', 'bat']);
    const nothing = { downloaded: 0, started: 0, files: 2, last_at: null };
    const lines = async () => (await sale(orderId)).lines.map(({ downloads }) => downloads);
    expect(await lines()).toEqual([nothing, undefined]);
    const { body } = await jane.post(`/library/${orderId}-0/download`, { release_id });
    const get = (index: number, headers = {}) =>
      shop.api.fetch(new Request(body.links[index].url, { headers, method: 'GET' }));
    expect(await (await get(0)).text()).toBe('aaaa');
    expect(await (await get(1, { range: 'bytes=0-1' })).text()).toBe('bb');
    await until(async () =>
      expect(await lines()).toEqual([{ downloaded: 1, started: 2, files: 2, last_at: expect.any(String) }, undefined]),
    );
    const staff = await as('staff-finance');
    expect((await staff.get(ofStaff)).body[0].lines[0].downloads).toMatchObject({ downloaded: 1, files: 2 });
    const refund = { lines: [{ line: 0 }], reason: 'Half of them were missing.' };
    expect((await (await as('owner')).post(`${sales}/${orderId}/refund`, refund)).status).toBe(200);
    expect((await get(1)).status).toBe(404);
    expect((await lines())[0]).toMatchObject({ downloaded: 1, files: 2 });
  });
});
