import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { post } from '#ledger/post.ts';
import type { Account, NewTransfer } from '#ledger/transfer.rules.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { storeStaff } from '../../../../test/factories/seller.ts';
import { startSelling } from '../../../../test/parts/selling.ts';
import { cardProcessor, orderHeld, platformFees, sellerAvailable } from './posting/accounts.rules.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Awaited<ReturnType<typeof startSelling>>;

beforeAll(async () => {
  database = await openTestDatabase();
  shop = await startSelling(database);
});
beforeEach(async () => {
  await emptyDatabase(database);
  await storeStaff(database, 'fin', 'finance');
  await storeStaff(database, 'support', 'support');
});
afterAll(async () => {
  await shop.close();
  await database.close();
});

const at = new Date('2026-03-01T12:00:00Z');
const ledger = '/admin/ledger';
const get = async (path: string, who = 'fin') => (await shop.as(who)).get(`${ledger}${path}`);
const accountAt = (id: string) => `/account/${encodeURIComponent(id)}`;

const held = orderHeld('AB12');
const forge = sellerAvailable('forge');

function write(accounts: Account[], ...transfers: NewTransfer[]): Promise<void> {
  return inTransaction(database.kysely, async (transaction) => post(transaction, { accounts, transfers }));
}

const capture = (orderId: string, cents: number, key = `capture ${orderId}`): NewTransfer => ({
  key,
  kind: 'capture',
  details: { order: orderId },
  at,
  entries: [
    { account_id: cardProcessor.account_id, amount: -cents, about: orderId },
    { account_id: orderHeld(orderId).account_id, amount: cents, about: orderId },
  ],
});

/** $20.00 are paid; of them a shop gets $18.40. */
function sale(): Promise<void> {
  const about = { about: 'AB12', item: 'gpu' };
  return write([cardProcessor, held, forge, platformFees], capture('AB12', 2_000), {
    key: 'release AB12 0',
    kind: 'release',
    details: { reason: 'delivered', fee_rule: 'For all', fee_rate_bp: 800, fee_cents: 160 },
    at: new Date('2026-03-15T12:00:00Z'),
    entries: [
      { account_id: held.account_id, amount: -2_000, ...about },
      { account_id: forge.account_id, amount: 1_840, ...about },
      { account_id: platformFees.account_id, amount: 160, ...about },
    ],
  });
}

describe('[W-15] the ledger for the staff', () => {
  test.each([
    ['AB12', ['order:AB12:held']],
    ['ab1', ['order:AB12:held']],
    ['forge', ['seller:forge:available']],
    ['seller:forge:available', ['seller:forge:available']],
    ['fees', ['platform:fees']],
    ['platform:', ['platform:fees']],
    ['B12', []],
    ['%', []],
  ])('finds by %s the accounts %s', async (text, found) => {
    await sale();
    const { status, body } = await get(`/account?${new URLSearchParams({ q: text })}`);
    expect([status, body.map(({ account_id }: { account_id: string }) => account_id)]).toEqual([200, found]);
  });

  test('tells an account with its balance and what moved it, newest first', async () => {
    await sale();
    const { status, body } = await get(accountAt(held.account_id));
    expect([status, body]).toMatchObject([
      200,
      {
        account_id: 'order:AB12:held',
        kind: 'order_held',
        balance: 0,
        last_at: '2026-03-15T12:00:00.000Z',
        next: null,
      },
    ]);
    const entry = { about: 'AB12', at: expect.any(String), transfer_id: expect.any(Number) };
    expect(body.entries).toEqual([
      { ...entry, version: 2, kind: 'release', amount: -20, balance: 0, item: 'gpu', reason: 'delivered' },
      { ...entry, version: 1, kind: 'capture', amount: 20, balance: 20, item: null, reason: null },
    ]);
  });

  test('tells a transfer with all of its sides and why it was made; by its number, its key and what it is about', async () => {
    await sale();
    const [first, second] = (await get('/transfer?about=ab12')).body;
    expect([first.key, second.key]).toEqual(['capture AB12', 'release AB12 0']);
    expect(second).toEqual({
      transfer_id: expect.any(Number),
      key: 'release AB12 0',
      kind: 'release',
      at: '2026-03-15T12:00:00.000Z',
      details: { reason: 'delivered', fee_rule: 'For all', fee_rate_bp: 800, fee_cents: 160 },
      entries: [
        { account_id: 'order:AB12:held', amount: -20, about: 'AB12', item: 'gpu' },
        { account_id: 'platform:fees', amount: 1.6, about: 'AB12', item: 'gpu' },
        { account_id: 'seller:forge:available', amount: 18.4, about: 'AB12', item: 'gpu' },
      ],
    });
    expect((await get(`/transfer/${second.transfer_id}`)).body).toEqual(second);
    expect((await get('/transfer?key=release%20AB12%200')).body).toEqual([second]);
    expect((await get('/transfer?key=release')).body).toEqual([]);
    expect((await get('/transfer?about=AB1')).body).toEqual([]);
  });

  test('goes on page by page, each entry and each transfer once', async () => {
    const many = Array.from({ length: 120 }, (_, nth) => capture('AB12', nth + 1, `payment ${nth}`));
    await write([cardProcessor, held], ...many);

    const versions: number[] = [];
    const sizes: number[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const { body } = await get(`${accountAt(held.account_id)}?after=${next}`);
      sizes.push(body.entries.length);
      versions.push(...body.entries.map(({ version }: { version: number }) => version));
      next = body.next;
    }
    expect(sizes).toEqual([50, 50, 20]);
    expect(versions).toEqual(Array.from({ length: 120 }, (_, nth) => 120 - nth));

    const keys: string[] = [];
    for (let path: string | undefined = `${ledger}/transfer?about=AB12`; path; ) {
      const { body, headers } = await (await shop.as('fin')).get(path);
      keys.push(...body.map(({ key }: { key: string }) => key));
      path = headers.get('link')?.match(/<\/api([^>]*)>/)?.[1];
    }
    expect(keys).toEqual(many.map(({ key }) => key));
  });

  test('finds at most 50 accounts', async () => {
    const orders = Array.from({ length: 60 }, (_, nth) => `M${100 + nth}`);
    await write(
      [cardProcessor, ...orders.map((orderId) => orderHeld(orderId))],
      ...orders.map((orderId) => capture(orderId, 1)),
    );
    expect((await get('/account?q=M1')).body).toHaveLength(50);
    expect((await get('/account?q=M159')).body).toMatchObject([{ account_id: 'order:M159:held', balance: 0.01 }]);
  });

  test.each([
    ['/account/nothing', 404],
    ['/account/%00', 404],
    ['/transfer/999999999', 404],
    ['/transfer/x', 404],
    ['/transfer/99999999999999999999', 404],
    ['/account?q=', 400],
    ['/account', 400],
    ['/account/order%3AAB12%3Aheld?after=x', 400],
    // Its numbers may be larger than 2,147,483,647.
    ['/account/order%3AAB12%3Aheld?after=999999999999999', 200],
    ['/transfer?about=AB12&after=999999999999999', 200],
    ['/transfer?about=AB12&after=9999999999999999', 400],
    ['/account/order%3AAB12%3Aheld?limit=51', 400],
    ['/transfer?about=AB12&after=-1', 400],
    ['/transfer', 400],
    ['/transfer?about=AB12&key=x', 400],
  ])('%s is answered with %s', async (path, status) => {
    await sale();
    expect((await get(path)).status).toBe(status);
  });

  test('is there for nobody else', async () => {
    await sale();
    const paths = ['/account?q=AB12', accountAt(held.account_id), '/transfer?about=AB12', '/transfer/1'];
    for (const [who, status] of [
      ['support', 403],
      ['somebody', 404],
    ] as const)
      for (const path of paths) expect((await get(path, who)).status, `${who} ${path}`).toBe(status);
  });
});
