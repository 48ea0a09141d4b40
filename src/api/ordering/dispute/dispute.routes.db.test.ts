import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBalances } from '#ledger/entry.store.ts';
import { verifyLedger } from '#ledger/verify.store.ts';
import { dashboard } from '../../../../test/clients/payments-dashboard.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aPicture } from '../../../../test/factories/picture.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';
import { reconcile } from '../checkout/reconcile.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let ahead: number;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  await emptyTables(database, ['platform.rate_limit']);
  await storeSeller(
    database,
    { seller_id: 'ours', address: 'ours', name: 'Ours' },
    { owner: 'owner', editor: 'editor', finance: 'finance' },
  );
  await storeSeller(database, { seller_id: 'theirs', address: 'theirs' }, { stranger: 'owner' });
  for (const role of ['support', 'finance', 'admin'] as const) await storeStaff(database, `staff-${role}`, role);
  await storeStaff(database, 'staff-catalogue', 'catalogue');
  await database.kysely
    .insertInto('api.fee_rule')
    .values({
      rule_id: 'ten',
      name: 'Ten percent',
      rate_bp: 1_000,
      fixed_cents: 0,
      returned: true,
      from_at: new Date('2020-01-01'),
      created_by: 'test',
    })
    .execute();
  const product = { product_name: 'Bird calls', price_micros: 100_000_000, stock: null, seller_id: 'ours' };
  await database.kysely
    .insertInto('api.product')
    .values([aProduct({ product_id: 'birds', ...product }), aProduct({ product_id: 'bats', ...product })])
    .execute();
  shop = await startBuying(database);
  ahead = 0;
});
afterEach(async () => {
  // Whatever has happened: every transfer sums to zero, and every balance is that of its entries.
  const { faults } = await database.kysely.transaction().execute(verifyLedger);
  expect(faults).toEqual([]);
  await shop.close();
});
afterAll(() => database.close());

const octets = { 'content-type': 'application/octet-stream' };
const days = (count: number) => {
  shop.wait(count * 86_400);
  ahead += count * 86_400;
};
const as = (account: string) =>
  shop.api.signIn(
    { email: addressOf(account), nickname: account },
    { sub: account, auth_time: Math.floor(Date.now() / 1_000) + ahead },
  );

/** A paid order of the buyer's: birds and bats for $100.00 each. */
async function bought(): Promise<string> {
  const buyer = await as('buyer');
  const items = ['birds', 'bats'].map((product_id) => ({ product_id, quantity: 1 }));
  const { body } = await buyer.post('/checkout-session', { items, amount: 200 });
  expect(body.checkout_url, JSON.stringify(body)).toBeTruthy();
  await shop.pay(body.checkout_url);
  await expect.poll(async () => (await buyer.get('/success')).status).toBe(200);
  return body.order_id;
}

async function delivered(): Promise<string> {
  const orderId = await bought();
  expect((await (await as('owner')).post(`/seller/ours/order/${orderId}/deliver`, {})).status).toBe(200);
  return orderId;
}

/** The same, and its money is with the seller: $90.00 for each line, and the fee of $10.00 with the shop. */
async function released(): Promise<string> {
  const orderId = await delivered();
  days(15);
  await reconcile(shop.service);
  return orderId;
}

async function dispute(orderId: string, given: { line?: number; reason?: string } = {}): Promise<string> {
  const body = { line: 0, reason: 'not_as_described', text: 'There are no birds in it.', ...given };
  const opened = await (await as('buyer')).post(`/order/${orderId}/dispute`, body);
  expect(opened.status, JSON.stringify(opened.body)).toBe(201);
  return opened.body.dispute.dispute_id;
}

const decide = async (id: string, body: object, account = 'staff-support') =>
  (await as(account)).post(`/admin/dispute/${id}/decide`, { reason: 'We listened to it.', ...body });
const page = async (id: string, account = 'buyer') => (await (await as(account)).get(`/dispute/${id}`)).body;

/** In dollars. */
async function books(orderId: string) {
  const ids = {
    held: `order:${orderId}:held`,
    available: 'seller:ours:available',
    owed: 'seller:ours:owed',
    apart: 'disputes:held',
    fees: 'platform:fees',
    loss: 'platform:loss',
    card: 'external:card',
  };
  const balances = await findBalances(database.kysely, Object.values(ids));
  return Object.fromEntries(
    Object.entries(ids).flatMap(([name, id]) => (balances.get(id) ? [[name, (balances.get(id) ?? 0) / 100]] : [])),
  );
}

describe('[W-10] the money of a disputed line', () => {
  test('that waits in its order is not released before the dispute is over', async () => {
    const orderId = await delivered();
    const id = await dispute(orderId);
    days(1);
    await (await as('editor')).post(`/dispute/${id}/message`, { text: 'Listen to the second half.' });
    days(20);
    await reconcile(shop.service);
    expect(await books(orderId)).toEqual({ held: 100, available: 90, fees: 10, card: -200 });
    expect(await page(id)).toMatchObject({ money: 'waits_in_order', dispute: { state: 'answered' } });
    expect((await decide(id, { decision: 'seller' })).body).toMatchObject({
      dispute: { state: 'decided', decision: 'seller', decided_amount: 0, decision_reason: 'We listened to it.' },
    });
    await reconcile(shop.service);
    expect(await books(orderId)).toEqual({ available: 180, fees: 20, card: -200 });
  });

  test('that the seller has is moved apart, and in part it comes back to them', async () => {
    const orderId = await released();
    expect(await books(orderId)).toEqual({ available: 180, fees: 20, card: -200 });
    const id = await dispute(orderId);
    expect(await books(orderId)).toEqual({ available: 90, fees: 10, apart: 100, card: -200 });
    expect(await page(id)).toMatchObject({ money: 'set_apart' });
    expect((await decide(id, { decision: 'part', amount: 100 })).status).toBe(409);
    expect((await decide(id, { decision: 'part', amount: 40 })).status).toBe(200);
    expect(await books(orderId)).toEqual({ available: 144, fees: 16, card: -160 });
    expect(await page(id)).toMatchObject({ dispute: { decision: 'part', decided_amount: 40 }, may: { write: false } });
    const { body } = await (await as('buyer')).get(`/order/${orderId}`);
    expect(body).toMatchObject({ refunded: 40, products: [{ refunded: 40 }, {}] });
  });

  test('that the seller has and does not have any more is owed, and what comes back pays that first', async () => {
    const orderId = await released();
    await dispute(orderId);
    const second = await dispute(orderId, { line: 1 });
    expect(await books(orderId)).toEqual({ apart: 200, card: -200 });
    const { body } = await (await as('buyer')).post(`/dispute/${second}/withdraw`, {});
    expect(body).toMatchObject({ dispute: { state: 'withdrawn' }, money: 'with_seller' });
    expect(await books(orderId)).toEqual({ available: 90, fees: 10, apart: 100, card: -200 });
  });

  test('goes back at once where the seller refunds it: the dispute is settled, and nothing is taken twice', async () => {
    const orderId = await released();
    const id = await dispute(orderId);
    const finance = await as('finance');
    const part = { lines: [{ line: 0, amount: 30 }], reason: 'Half of it.' };
    expect((await finance.post(`/seller/ours/order/${orderId}/refund`, part)).status).toBe(200);
    expect(await books(orderId)).toEqual({ available: 90, fees: 10, apart: 70, card: -170 });
    expect(await page(id)).toMatchObject({ dispute: { state: 'open' } });
    const rest = { lines: [{ line: 0 }], reason: 'The rest.' };
    expect((await finance.post(`/seller/ours/order/${orderId}/refund`, rest)).status).toBe(200);
    expect(await books(orderId)).toEqual({ available: 90, fees: 10, card: -100 });
    expect(await page(id)).toMatchObject({ dispute: { state: 'settled' }, money: 'given_back' });
    expect((await decide(id, { decision: 'buyer' })).body.refusal).toBe('dispute_ended');
  });

  test('goes back once, where the seller is silent and several processes see it', async () => {
    const orderId = await released();
    const id = await dispute(orderId);
    days(6);
    await reconcile(shop.service);
    expect(await page(id)).toMatchObject({ dispute: { state: 'open' } });
    days(2);
    const late = await (await as('owner')).post(`/dispute/${id}/message`, { text: 'Sorry.' });
    expect(late.body.refusal).toBe('dispute_ended');
    await Promise.all([reconcile(shop.service), reconcile(shop.service)]);
    expect(await page(id)).toMatchObject({ dispute: { state: 'lost_by_silence', decided_amount: 100 } });
    expect(await books(orderId)).toEqual({ available: 90, fees: 10, card: -100 });
    expect(shop.mails.filter(({ subject }) => subject.startsWith('You get $100.00 back'))).toHaveLength(1);
  });

  test('is decided once, whoever decides at the same moment', async () => {
    const orderId = await released();
    const id = await dispute(orderId);
    const done = await Promise.all([
      decide(id, { decision: 'buyer' }),
      decide(id, { decision: 'seller' }, 'staff-admin'),
      (await as('finance')).post(`/seller/ours/order/${orderId}/refund`, { lines: [{ line: 0 }], reason: 'Sorry.' }),
    ]);
    expect(done.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
    const { dispute: ended } = await page(id);
    const { refunded } = (await (await as('buyer')).get(`/order/${orderId}`)).body;
    // The seller may refund what was decided for them; nobody gets it twice.
    expect([0, 100]).toContain(refunded);
    if (ended.state === 'settled' || ended.decision === 'buyer') expect(refunded).toBe(100);
    expect(await books(orderId)).toEqual(
      refunded === 100 ? { available: 90, fees: 10, card: -100 } : { available: 180, fees: 20, card: -200 },
    );
  });
});

describe('[G-14] machine time in a dispute', () => {
  /** A paid order of the buyer's: a machine for 24 hours at $10.00, which is disputed. */
  async function disputedMachine(): Promise<{ orderId: string; id: string }> {
    await database.kysely
      .insertInto('api.product')
      .values(
        aProduct({
          ...{ product_id: 'nest', seller_id: 'ours', price_micros: 10_000_000, stock: 5 },
          ...{ product_type: 'computing', price_unit: 'hour' },
          goods: JSON.stringify({ hours: { by: 'hand', minutes_each: 60, valid_days: 90 } }),
        }),
      )
      .execute();
    const buyer = await as('buyer');
    const items = [{ product_id: 'nest', quantity: 24 }];
    const { body } = await buyer.post('/checkout-session', { items, amount: 240 });
    await shop.pay(body.checkout_url);
    await expect.poll(async () => (await buyer.get(`/order/${body.order_id}`)).body.order_status).not.toBe('pending');
    return { orderId: body.order_id, id: await dispute(body.order_id) };
  }
  const leftOf = async (orderId: string) =>
    (await (await as('buyer')).get(`/library/${orderId}-0/hours`)).body.minutes_left;

  test('goes with a part of the money, as much as the decision says, and both sides read how much', async () => {
    const { orderId, id } = await disputedMachine();
    expect(await page(id, 'staff-support')).toMatchObject({ hours: { bought: 1_440, left: 1_440 } });
    expect(await page(id, 'finance')).toMatchObject({ hours: null });
    expect((await decide(id, { decision: 'part', amount: 120, minutes: 720 })).status).toBe(200);
    expect(await leftOf(orderId)).toBe(720);
    const { dispute: told, times } = await page(id, 'owner');
    expect(told).toMatchObject({ decision: 'part', decided_amount: 120, decided_minutes: 720 });
    expect(times.at(-1)).toMatchObject({ what: 'refund_arrived', amount: 120, minutes: 720 });
    const { body: events } = await (await as('staff-support')).get(`/admin/order/${orderId}/event`);
    const titles = (events as Array<{ title: string; detail: string }>).map(({ title, detail }) => [title, detail]);
    expect(titles).toContainEqual(['12 h taken back', expect.stringContaining('Refunded in part.')]);
    expect(titles).toContainEqual(['The dispute was decided', expect.stringContaining('machine time: 12 h')]);
    const mails = shop.mails.filter(({ paragraphs }) => paragraphs.includes('Machine time that goes with it: 12 h.'));
    // The decision to both sides, of a shop to each of its people, and the refund to the buyer.
    expect([...new Set(mails.map(({ heading }) => heading))].sort()).toEqual([
      '$120.00 is on its way back',
      'A dispute was decided in part: $120.00 goes back',
      'You get $120.00 back',
    ]);
  });

  test('is refused where it is more than is left, and then nothing is decided', async () => {
    const { orderId, id } = await disputedMachine();
    const { status, body } = await decide(id, { decision: 'part', amount: 120, minutes: 1_441 });
    expect([status, body.refusal]).toEqual([409, 'line_time_too_long']);
    expect(JSON.stringify(body)).toContain('At most 24 h');
    expect(await page(id)).toMatchObject({ dispute: { state: 'open', decided_minutes: null } });
    expect(await leftOf(orderId)).toBe(1_440);
    expect((await (await as('buyer')).get(`/order/${orderId}`)).body.refunded).toBe(0);
  });

  test('stays where a part says none, and is said with a part alone', async () => {
    const { orderId, id } = await disputedMachine();
    for (const decision of ['buyer', 'seller'])
      expect((await decide(id, { decision, minutes: 60 })).status, decision).toBe(400);
    expect((await decide(id, { decision: 'part', amount: 120 })).status).toBe(200);
    expect(await leftOf(orderId)).toBe(1_440);
  });

  test('comes back where the refund of the decision fails', async () => {
    const { orderId, id } = await disputedMachine();
    await decide(id, { decision: 'part', amount: 120, minutes: 720 });
    const order = await database.kysely.selectFrom('api.order').select('payment_intent').executeTakeFirstOrThrow();
    const [refund] = (await shop.stripe.refunds.list({ payment_intent: order.payment_intent ?? '' })).data;
    await dashboard(shop.stripe).failRefund(refund?.id ?? '');
    await expect.poll(() => leftOf(orderId), { timeout: 10_000 }).toBe(1_440);
  });
});

describe('[W-10] a card payment that the bank asks for', () => {
  async function paymentOf(orderId: string): Promise<string> {
    const row = await database.kysely
      .selectFrom('api.order')
      .select('payment_intent')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    return row.payment_intent ?? '';
  }

  test('goes before the dispute of a line, which stands still, and goes on when the bank decides for the shop', async () => {
    const orderId = await released();
    const id = await dispute(orderId);
    days(3);
    const bank = dashboard(shop.stripe);
    const { id: asked } = await bank.dispute(await paymentOf(orderId));
    await expect.poll(async () => (await page(id)).dispute.waits_for_bank).toBe(true);
    expect(await books(orderId)).toEqual({ apart: 200, card: -200 });
    expect(await page(id)).toMatchObject({ money: 'with_bank', card_disputes: [{ dispute_id: asked, state: 'open' }] });
    expect((await decide(id, { decision: 'buyer' })).body.refusal).toBe('bank_decides');
    days(30);
    await reconcile(shop.service);
    expect(await page(id)).toMatchObject({ dispute: { state: 'open' } });
    await bank.winDispute(asked);
    await expect.poll(async () => (await page(id)).dispute.waits_for_bank).toBe(false);
    expect(await books(orderId)).toEqual({ available: 90, fees: 10, apart: 100, card: -200 });
    // Three of the seven days had gone.
    days(3);
    await reconcile(shop.service);
    expect(await page(id)).toMatchObject({ dispute: { state: 'open' } });
    days(2);
    await reconcile(shop.service);
    expect(await page(id)).toMatchObject({ dispute: { state: 'lost_by_silence' } });
    expect(await books(orderId)).toEqual({ available: 90, fees: 10, card: -100 });
  });

  test('and gets settles the dispute of the line', async () => {
    const orderId = await released();
    const id = await dispute(orderId);
    const bank = dashboard(shop.stripe);
    const { id: asked } = await bank.dispute(await paymentOf(orderId));
    await expect.poll(async () => (await page(id)).dispute.waits_for_bank).toBe(true);
    await bank.loseDispute(asked);
    await expect.poll(async () => (await page(id)).dispute.state).toBe('settled');
    expect(await books(orderId)).toEqual({});
    expect(await page(id)).toMatchObject({ money: 'given_back', card_disputes: [{ state: 'lost' }] });
  });

  test('has the same page, on which both sides write and attach; shops read their own alone', async () => {
    const orderId = await released();
    const { id } = await dashboard(shop.stripe).dispute(await paymentOf(orderId));
    await expect.poll(async () => (await (await as('owner')).get(`/dispute/${id}`)).status).toBe(200);
    expect(await page(id, 'owner')).toMatchObject({
      side: 'seller',
      dispute: { kind: 'card', state: 'open', amount: 200, product: null },
      may: { write: true, decide: false, refund: false },
      money: 'with_bank',
    });
    expect((await (await as('owner')).post(`/dispute/${id}/message`, { text: 'They have it.' })).status).toBe(201);
    expect(await page(id, 'staff-finance')).toMatchObject({ messages: [{ side: 'seller', text: 'They have it.' }] });
    expect((await (await as('stranger')).get(`/dispute/${id}`)).status).toBe(404);
    expect((await decide(id, { decision: 'buyer' })).body.refusal).toBe('bank_decides');
    const listed = await Promise.all([
      (await as('buyer')).get('/dispute?open=true'),
      (await as('editor')).get('/seller/ours/dispute?open=true'),
    ]);
    for (const { body } of listed) expect(body).toMatchObject([{ dispute_id: id, kind: 'card' }]);
    const { body: all } = await (await as('staff-support')).get('/admin/dispute?state=bank&kind=card');
    expect(all).toMatchObject([{ id, order_id: expect.any(String), about: 'The whole payment' }]);
  });
});

describe('[W-10] when a bank asks for a card payment', () => {
  test('the shops that sold for it and the operator are told by mail, with the day until which evidence is taken', async () => {
    const orderId = await released();
    const row = await database.kysely.selectFrom('api.order').select('payment_intent').executeTakeFirstOrThrow();
    const bank = dashboard(shop.stripe);
    shop.mails.length = 0;
    const { id, evidence_details: evidence } = await bank.dispute(row.payment_intent ?? '');
    const due = new Date((evidence.due_by ?? 0) * 1_000).toISOString();
    const bankMails = () => shop.mails.filter(({ subject }) => subject.includes(orderId) && subject.includes('bank'));
    await expect
      .poll(() => bankMails().map(({ to }) => to))
      .toEqual(expect.arrayContaining([addressOf('owner'), addressOf('editor'), shop.service.shop.email]));
    const byAddress = new Map(bankMails().map((mail) => [mail.to, mail]));
    const [toOwner, toOperator] = [byAddress.get(addressOf('owner')), byAddress.get(shop.service.shop.email)];
    for (const mail of [toOwner, toOperator]) expect(mail?.paragraphs.join(' ')).toContain(due.slice(11, 16));
    expect(toOwner?.action?.url).toContain(`/profile/disputes/${id}`);
    expect(toOperator?.action?.url).toContain(`/admin/disputes/${id}`);
    expect(byAddress.has(addressOf('stranger'))).toBe(false);
    const moment = { at: due, what: 'evidence_until', planned: true, amount: null, minutes: null };
    // The mails here are told of before the transaction that writes them is over.
    await expect.poll(() => page(id, 'owner')).toMatchObject({ dispute: { dispute_id: id } });
    for (const reader of ['owner', 'staff-finance'])
      expect(await page(id, reader)).toMatchObject({
        dispute: { evidence_until: due },
        card_disputes: [{ evidence_until: due }],
        times: expect.arrayContaining([moment]),
      });
    expect(await page(id, 'buyer')).toMatchObject({ dispute: { evidence_until: null } });
    const overview = async () =>
      (await (await as('staff-finance')).get('/admin/overview')).body.attention.find(
        ({ kind }: { kind: string }) => kind === 'card_disputes',
      )?.count ?? 0;
    expect(await overview()).toBe(1);
    // Handed in: the bank looks at it now.
    await shop.stripe.disputes.update(id, { evidence: { uncategorized_text: 'Delivered and downloaded.' } });
    await expect.poll(overview).toBe(0);
    expect(await page(id, 'owner')).toMatchObject({ dispute: { state: 'open', evidence_until: null } });
    await bank.winDispute(id);
    await expect
      .poll(() => bankMails().filter(({ heading }) => heading.includes('decided for the shop')).length)
      .toBe(3);
  });
});

describe('[W-10] a dispute', () => {
  test('is opened in its time, by the buyer alone, and once for a line', async () => {
    const orderId = await bought();
    const buyer = await as('buyer');
    const body = { line: 0, reason: 'not_delivered', text: 'Where is it?' };
    const open = (more = {}) => buyer.post(`/order/${orderId}/dispute`, { ...body, ...more });
    expect((await open()).body.refusal).toBe('dispute_too_early');
    expect((await buyer.get(`/order/${orderId}/dispute`)).body.lines[0]).toMatchObject({
      product_name: 'Bird calls',
      seller: { name: 'Ours', address: 'ours' },
      reasons: [],
    });
    days(8);
    expect((await (await as('buyer')).get(`/order/${orderId}/dispute`)).body.lines[0]).toMatchObject({
      reasons: ['not_delivered'],
    });
    expect((await open({ reason: 'unusable' })).body.refusal).toBe('dispute_too_early');
    expect((await (await as('other')).post(`/order/${orderId}/dispute`, body)).status).toBe(404);
    expect((await open({ line: 7 })).status).toBe(404);
    expect((await open({ text: ' ' })).status).toBe(400);
    const both = await Promise.all([open(), open()]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body.refusal).toBe('dispute_open');
    const subjects = shop.mails.map(({ to, subject }) => [to, subject.split(':')[0]]);
    expect(subjects).toContainEqual([addressOf('buyer'), 'Your dispute is open']);
    for (const who of ['owner', 'editor'])
      expect(subjects).toContainEqual([addressOf(who), 'A buyer disputes a sale of yours']);
    const text = shop.mails.find(({ heading }) => heading === 'A buyer disputes a sale of yours')?.paragraphs.join(' ');
    expect(text).toMatch(/Answer until \d+ \w+ \d{4}, \d\d:\d\d UTC/);
  });

  test('is refused when its time is over', async () => {
    const orderId = await delivered();
    days(31);
    const body = { line: 0, reason: 'unusable', text: 'It does not start.' };
    expect((await (await as('buyer')).post(`/order/${orderId}/dispute`, body)).body.refusal).toBe('dispute_too_late');
  });

  test('is read by its two sides and the staff, and by nobody else', async () => {
    const id = await dispute(await delivered());
    const sides = { buyer: 'buyer', owner: 'seller', editor: 'seller', finance: 'seller', 'staff-support': 'staff' };
    for (const [account, side] of Object.entries(sides)) expect((await page(id, account)).side, account).toBe(side);
    for (const account of ['other', 'stranger', 'staff-catalogue'])
      expect((await (await as(account)).get(`/dispute/${id}`)).status, account).toBe(404);
    expect((await shop.api.get(`/dispute/${id}`)).status).toBe(401);
    for (const account of ['finance', 'stranger', 'other'])
      expect((await (await as(account)).post(`/dispute/${id}/message`, { text: 'Hm.' })).status, account).toBe(404);
    expect((await (await as('owner')).post(`/dispute/${id}/withdraw`, {})).status).toBe(404);
    expect((await decide(id, { decision: 'buyer' }, 'owner')).status).toBe(404);
    expect((await decide(id, { decision: 'buyer' }, 'staff-catalogue')).status).toBe(403);
    const { may } = await page(id, 'finance');
    expect(may).toEqual({ write: false, withdraw: false, refund: true, decide: false });
  });

  test('of an own shop is decided by somebody else', async () => {
    const id = await dispute(await delivered());
    await database.kysely
      .updateTable('api.user')
      .set({ user_type: 'admin', staff_role: 'admin' })
      .where('account_id', '=', 'finance')
      .execute();
    expect((await decide(id, { decision: 'seller' }, 'finance')).body.refusal).toBe('own_shop');
    expect(await page(id)).toMatchObject({ dispute: { state: 'open' } });
  });

  test('is answered by the first words of the shop; all of it is on one page, with its times', async () => {
    const orderId = await delivered();
    const id = await dispute(orderId);
    const editor = await as('editor');
    const attached = await editor.send('POST', `/dispute/${id}/file?name=proof.png`, octets, await aPicture('png'));
    expect(attached.body.dispute.state, 'a file is no answer').toBe('open');
    const answered = await editor.post(`/dispute/${id}/message`, { text: 'Turn it up.' });
    expect(answered.body.dispute).toMatchObject({ state: 'answered', answer_until: null });
    expect(shop.mails.some(({ heading }) => heading === 'Ours has answered your dispute')).toBe(true);
    await decide(id, { decision: 'buyer' });
    const { times, messages } = await page(id);
    const order = ['ordered', 'delivered', 'opened', 'answered', 'ended', 'refund_arrived'];
    expect(times.map(({ what }: { what: string }) => what).sort()).toEqual([...order].sort());
    expect(messages.map(({ side, text }: { side: string; text: string }) => [side, text])).toEqual([
      ['buyer', 'There are no birds in it.'],
      ['seller', ''],
      ['seller', 'Turn it up.'],
    ]);
    const actions = await database.kysely
      .selectFrom('platform.audit_entry' as never)
      .select('action' as never)
      .where('subject_id' as never, '=', orderId as never)
      .execute();
    const auditText = JSON.stringify(actions);
    for (const action of ['opened', 'answered', 'decided']) expect(auditText).toContain(`dispute.${action}`);
  });

  test('takes pictures and PDFs by what is in them, and hands them out as files to keep', async () => {
    const id = await dispute(await delivered());
    const buyer = await as('buyer');
    const send = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
      buyer.send('POST', `/dispute/${id}/file?${new URLSearchParams({ name })}`, octets, bytes);
    const pdf = new TextEncoder().encode('%PDF-1.7\n%%EOF\n');
    const sent = await send('../../etc/pass"wd\u202E.exe', pdf);
    expect(sent.status).toBe(201);
    const { file } = sent.body.messages.at(-1);
    expect(file).toMatchObject({ name: 'passwd.pdf', media_type: 'application/pdf', size: pdf.length });
    for (const bytes of ['<svg onload="alert(1)"/>', '<html>', 'MZ', ''])
      expect((await send('picture.png', new TextEncoder().encode(bytes))).status, bytes).toBe(400);
    const large = new Uint8Array(10 * 1024 * 1024 + 1);
    large.set(pdf);
    expect((await send('large.pdf', large)).status).toBe(413);
    const got = await (await as('owner')).get(`/dispute/${id}/file/${file.file_id}`);
    expect(got.status).toBe(200);
    expect(got.headers.get('content-disposition')).toMatch(/^attachment; filename="passwd.pdf"/);
    expect(got.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await (await as('stranger')).get(`/dispute/${id}/file/${file.file_id}`)).status).toBe(404);
    const other = await dispute(await delivered());
    expect((await buyer.get(`/dispute/${other}/file/${file.file_id}`)).status).toBe(404);
  });
});
