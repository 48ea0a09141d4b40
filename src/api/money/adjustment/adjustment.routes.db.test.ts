import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adjustmentWays } from '#contract/money/adjustment.ts';
import { verifyLedger } from '#ledger/verify.store.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aLine, anOrder } from '../../../../test/factories/order.ts';
import { storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { earningsOf } from '../../../../test/parts/earnings.ts';
import { startSelling } from '../../../../test/parts/selling.ts';
import { insertOrder } from '../../ordering/order/order.store.ts';
import { platformLoss, sellerOwed } from '../wallet/posting/accounts.rules.ts';
import { accountById, adjustmentProblem } from '../wallet/posting/adjustment.posting.rules.ts';
import { verifyWallet } from '../wallet/verify-wallet.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Awaited<ReturnType<typeof startSelling>>;

beforeAll(async () => {
  database = await openTestDatabase();
  shop = await startSelling(database);
});
beforeEach(async () => {
  await emptyDatabase(database);
  shop.mails.length = 0;
  await storeStaff(database, 'fin', 'finance');
  await storeStaff(database, 'second', 'finance');
  await storeSeller(database, { seller_id: 'ours', name: 'Data Forge', address: 'data-forge' }, { owner: 'owner' });
});
afterAll(async () => {
  await shop.close();
  await database.close();
});

const path = '/admin/manual-movement';
const goodwill = { way: 'goodwill', from: 'platform:loss', to: 'seller:ours:available', amount: 100 };
const make = async (given: object, who = 'fin', key: string = randomUUID()) =>
  (await shop.as(who)).post(path, { ...goodwill, reason: 'They waited.', ...given }, { 'idempotency-key': key });
async function storeOrder(orderId: string, accountId: string, sellerId: string | null): Promise<void> {
  const {
    lines,
    refunds: _refunds,
    ...order
  } = anOrder({
    order_id: orderId,
    account_id: accountId,
    lines: [aLine({ seller_id: sellerId })],
  });
  const row = { ...order, invoice_to: null, billing: null, updated_at: order.created_at };
  await insertOrder(database.kysely, row, lines);
}
const faults = async () => [
  ...(await verifyLedger(database.kysely)).faults,
  ...(await verifyWallet(database.kysely)).faults,
];
const balances = async () => {
  const { rows } = await sql<{
    account_id: string;
    balance: number;
  }>`select account_id, balance from ledger.account where balance <> 0`.execute(database.kysely);
  return Object.fromEntries(rows.map(({ account_id, balance }) => [account_id, Number(balance)]));
};

describe('[W-15] an adjustment', () => {
  test('is a transfer like every other, with its reason and who made it; its shop hears of it', async () => {
    const { status, body } = await make({});
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toEqual([
      expect.objectContaining({ state: 'made', amount: 100, proposed_by: 'fin', decided_by: null, mine: true }),
    ]);
    expect(await balances()).toEqual({ 'platform:loss': -10_000, 'seller:ours:available': 10_000 });
    const became = await (await shop.as('fin')).get(`/admin/ledger/transfer/${body[0].transfer}`);
    expect(became.body).toMatchObject({ key: `by_hand ${body[0].movement_id}`, kind: 'by_hand' });
    const { rows } = await sql`select key, kind, details from ledger.transfer`.execute(database.kysely);
    const details = { way: 'goodwill', reason: 'They waited.', made_by: 'fin', confirmed_by: null };
    expect(rows).toEqual([{ key: `by_hand ${body[0].movement_id}`, kind: 'by_hand', details }]);
    expect(shop.mails.map(({ to, heading, paragraphs }) => [to, heading, paragraphs[0]])).toEqual([
      ['owner@example.com', '$100.00: added to your balance', 'Why: They waited.'],
    ]);
    const audit = (await (await shop.as('fin')).get(`/admin/audit?subject=${body[0].movement_id}`)).body;
    expect(audit).toMatchObject([
      { action: 'movement.made', by: 'fin', details: expect.stringContaining('cents: 10000') },
    ]);
    expect((await verifyLedger(database.kysely)).faults).toEqual([]);
  });

  test('waits above the limit for a second person, who is somebody else', async () => {
    const { body } = await make({ amount: 100.01 });
    expect(body[0]).toMatchObject({ state: 'proposed', decided_by: null, transfer: null });
    expect(await balances()).toEqual({});
    expect(shop.mails).toEqual([]);
    const confirm = `${path}/${body[0].movement_id}/confirm`;
    const own = await (await shop.as('fin')).post(confirm, {});
    expect([own.status, own.body.message]).toEqual([409, expect.stringContaining('somebody else must confirm it')]);
    const both = await Promise.all(
      [1, 2, 3].map(async () => (await (await shop.as('second')).post(confirm, {})).status),
    );
    expect(both.sort()).toEqual([200, 409, 409]);
    expect(await balances()).toEqual({ 'platform:loss': -10_001, 'seller:ours:available': 10_001 });
    const { rows } = await sql<{ by: string }>`select details ->> 'confirmed_by' as by from ledger.transfer`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ by: 'second' }]);
    expect(shop.mails).toHaveLength(1);
  });

  test('is refused by the second person or taken back by the first, with a reason, and moves nothing', async () => {
    const id = (await make({ amount: 500 })).body[0].movement_id;
    const refused = await (await shop.as('second')).post(`${path}/${id}/refuse`, { reason: 'They had that already.' });
    expect(refused.body[0]).toMatchObject({
      state: 'refused',
      transfer: null,
      decided_by: 'second',
      refusal: 'They had that already.',
    });
    expect((await (await shop.as('second')).post(`${path}/${id}/confirm`, {})).status).toBe(409);
    expect(await balances()).toEqual({});
    expect((await (await shop.as('fin')).post(`${path}/nothing/refuse`, { reason: 'x' })).status).toBe(404);
    const again = (await make({ amount: 500 })).body[0].movement_id;
    expect((await (await shop.as('fin')).post(`${path}/${again}/refuse`, { reason: 'A slip.' })).status).toBe(200);
  });

  test('says before what both accounts will hold, and never goes beyond what one has', async () => {
    await make({}, 'second');
    const fin = await shop.as('fin');
    const hold = { way: 'hold_back', from: 'seller:ours:available', to: 'seller:ours:reserve', amount: 40 };
    expect((await fin.post(`${path}/preview`, hold)).body).toEqual({
      from: { account: 'seller:ours:available', balance: 100, after: 60 },
      to: { account: 'seller:ours:reserve', balance: 0, after: 40 },
      problem: null,
      needs_second: false,
    });
    expect((await make(hold)).body[0].state).toBe('made');
    const more = await make({ ...hold, amount: 60.01 });
    const message = 'seller:ours:available has $60.00: no more can be taken from it.';
    expect([more.status, more.body.message]).toEqual([409, message]);
    expect((await fin.post(`${path}/preview`, { ...hold, amount: 60.01 })).body.problem).toBe(message);
    const off = await make({ way: 'write_off', from: 'platform:loss', to: 'seller:ours:owed', amount: 1 });
    expect([off.status, off.body.message]).toEqual([
      409,
      'Only $0.00 are owed on seller:ours:owed: no more can be written off.',
    ]);
    expect(await balances()).toEqual({
      'platform:loss': -10_000,
      'seller:ours:available': 6_000,
      'seller:ours:reserve': 4_000,
    });
  });

  test('is one adjustment, however often and however much at once its request comes', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => make({ amount: 20 }, 'fin', 'once')));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await make({ amount: 20 }, 'fin', 'once')).body).toHaveLength(1);
    expect(await balances()).toEqual({ 'platform:loss': -2_000, 'seller:ours:available': 2_000 });
    expect(shop.mails).toHaveLength(1);
    for (const other of [
      { amount: 21 },
      { amount: 20, reason: 'Something else.' },
      { amount: 20, to: 'seller:operator:available' },
    ])
      expect(await make(other, 'fin', 'once')).toMatchObject({
        status: 409,
        body: { refusal: 'request_key_reused' },
      });
    expect((await make({ amount: 20 }, 'second', 'once')).body).toHaveLength(2);
    const without = await (await shop.as('fin')).post(path, { ...goodwill, reason: 'They waited.' });
    expect([without.status, without.body.message]).toEqual([
      400,
      expect.stringContaining('idempotency-key must be said'),
    ]);
  });

  test('waits for a second person as soon as it is too much with what one has moved alone in the last 24 hours', async () => {
    const stateOf = async (amount: number, who = 'fin') => (await make({ amount }, who)).body.find(isNewest)?.state;
    const isNewest = ({ proposed_at }: { proposed_at: string }, _: number, all: Array<{ proposed_at: string }>) =>
      all.every((other) => other.proposed_at <= proposed_at);
    expect(await stateOf(60)).toBe('made');
    expect(await stateOf(40.01)).toBe('proposed');
    expect(
      (await (await shop.as('fin')).post(`${path}/preview`, { ...goodwill, amount: 40.01 })).body.needs_second,
    ).toBe(true);
    expect(await stateOf(40)).toBe('made');
    expect(await stateOf(0.01)).toBe('proposed');
    expect((await (await shop.as('second')).post(`${path}/preview`, goodwill)).body.needs_second).toBe(false);
    // Amounts that a second person confirmed don't count as moved alone.
    expect(await stateOf(100, 'second')).toBe('made');
    shop.wait(24 * 60 * 60 - 60);
    expect(await stateOf(1)).toBe('proposed');
    shop.wait(120);
    expect(await stateOf(100)).toBe('made');
    expect(await stateOf(1)).toBe('proposed');
  });

  test('waits for a second person also where one asks for many at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => make({ amount: 30 })));
    expect(await balances()).toEqual({ 'platform:loss': -9_000, 'seller:ours:available': 9_000 });
    const states = (await (await shop.as('fin')).get(path)).body.map(({ state }: { state: string }) => state);
    expect(states).toEqual([...Array(5).fill('proposed'), ...Array(3).fill('made')]);
  });

  test('is no matter of whom it would be to or from: neither their wallet, nor a shop or an order of theirs', async () => {
    await database.kysely
      .insertInto('api.seller_member')
      .values({ seller_id: 'ours', account_id: 'fin', user_id: 'fin@example.com', role: 'editor' })
      .execute();
    await storeOrder('bought', 'fin', null);
    await storeOrder('sold', 'somebody', 'ours');
    const own = [
      ['goodwill', 'platform:loss', 'buyer:fin:wallet', 'own_account'],
      ['correction', 'buyer:fin:wallet', 'platform:loss', 'own_account'],
      ['goodwill', 'platform:loss', 'seller:ours:available', 'own_shop'],
      ['hold_back', 'seller:ours:available', 'seller:ours:reserve', 'own_shop'],
      ['correction', 'platform:loss', 'order:bought:held', 'own_order'],
      ['correction', 'platform:loss', 'order:sold:held', 'own_order'],
    ] as const;
    const fin = await shop.as('fin');
    for (const [way, from, to, refusal] of own) {
      const adjustment = { way, from, to, amount: 1 };
      expect(await make(adjustment), to).toMatchObject({ status: 409, body: { refusal } });
      expect(await fin.post(`${path}/preview`, adjustment), to).toMatchObject({ status: 409, body: { refusal } });
    }
    expect(await balances()).toEqual({});
    // Nor do they confirm what somebody else has proposed for them, or refuse what is against them.
    const proposed = await make({ amount: 500 }, 'second');
    const decide = `${path}/${proposed.body[0].movement_id}`;
    for (const step of ['confirm', 'refuse'])
      expect(await fin.post(`${decide}/${step}`, { reason: 'No.' }), step).toMatchObject({
        status: 409,
        body: { refusal: 'own_shop' },
      });
    expect((await make({ to: 'buyer:second:wallet' })).status).toBe(201);
  });

  test('[W-14] of every pair of accounts that it may go between leaves books that add up, whatever comes after; of all others none is made', async () => {
    const earnings = earningsOf(database.kysely, 'ours');
    const paidAt = new Date('2026-01-05T00:00:00Z');
    for (const orderId of ['HELD', 'LATER', 'GONE']) await earnings.sell({ orderId, price: 10_000, paidAt });
    await earnings.release('GONE', paidAt);
    const debt = { key: 'debt', kind: 'test', details: {}, at: paidAt };
    const owed = sellerOwed('ours');
    await earnings.write({
      accounts: [owed, platformLoss],
      transfers: [
        {
          ...debt,
          entries: [
            { account_id: owed.account_id, amount: -500 },
            { account_id: 'platform:loss', amount: 500 },
          ],
        },
      ],
    });
    const accounts = [
      'external:bank',
      'platform:fees',
      'platform:tax',
      'platform:loss',
      'rounding',
      'seller:ours:available',
      'seller:ours:reserve',
      'seller:ours:owed',
      'order:HELD:held',
      'buyer:second:wallet',
    ];
    const pairs = accounts.flatMap((from) => accounts.filter((to) => to !== from).map((to) => ({ from, to })));
    const all = adjustmentWays.flatMap((way) => pairs.map((pair) => ({ way, ...pair })));
    const isAllowed = ({ way, from, to }: (typeof all)[number]) => {
      const [source, target] = [accountById(from), accountById(to)];
      return source && target && adjustmentProblem({ way, from: source, to: target, cents: 100 }) === null;
    };
    // Adjustments from the operator's loss come first, so that the others have something to take.
    const allowed = all
      .filter(isAllowed)
      .sort(
        (one, other) =>
          Number(other.from === 'platform:loss') - Number(one.from === 'platform:loss') ||
          Number(other.way === 'hold_back') - Number(one.way === 'hold_back'),
      );
    expect(allowed).toHaveLength(23);
    await make({ way: 'correction', from: 'platform:loss', to: 'platform:tax', amount: 5 }, 'second');
    for (const adjustment of allowed) {
      const { status, body } = await make({ ...adjustment, amount: 1 });
      expect([status, body[0]?.state], JSON.stringify([adjustment, body])).toEqual([201, 'made']);
      expect(await faults(), JSON.stringify(adjustment)).toEqual([]);
    }
    const [forbidden] = all.filter((adjustment) => !isAllowed(adjustment));
    expect((await make({ ...forbidden, amount: 1 })).status).toBe(400);
    // Nothing that was paid for the order is taken: its lines are paid of it.
    const taken = await make({ way: 'correction', from: 'order:HELD:held', to: 'platform:loss', amount: 1 });
    expect([taken.status, taken.body.message]).toEqual([
      409,
      expect.stringContaining('only what was moved to it by hand'),
    ]);
    await make({ way: 'correction', from: 'platform:loss', to: 'order:HELD:held', amount: 5 });
    // All profit is drawn, and the order goes on.
    await make({ way: 'profit_drawn', from: 'platform:fees', to: 'external:bank', amount: 8 }, 'second');
    await earnings.release('HELD', paidAt);
    expect(await faults()).toEqual([]);
    const back = await make({ way: 'correction', from: 'order:HELD:held', to: 'platform:loss', amount: 5 });
    expect(back.status, JSON.stringify(back.body)).toBe(201);
    expect(await faults()).toEqual([]);
  });

  test.each([
    [{ reason: '  ' }, 'reason must say why'],
    [{ amount: 0 }, 'amount must be at least 0.01'],
    [{ amount: 1.005 }, 'amount must have at most two decimals'],
    [{ from: 'external:card' }, 'There is no adjustment from or to an account external:card.'],
    [{ to: 'seller:nobody:available' }, 'There is nobody, or no order, that seller:nobody:available would be of.'],
    [{ to: 'order:none:held', way: 'correction' }, 'There is nobody, or no order'],
    [
      { to: 'platform:fees' },
      'Goodwill goes from platform loss to seller available, or from platform loss to buyer wallet',
    ],
    [{ way: 'gift' }, 'way must be one of'],
  ])('%o is refused: %s', async (wrong, message) => {
    const { status, body } = await make(wrong);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
    expect(await balances()).toEqual({});
  });
});
