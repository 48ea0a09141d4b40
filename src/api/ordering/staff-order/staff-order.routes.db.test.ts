import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { billing, sessionOf } from '../../../../test/parts/shop-of-one-product.ts';
import type { OrderEvent } from '../../../contract/ordering/staff-order/staff-order.ts';
import { issueInvoices } from '../../money/invoice/issue-invoices.ts';
import { readSellerWallet } from '../../money/wallet/read-wallet.ts';
import { lockOrder } from '../order/order.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let jane: Awaited<ReturnType<Buying['customer']>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  await emptyTables(database, ['platform.rate_limit']);
  shop = await startBuying(database);
  jane = await shop.customer('jane');
  await storeSeller(database, { seller_id: 'ours', name: 'Data Forge', address: 'data-forge' }, { owner: 'owner' });
  for (const role of ['support', 'finance', 'admin', 'catalogue'] as const) await storeStaff(database, role, role);
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({
        product_id: 'bird',
        product_name: 'Bird songs',
        price_micros: 10_000_000,
        stock: 50,
        seller_id: 'ours',
      }),
      aProduct({ product_id: 'gpu', product_name: 'GPU hour', price_micros: 40_000_000, stock: 50 }),
    ])
    .execute();
});
afterEach(() => shop.close());
afterAll(() => database.close());

const as = (account: string, claims: object = {}) =>
  shop.api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: Math.floor(Date.now() / 1_000), amr: ['pwd', 'mfa'], ...claims },
  );
const at = (orderId: string, rest = '') => `/admin/order/${orderId}${rest}`;
const titles = (events: OrderEvent[]) => events.map(({ title }) => title);
const items = [
  { product_id: 'bird', quantity: 1 },
  { product_id: 'gpu', quantity: 1 },
];

async function buy(): Promise<string> {
  const { body, status } = await jane.post('/checkout-session', { items, amount: 50 });
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.pay(body.checkout_url);
  await jane.get(`/success?session_id=${sessionOf(body.checkout_url)}`);
  return body.order_id;
}

async function orderByTransfer(): Promise<string> {
  const { body, status } = await jane.post('/order', { items, amount: 50, billing, payment_method: 'transfer' });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.order_id;
}

async function audit(orderId: string) {
  const { rows } = await sql<{ action: string; details: Record<string, unknown> }>`
    select action, details from platform.audit_entry where subject_id = ${orderId} order by id`.execute(
    database.kysely,
  );
  return rows;
}

describe('[B-07] an order', () => {
  test('[B-07] is told with all that is known of it, and what can be done now', async () => {
    const orderId = await buy();
    const { body } = await (await as('finance')).get(at(orderId));
    expect(body).toMatchObject({
      order_id: orderId,
      status: 'paid',
      buyer: { email: 'jane@example.com' },
      total: 50,
      refundable: 50,
      payment: { method: 'card', pay_at: null },
      refund_targets: ['card', 'wallet'],
      lines: [
        { product_id: 'bird', seller: { seller_id: 'ours', name: 'Data Forge', suspended: false }, left: 10 },
        { product_id: 'gpu', seller: null, left: 40 },
      ],
    });
    const why = Object.fromEntries(
      body.actions.map(({ action, why_not }: { action: string; why_not: string | null }) => [action, why_not]),
    );
    expect(why).toEqual({
      refund: null,
      cancel: 'It is paid: refund it instead.',
      paid: 'It is paid by card: the payment provider says when.',
      accept: 'No other amount than the total waits to be accepted.',
      receipt: null,
      note: null,
    });
    const support = (await (await as('support')).get(at(orderId))).body;
    expect(support.actions.map(({ action }: { action: string }) => action)).toEqual([
      'fulfil',
      'cancel',
      'receipt',
      'note',
    ]);
  });

  test('[B-07] has one timeline, newest first, page by page, by what it is about', async () => {
    const orderId = await buy();
    await issueInvoices(
      { db: database.kysely, issuers: 'operator', operator: shop.service.shop, lockOrder, now: shop.service.now },
      orderId,
    );
    const finance = await as('finance');
    const { body } = await finance.get(at(orderId, '/event'));
    expect(titles(body)).toEqual(
      expect.arrayContaining([
        'Placed',
        'Paid $50.00 by card',
        '$50.00 booked to this order',
        'Mail to the buyer',
        expect.stringMatching(/^Invoice /),
      ]),
    );
    expect(titles(body).at(-1)).toBe('Placed');
    const transfer = body.find(({ kind }: OrderEvent) => kind === 'ledger');
    expect((await finance.get(`/admin/ledger/transfer/${transfer.transfer_id}`)).status).toBe(200);
    // Page by page the same, nothing twice and nothing left out.
    const paged: OrderEvent[] = [];
    let next: string | null = at(orderId, '/event?limit=2');
    while (next) {
      const answer: { body: OrderEvent[]; headers: Headers } = await finance.get(next);
      paged.push(...answer.body);
      next = /<\/api([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
    }
    expect(paged).toEqual(body);
    for (const group of ['money', 'delivery', 'words'] as const) {
      const some = (await finance.get(at(orderId, `/event?group=${group}`))).body;
      expect(some).toEqual(body.filter((event: OrderEvent) => event.group === group));
    }
    const support = (await (await as('support')).get(at(orderId, '/event'))).body;
    expect(support.every(({ transfer_id }: OrderEvent) => transfer_id === null)).toBe(true);
    expect(titles(support).some((title) => title.startsWith('Invoice'))).toBe(false);
  });

  test('[B-07] says what is planned before what happened', async () => {
    await database.kysely
      .insertInto('api.holding_rule')
      .values({
        rule_id: 'h',
        seller_id: 'ours',
        hours: 48,
        category: null,
        from_at: new Date('2026-01-01'),
        created_by: 'x',
      })
      .execute();
    const orderId = await buy();
    await (await as('support')).post(at(orderId, '/fulfil'), { all: true });
    const { body } = await (await as('finance')).get(at(orderId, '/event'));
    expect(body[0]).toMatchObject({ planned: true, title: '$10.00 goes to Data Forge', group: 'money' });
    expect((await readSellerWallet(database.kysely as never, 'ours')).waiting).toMatchObject({ amount: 10, sales: 1 });
    // Fully refunded lines bring nothing: they are neither planned, nor do they wait.
    const finance = await as('finance');
    const asked = { of: 'lines', lines: [{ line: 0 }] };
    const { seen } = (await finance.post(at(orderId, '/refund/preview'), asked)).body;
    const refund = JSON.stringify({ ...asked, reason: 'It never came.', seen });
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'whole' };
    expect((await finance.send('POST', at(orderId, '/refund'), headers, refund)).status).toBe(200);
    const { body: events } = await finance.get(at(orderId, '/event'));
    expect(events.filter(({ planned }: OrderEvent) => planned)).toEqual([]);
    expect((await readSellerWallet(database.kysely as never, 'ours')).waiting).toEqual({
      amount: 0,
      sales: 0,
      next_at: null,
      lines: [],
    });
    await emptyTables(database, ['api.holding_rule']);
  });

  test.each([
    ['a NUL', 'a%00b'],
    ['another id', 'ABCDEFGHJKLM'],
    ['a lone surrogate', '%ED%A0%80'],
  ])('[B-07] with %s there is none', async (_what, id) => {
    expect((await (await as('admin')).get(at(id))).status).toBe(404);
    expect((await (await as('admin')).get(at(id, '/event'))).status).toBe(404);
    expect((await (await as('admin')).post(at(id, '/note'), { text: 'x' })).status).toBe(404);
  });

  test.each([
    '?after=nonsense',
    '?limit=0',
    '?group=other',
    `?after=${Buffer.from(JSON.stringify(['1', 'a\u0000'])).toString('base64url')}`,
  ])('[B-07] its timeline refuses %s', async (query) => {
    expect((await (await as('admin')).get(at(await buy(), `/event${query}`))).status).toBe(400);
  });
});

describe('[B-07] a refund', () => {
  const key = { 'idempotency-key': 'one' };
  const refund = async (
    orderId: string,
    asked: object,
    given: { seen?: string; headers?: object; as?: string } = {},
  ) => {
    const who = await as(given.as ?? 'finance');
    const seen = given.seen ?? (await who.post(at(orderId, '/refund/preview'), asked)).body.seen;
    const body = { ...asked, reason: 'It never came.', seen };
    return who.send(
      'POST',
      at(orderId, '/refund'),
      { 'content-type': 'application/json', ...key, ...given.headers },
      JSON.stringify(body),
    );
  };

  test('[B-07] is shown with who bears it, and made as it was shown; sent again it is the same', async () => {
    const orderId = await buy();
    const asked = { of: 'lines', lines: [{ line: 0 }, { line: 1, amount: 12.5 }] };
    const shown = (await (await as('finance')).post(at(orderId, '/refund/preview'), asked)).body;
    expect(shown).toMatchObject({
      amount: 22.5,
      parts: [{ to: 'card', amount: 22.5 }],
      bearers: [
        { who: 'seller', seller: { seller_id: 'ours', name: 'Data Forge' }, amount: -10, from: 'held', owed: 0 },
        { who: 'own', seller: null, amount: -12.5 },
      ],
    });
    const made = await refund(orderId, asked);
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(made.body).toMatchObject({ amount: 22.5, state: 'succeeded', order: { refunded: 22.5, refundable: 27.5 } });
    const again = await refund(orderId, asked, { seen: shown.seen });
    expect(again.body).toMatchObject({ amount: 22.5, order: { refunded: 22.5 } });
    const other = await refund(orderId, { of: 'amount', amount: 1 });
    expect(other).toMatchObject({ status: 409, body: { refusal: 'request_key_reused' } });
    expect((await audit(orderId)).find(({ action }) => action === 'order.refund_decided')?.details).toMatchObject({
      by: 'finance',
      as: 'staff',
      amount_cents: 2_250,
    });
    const { body: events } = await (await as('finance')).get(at(orderId, '/event?group=money'));
    expect(events.find(({ title }: OrderEvent) => title === 'Refund of $22.50 decided')).toMatchObject({
      text: 'It never came.',
      by: 'finance',
    });
  });

  test('[B-07] a colleague was faster: nothing is done, and what it would be now is told', async () => {
    const orderId = await buy();
    const asked = { of: 'order' };
    const { seen } = (await (await as('finance')).post(at(orderId, '/refund/preview'), asked)).body;
    await refund(orderId, { of: 'amount', amount: 20 }, { as: 'admin', headers: { 'idempotency-key': 'two' } });
    const late = await refund(orderId, asked, { seen });
    expect(late).toMatchObject({ status: 409, body: { refusal: 'refund_changed', current: { amount: 30 } } });
    expect((await jane.get(`/order/${orderId}`)).body.refunded).toBe(20);
    const now = await refund(orderId, asked, { seen: late.body.current.seen });
    expect(now.body).toMatchObject({ amount: 30, order: { status: 'refunded', refundable: 0 } });
  });

  test('[B-07] goes to the wallet where that is said', async () => {
    const orderId = await buy();
    const made = await refund(orderId, { of: 'amount', amount: 5, to: 'wallet' });
    expect(made.body).toMatchObject({ state: 'succeeded', order: { refunds: [{ to: 'wallet', amount: 5 }] } });
    expect((await jane.get('/buyer-wallet')).body.balance).toBe(5);
  });

  test('[B-07] asks for a sign-in of the last minutes, a key and a mark; and nobody refunds an own order or an own shop', async () => {
    const orderId = await buy();
    const body = { of: 'order', reason: 'why', seen: 'x' };
    const old = await as('finance', { auth_time: Math.floor(Date.now() / 1_000) - 3_600 });
    expect((await old.post(at(orderId, '/refund'), body)).body.refusal).toBe('sign_in_again');
    expect((await (await as('finance')).post(at(orderId, '/refund'), body)).status, 'without a key').toBe(400);
    const member = { account_id: 'finance', role: 'editor' as const, user_id: addressOf('finance') };
    await database.kysely
      .insertInto('api.seller_member')
      .values({ ...member, seller_id: 'ours' })
      .execute();
    const own = await (await as('finance')).post(at(orderId, '/refund/preview'), { of: 'order' });
    expect(own).toMatchObject({ status: 409, body: { refusal: 'own_shop' } });
    const { actions } = (await (await as('finance')).get(at(orderId))).body;
    expect(actions.find(({ action }: { action: string }) => action === 'refund').why_not).toContain(
      'side of this order',
    );
  });

  test.each([
    [{ of: 'lines' }],
    [{ of: 'lines', lines: [] }],
    [{ of: 'lines', lines: [{ line: 0 }, { line: 0 }] }],
    [{ of: 'lines', lines: [{ line: -1 }] }],
    [{ of: 'amount' }],
    [{ of: 'amount', amount: 0 }],
    [{ of: 'amount', amount: 1.005 }],
    [{ of: 'order', amount: 5 }],
    [{ of: 'all' }],
    [{ of: 'order', to: 'bank' }],
  ])('[B-07] %j is not asked for', async (asked) => {
    const orderId = await buy();
    expect((await (await as('finance')).post(at(orderId, '/refund/preview'), asked)).status).toBe(400);
  });

  test('[B-07] more than is left, or a line that is not there, is refused in a sentence', async () => {
    const orderId = await buy();
    const ask = async (asked: object) => (await (await as('finance')).post(at(orderId, '/refund/preview'), asked)).body;
    expect(await ask({ of: 'amount', amount: 51 })).toMatchObject({ refusal: 'refund_too_large' });
    expect(await ask({ of: 'lines', lines: [{ line: 0, amount: 11 }] })).toMatchObject({
      refusal: 'line_refund_too_large',
    });
    expect(await ask({ of: 'lines', lines: [{ line: 7 }] })).toMatchObject({ refusal: 'no_such_line' });
    expect(await ask({ of: 'lines', lines: [{ line: 0 }] }).then(({ amount }) => amount)).toBe(10);
  });
});

describe('[B-07] what else is done with an order', () => {
  test('[B-07] fulfil says what it waits for, and all of it hands over the rest', async () => {
    const orderId = await buy();
    const support = await as('support');
    const own = await support.post(at(orderId, '/fulfil'), {});
    expect(own.body).toMatchObject({ waits_for: ['Data Forge'], order: { status: 'paid' } });
    expect((await audit(orderId)).find(({ action }) => action === 'order.delivered')?.details).toEqual({
      by: 'support',
      lines: '1',
    });
    const all = await support.post(at(orderId, '/fulfil'), { all: true });
    expect(all.body).toMatchObject({ waits_for: [], order: { status: 'fulfilled' } });
    expect((await support.post(at(orderId, '/fulfil'), {})).body.refusal).toBe('not_paid');
  });

  test('[B-07] cancel frees the items; what is paid is refunded instead', async () => {
    const orderId = await orderByTransfer();
    const support = await as('support');
    expect((await support.post(at(orderId, '/cancel'), {})).body.status).toBe('cancelled');
    expect((await support.post(at(orderId, '/cancel'), {})).body.refusal).toBe('not_waiting');
    expect((await support.post(at(await buy(), '/cancel'), {})).body.refusal).toBe('paid_meanwhile');
    expect((await audit(orderId)).at(-1)).toMatchObject({ action: 'order.cancelled', details: { by: 'support' } });
  });

  test('[B-07] a transfer is noted; late and at another price only when that is said', async () => {
    const finance = await as('finance');
    const inTime = await orderByTransfer();
    expect((await finance.post(at(inTime, '/paid'), {})).body).toMatchObject({ status: 'paid', received: 50 });
    // An answer that was lost is asked for again.
    expect((await finance.post(at(inTime, '/paid'), {})).body).toMatchObject({ status: 'paid', received: 50 });
    const late = await orderByTransfer();
    await finance.post(at(late, '/cancel'), {});
    await database.kysely
      .updateTable('api.product')
      .set({ price_micros: 45_000_000 })
      .where('product_id', '=', 'gpu')
      .execute();
    const asked = await finance.post(at(late, '/paid'), {});
    expect(asked).toMatchObject({
      status: 409,
      body: { refusal: 'order_ended_before', current: { ordered: 50, today: 55, can_be_taken: true } },
    });
    expect((await finance.get(at(late))).body.status, 'nothing was done').toBe('cancelled');
    expect((await finance.post(at(late, '/paid'), { late: true })).body).toMatchObject({ status: 'paid', total: 50 });
    const old = await as('finance', { auth_time: Math.floor(Date.now() / 1_000) - 3_600 });
    expect((await old.post(at(late, '/paid'), {})).body.refusal).toBe('sign_in_again');
  });

  test('[B-07] the amount of an order in review is accepted once', async () => {
    const orderId = await orderByTransfer();
    await database.kysely
      .updateTable('api.order')
      .set({ status: 'in_review', review_reason: 'amount', resume_status: 'pending', received_cents: 4_000 })
      .where('order_id', '=', orderId)
      .execute();
    const finance = await as('finance');
    expect((await finance.post(at(orderId, '/accept'), {})).body).toMatchObject({ status: 'paid', received: 40 });
    expect((await finance.post(at(orderId, '/accept'), {})).body.refusal).toBe('not_in_review');
  });

  test('[B-07] the receipt goes out again, three times an hour', async () => {
    const orderId = await buy();
    const support = await as('support');
    const before = shop.mails.length;
    expect((await support.post(at(orderId, '/receipt'), {})).status).toBe(200);
    expect(shop.mails.slice(before)).toMatchObject([
      {
        to: 'jane@example.com',
        subject: expect.stringContaining(orderId),
        attachments: [{ source: 'receipt', id: orderId }],
      },
    ]);
    for (let sent = 1; sent < 3; sent += 1) await support.post(at(orderId, '/receipt'), {});
    expect((await support.post(at(orderId, '/receipt'), {})).body.refusal).toBe('receipts_sent');
    const { body: events } = await support.get(at(orderId, '/event?group=words'));
    expect(titles(events).filter((title) => title === 'The receipt was sent again')).toHaveLength(3);
    expect(titles(events).filter((title) => title === 'Mail to the buyer')).toHaveLength(4);
    const unpaid = await orderByTransfer();
    expect((await support.post(at(unpaid, '/receipt'), {})).body.refusal).toBe('not_paid');
  });

  test('[B-07] a note is for the staff alone; who wrote it, or an administrator, takes it back for a day', async () => {
    const orderId = await buy();
    const support = await as('support');
    const noted = await support.post(at(orderId, '/note'), { text: ' Called Jane.\r\nShe waits. ' });
    expect(noted).toMatchObject({
      status: 201,
      body: { notes: [{ text: 'Called Jane.\nShe waits.', written_by: 'support', may_delete: true }] },
    });
    const [note] = noted.body.notes;
    const { body: events } = await (await as('finance')).get(at(orderId, '/event?group=words'));
    expect(events[0]).toMatchObject({
      kind: 'note',
      staff_only: true,
      by: 'support',
      text: 'Called Jane.\nShe waits.',
    });
    for (const answer of [
      await jane.get(`/order/${orderId}`),
      await (await as('owner')).get(`/seller/ours/order/${orderId}`),
    ])
      expect(JSON.stringify(answer.body)).not.toContain('Called Jane');
    const foreign = await (await as('finance')).delete(at(orderId, `/note/${note.note_id}`));
    expect(foreign.body.refusal).toBe('note_stays');
    shop.wait(25 * 3_600);
    expect((await (await as('admin')).get(at(orderId))).body.notes[0].may_delete).toBe(false);
    shop.wait(-24 * 3_600);
    expect((await support.delete(at(orderId, `/note/${note.note_id}`))).body.notes).toEqual([]);
    expect((await support.delete(at(orderId, `/note/${note.note_id}`))).status).toBe(404);
    expect((await audit(orderId)).slice(-2)).toEqual([
      { action: 'order.note_added', details: { by: 'support' } },
      { action: 'order.note_deleted', details: { by: 'support', written_by: 'support' } },
    ]);
  });

  test.each(['', '  ', '\u200b', 'a\u0000b', '\ud800', 'x'.repeat(2_001)])('[B-07] %j is no note', async (text) => {
    expect((await (await as('support')).post(at(await buy(), '/note'), { text })).status).toBe(400);
  });
});
