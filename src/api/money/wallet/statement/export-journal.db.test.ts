// The whole ledger as an operator checks it and hands it to an accountant: after sales, deliveries and refunds of two shops and the operator.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { post } from '#ledger/post.ts';
import { verifyLedger } from '#ledger/verify.store.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { addressOf, storeSeller } from '../../../../../test/factories/seller.ts';
import { type Buying, startBuying } from '../../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../../test/parts/payments.ts';
import { quietEnvironment } from '../../../../../test/processes/shop-process.ts';
import { reconcile } from '../../../ordering/checkout/reconcile.ts';
import { refundOrder } from '../../../ordering/checkout/refund/refund-order.ts';
import { capture } from '../posting/posting.rules.ts';
import { verifyWallet } from '../verify-wallet.store.ts';
import { exportJournal } from './export-journal.ts';
import { journalAccount } from './journal.rules.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  shop = await startBuying(database);
  await storeSeller(database, { seller_id: 'ours', name: 'Data Forge' }, { owner: 'owner' });
  await storeSeller(database, { seller_id: 'theirs', name: 'Other' }, { stranger: 'owner' });
  const product = (product_id: string, price: number, seller_id: string | null) =>
    aProduct({ product_id, product_name: product_id, price_micros: price * 1_000_000, seller_id });
  await database.kysely
    .insertInto('api.product')
    .values([product('bird', 10.01, 'ours'), product('whale', 30, 'theirs'), product('gpu', 40, null)])
    .execute();
  await database.kysely
    .insertInto('api.fee_rule')
    .values({
      rule_id: 'all',
      name: 'Standard; 8.5 %, and 30 ¢',
      seller_id: null,
      category: null,
      rate_bp: 850,
      fixed_cents: 30,
      returned: true,
      from_at: new Date('2020-01-01'),
      created_by: 'test',
    })
    .execute();
});
afterEach(() => shop.close());
afterAll(() => database.close());

/** Three orders: one delivered and released, one of which a part has gone back since, and one that still waits. */
async function sell(): Promise<string[]> {
  const jane = await shop.customer('jane');
  await jane.get('/user/jane@example.com');
  const orders: string[] = [];
  for (let nth = 0; nth < 3; nth++) {
    const items = ['bird', 'whale', 'gpu'].map((product_id) => ({ product_id, quantity: 1 }));
    const { body } = await jane.post('/checkout-session', { items, amount: 80.01 });
    expect(await shop.pay(body.checkout_url)).toBe(303);
    await vi.waitFor(
      async () => expect((await jane.get(`/order/${body.order_id}`)).body.order_status).toBe('paid'),
      15_000,
    );
    orders.push(body.order_id);
  }
  for (const [account, seller] of [
    ['owner', 'ours'],
    ['stranger', 'theirs'],
  ] as const) {
    const token = { sub: account, auth_time: Math.floor(Date.now() / 1_000), amr: ['pwd', 'mfa'] };
    const owner = await shop.api.signIn({ email: addressOf(account), nickname: account }, token);
    for (const order of orders.slice(0, 2)) {
      const { body } = await owner.get(`/seller/${seller}/order/${order}`);
      const lines = body.lines.map(({ line }: { line: number }) => line);
      expect((await owner.post(`/seller/${seller}/order/${order}/deliver`, { lines })).status).toBe(200);
    }
  }
  shop.wait(15 * 24 * 60 * 60);
  await reconcile(shop.service);
  await refundOrder(shop.service, { orderId: orders[1] ?? '', amountCents: 2_345, reason: 'It was late, they say' });
  await refundOrder(shop.service, { orderId: orders[2] ?? '', amountCents: 500, reason: 'goodwill' });
  return orders;
}

async function journal(range: { from?: Date; until?: Date } = {}): Promise<string> {
  let text = '';
  for await (const part of exportJournal(database.kysely, { from: null, until: null, ...range })) text += part;
  return text;
}

async function ownBalances(): Promise<Map<string, string>> {
  const rows = await database.kysely
    .selectFrom('ledger.account')
    .select(['account_id', 'balance'])
    .where('balance', '<>', 0)
    .execute();
  return new Map(rows.map(({ account_id, balance }) => [journalAccount(account_id).name, (-balance / 100).toFixed(2)]));
}

test('[W-14] what orders and lines say of money is compared with what the ledger says of it', async () => {
  const [, refunded, waiting] = await sell();
  const { kysely } = database;
  expect(await verifyWallet(kysely)).toMatchObject({ orders: 3, sellers: 3, faults: [] });
  expect((await verifyLedger(kysely)).faults).toEqual([]);

  await kysely
    .updateTable('api.order_line')
    .set({ released_fee_cents: 0 })
    .where('order_id', '=', refunded ?? '')
    .where('product_id', '=', 'whale')
    .execute();
  await kysely
    .updateTable('api.order')
    .set({ received_cents: 9_001 })
    .where('order_id', '=', waiting ?? '')
    .execute();
  const { faults } = await verifyWallet(kysely);
  expect(faults).toEqual([
    `order ${waiting} holds 7501 instead of 8501`,
    'seller theirs was given 4625 for sales instead of 4910',
  ]);
});

describe('[W-14] the journal', () => {
  test('has every account and transfer with its reasons, and ends with what every account holds', async () => {
    const [order] = await sell();
    const text = await journal();
    expect(text).toContain(`(capture ${order}) capture`);
    expect(text).toMatch(/account assets:external:card {2}; type: A\n/);
    expect(text).toMatch(/; fee_rule: Standard 8\.5 % and 30 ¢\n/);
    const sums = new Map<string, number>();
    for (const [, name = '', amount] of text.matchAll(/^ {4}(\S.*?) {2}(-?[\d.]+) USD(?: {2};.*)?$/gm))
      sums.set(name, (sums.get(name) ?? 0) + Math.round(Number(amount) * 100));
    const ours = await ownBalances();
    expect(
      new Map([...sums].filter(([, cents]) => cents !== 0).map(([name, cents]) => [name, (cents / 100).toFixed(2)])),
    ).toEqual(ours);
    const stated = [...text.matchAll(/^ {4}(\S.*?) {2}0\.00 USD = (-?[\d.]+) USD$/gm)].filter(
      ([, , amount]) => amount !== '0.00',
    );
    expect(new Map(stated.map(([, name = '', amount = '']) => [name, amount]))).toEqual(ours);
  });

  test('cannot be broken by what stands in keys, reasons and ids', async () => {
    const order = { order_id: 'a ;(b)\n2020-01-01 * evil\n    assets:x  5 USD', payment_method: 'card' as const };
    await inTransaction(database.kysely, async (transaction) => post(transaction, capture(order, 500, new Date())));
    const text = await journal();
    expect(text).not.toMatch(/^2020|^ {4}assets:x/m);
    expect(text).toContain('(capture a _b_ 2020-01-01 * evil assets:x 5 USD)');
  });
});

const hasHledger = (() => {
  try {
    execFileSync('hledger', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

// Installed with `apt install hledger`; the tests before this one hold the same where it is not.
describe.runIf(hasHledger)('hledger, where it is installed,', () => {
  // It reads files in the letters of its locale.
  const environment = { ...quietEnvironment, LC_ALL: 'C.UTF-8' };
  const run = (command: string, given: string[]) => promisify(execFile)(command, given, { env: environment });
  async function file(text: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-journal-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'ledger.journal'), text);
    return join(folder, 'ledger.journal');
  }
  async function balances(path: string): Promise<Map<string, string>> {
    const { stdout } = await run('hledger', ['-f', path, 'balance', '--flat', '--no-total', '-O', 'csv']);
    const rows = stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.slice(1, -1).split('","'));
    return new Map(rows.map(([name = '', amount = '']) => [name, amount.replace(' USD', '')]));
  }

  test('finds nothing wrong with it, and has our balances', async () => {
    await sell();
    const path = await file(await journal());
    await run('hledger', ['-f', path, 'check', '--strict']);
    expect(await balances(path)).toEqual(await ownBalances());
  });

  test('reads a part of it from what was there before', async () => {
    await sell();
    const { rows } = await sql<{ at: Date }>`select max(at) as at from ledger.transfer where kind = 'release'`.execute(
      database.kysely,
    );
    const at = rows[0]?.at ?? new Date(0);
    const since = await journal({ from: at });
    expect(since).toContain('what the accounts held before');
    expect(since).not.toContain(') capture\n');
    const path = await file(since);
    await run('hledger', ['-f', path, 'check', '--strict']);
    expect(await balances(path)).toEqual(await ownBalances());
    await run('hledger', ['-f', await file(await journal({ until: at })), 'check', '--strict']);
  });

  test('would stop at a balance that is not ours', async () => {
    await sell();
    const text = await journal();
    const wrong = text.replace(/^( {4}assets:external:card {2}0\.00 USD = )(\S+)/m, '$11.00');
    expect(wrong).not.toBe(text);
    await expect(run('hledger', ['-f', await file(wrong), 'check', '--strict'])).rejects.toThrow(/balance assertion/);
  });
});
