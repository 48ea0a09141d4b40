import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Movement, WalletMonth, WalletMonthSum } from '#contract/money/wallet.schema.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { storeSeller } from '../../../../test/factories/seller.ts';
import { earningsOf } from '../../../../test/parts/earnings.ts';
import { startSelling } from '../../../../test/parts/selling.ts';
import { platformLoss, sellerAvailable } from './posting/accounts.rules.ts';
import { pdfOfMonth } from './statement/pdf-of-month.ts';
import { readBooks } from './statement/read-months.ts';
import { endOfMonth } from './statement/statement.rules.ts';
import { writeCsv } from './statement/write-statement.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let selling: Awaited<ReturnType<typeof startSelling>>;
let shop: ReturnType<typeof earningsOf>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyTables(database, ['platform.rate_limit']);
  selling = await startSelling(database);
  await storeSeller(
    database,
    { seller_id: 'ours', name: 'Saltmarsh', address: 'ours' },
    { ada: 'owner', eve: 'editor', fay: 'finance' },
  );
  await storeSeller(database, { seller_id: 'theirs', address: 'theirs' }, { mallory: 'owner' });
  const product = (product_id: string, product_name: string) =>
    aProduct({ product_id, product_name, seller_id: 'ours' });
  await database.kysely
    .insertInto('api.product')
    .values([product('bird', 'Bird calls'), product('bat', '=Bat, "calls" 100%')])
    .execute();
  shop = earningsOf(database.kysely, 'ours');
});
afterEach(() => selling.close());
afterAll(() => database.close());

const at = (day: string) => new Date(`2026-${day}T09:00:00Z`);
type Call = Awaited<ReturnType<typeof selling.as>>;
const wallet = async (path = '', who = 'ada') => (await selling.as(who)).get(`/seller/ours/wallet${path}`);
const movements = async (query = ''): Promise<Movement[]> => (await wallet(`/movements${query}`)).body;
/** As it is sent, for what is no JSON. */
async function read(path: string, who = 'ada'): Promise<Response> {
  const { authorization } = await selling.as(who);
  return selling.api.fetch(
    new Request(`http://shop.test/api/seller/ours/wallet${path}`, { headers: { authorization } }),
  );
}
const cents = (amount: number | string | undefined) => Math.round(Number(amount ?? 0) * 100);

/** Two months with everything that can happen to a balance. */
async function history() {
  await shop.sell({ orderId: 'AAAA00000001', price: 175_000, paidAt: at('09-01') });
  await shop.release('AAAA00000001', at('10-03'));
  await shop.sell({
    ...{
      orderId: 'BBBB00000002',
      product: '=Bat, "calls" 100%',
      productId: 'bat',
      price: 380_000,
      paidAt: at('10-03'),
    },
    coupon: { code: 'AUTUMN10', cents: 38_000, seller: 19_000 },
  });
  await shop.payOut('PO-1', 160_970, at('10-09'));
  await shop.payoutFailed('PO-1', 160_970, at('10-11'), 'bank account closed');
  await shop.release('BBBB00000002', at('10-17'));
  await shop.payOut('PO-2', 160_970 + 332_090, at('10-20'));
  // More than there is: a part is owed, which the next sale pays.
  await shop.refund('AAAA00000001', 105_000, { id: 'refund-1', reason: 'not as described', at: at('11-06') });
  await shop.sell({ orderId: 'CCCC00000003', price: 260_000, paidAt: at('11-06') });
  await shop.release('CCCC00000003', at('11-12'));
  await shop.refund('CCCC00000003', 60_000, { id: 'refund-2', reason: 'one file is missing', at: at('11-13') });
  await shop.payOut('PO-3', 87_370, at('11-16'));
}

describe('[W-05] the wallet of a shop', () => {
  test('says what there is now, what waits with the day on which it comes, and what is sold and not delivered', async () => {
    await history();
    await shop.sell({ orderId: 'DDDD00000004', price: 105_000, paidAt: at('11-08') });
    await shop.deliver('DDDD00000004', at('11-10'));
    await shop.sell({ orderId: 'EEEE00000005', price: 12_000, paidAt: at('11-08') });
    await shop.deliver('EEEE00000005', at('11-09'));
    await shop.refundWaiting('EEEE00000005', 2_000, 'refund-3');
    await shop.sell({ orderId: 'FFFF00000006', price: 40_000, paidAt: at('11-08') });
    const { body } = await wallet();
    const [newest] = await movements();
    expect(body.balance).toBe(newest?.balance);
    expect(body.waiting).toMatchObject({ amount: 1057.4, sales: 2, next_at: '2026-11-23T09:00:00.000Z' });
    expect(
      body.waiting.lines.map(({ order_id, amount }: { order_id: string; amount: number }) => [order_id, amount]),
    ).toEqual([
      ['EEEE00000005', 91.7],
      ['DDDD00000004', 965.7],
    ]);
    expect(body.undelivered).toEqual({ amount: 367.7, sales: 1 });
    expect([body.in_transit, body.reserve, body.owed.amount]).toEqual([5804.3, 0, 0]);
  });

  test('what is owed is told with the refunds that it comes from', async () => {
    await shop.sell({ orderId: 'AAAA00000001', price: 10_000, paidAt: at('10-01') });
    await shop.release('AAAA00000001', at('10-03'));
    await shop.payOut('PO-1', 9_170, at('10-04'));
    await shop.refund('AAAA00000001', 10_000, { id: 'refund-1', reason: 'not as described', at: at('10-06') });
    const { owed, balance } = (await wallet()).body;
    expect(balance).toBe(0);
    expect(owed).toMatchObject({
      amount: 92,
      lines: [
        {
          kind: 'refund',
          amount: 92,
          order_id: 'AAAA00000001',
          product_name: 'Bird calls',
          reason: 'not as described',
        },
      ],
    });
  });

  test('each movement has parts that sum to it, two sides that are the same, and a balance that follows', async () => {
    await history();
    const all = await movements();
    expect(all.map(({ kind }) => kind)).toEqual([
      ...['payout', 'refund', 'fee_returned', 'netting', 'release', 'refund', 'fee_returned'],
      ...['payout', 'release', 'payout_failed', 'payout', 'release'],
    ]);
    for (const [index, movement] of all.entries()) {
      expect(movement.parts.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(movement.amount));
      expect(movement.parts.map(({ part }) => part)).not.toContain('other');
      const sum = (sides: Movement['from']) => sides.reduce((total, { amount }) => total + cents(amount), 0);
      expect(sum(movement.from)).toBe(sum(movement.to));
      expect(cents(movement.balance) - cents(movement.amount)).toBe(cents(all[index + 1]?.balance));
    }
  });

  test('a sale says its price, who bears the coupon, the fee of what by which rule, and where the money went', async () => {
    await history();
    const sale = (await movements()).find(({ order_id, kind }) => order_id === 'BBBB00000002' && kind === 'release');
    expect(sale).toMatchObject({
      amount: 3320.9,
      line: 0,
      product_id: 'bat',
      rule: { name: 'Data, 8 % and $0.30', percent: 8, fixed: 0.3 },
      parts: [
        { part: 'price', amount: 3800 },
        { part: 'coupon', amount: -190 },
        { part: 'fee_percent', amount: -288.8, of: 3610, percent: 8, rule: 'Data, 8 % and $0.30' },
        { part: 'fee_fixed', amount: -0.3, rule: 'Data, 8 % and $0.30' },
      ],
      from: expect.arrayContaining([
        { side: 'order', amount: 3420 },
        { side: 'operator', amount: 190 },
      ]),
      to: expect.arrayContaining([
        { side: 'you', amount: 3320.9 },
        { side: 'fee', amount: 289.1 },
      ]),
      sold: {
        coupon: 'AUTUMN10',
        coupon_total: 380,
        paid_at: '2026-10-03T09:00:00.000Z',
        released_at: '2026-10-17T09:00:00.000Z',
      },
    });
  });

  test('a refund that was partly owed says both parts, and the netting what it pays', async () => {
    await history();
    const all = await movements();
    const refund = all.find(({ kind, order_id }) => kind === 'refund' && order_id === 'AAAA00000001');
    expect(refund).toMatchObject({ amount: -84, reason: 'not as described' });
    expect(refund?.parts).toMatchObject([
      { part: 'refund', amount: -1050 },
      { part: 'owed', amount: 966 },
    ]);
    expect(refund?.from).toContainEqual({ side: 'owed', amount: 966 });
    const netting = all.find(({ kind }) => kind === 'netting');
    expect(netting).toMatchObject({
      amount: -966,
      reason: 'what was owed for refunds is paid first',
      debts: [{ order_id: 'AAAA00000001', product_name: 'Bird calls', reason: 'not as described', amount: 966 }],
    });
  });

  test.each([
    ['?kind=sales', ['CCCC00000003', 'BBBB00000002', 'AAAA00000001']],
    ['?kind=payouts', ['PO-3', 'PO-2', 'PO-1', 'PO-1']],
    ['?kind=refunds&month=2026-10', []],
    ['?month=2026-10', ['PO-2', 'BBBB00000002', 'PO-1', 'PO-1', 'AAAA00000001']],
    ['?q=bbbb0000', ['BBBB00000002']],
    ['?q=BIRD&kind=sales', ['CCCC00000003', 'AAAA00000001']],
    ['?q=bat', ['BBBB00000002']],
    ['?q=100%25', ['BBBB00000002']],
    ['?q=PO-2', ['PO-2']],
    ['?q=BBBB00000002&kind=payouts', []],
    ['?q=nothing', []],
  ])('%s finds what it says, newest first', async (query, found) => {
    await history();
    expect((await movements(query)).map(({ order_id, payout_id }) => payout_id ?? order_id)).toEqual(found);
  });

  test.each(['', '?kind=refunds', '?q=bird', '?month=2026-11'])(
    'goes on page by page, and tells each once (%s)',
    async (query) => {
      await history();
      const ada = await selling.as('ada');
      const numbers: number[] = [];
      let next: string | null = `/seller/ours/wallet/movements${query}${query ? '&' : '?'}limit=2`;
      while (next) {
        const { body, headers }: Awaited<ReturnType<Call['get']>> = await ada.get(next);
        numbers.push(...body.map(({ number }: Movement) => number));
        next = /<\/api([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? null;
      }
      expect(numbers).toEqual((await movements(query)).map(({ number }) => number));
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.length).toBeGreaterThan(2);
    },
  );

  test('opening and movements are the closing of every month, which is the opening of the next', async () => {
    await history();
    const months: WalletMonth[] = (await wallet('/months')).body;
    expect(months.at(-1)).toMatchObject({ month: '2026-10', opening: 0, movements: 5 });
    for (const [index, month] of months.entries()) {
      expect(month.closing).toBe(months[index - 1]?.opening ?? (await wallet()).body.balance);
      const sum: WalletMonthSum = (await wallet(`/months/${month.month}`)).body;
      const moved = sum.groups.reduce((total, { amount }) => total + cents(amount), 0);
      expect(cents(sum.opening) + moved).toBe(cents(sum.closing));
      expect(sum.groups.reduce((total, group) => total + group.movements, 0)).toBe(month.movements);
    }
  });

  test('a month without movements has its opening for its closing', async () => {
    await history();
    const { body } = await wallet('/months/2026-01');
    expect(body).toMatchObject({ month: '2026-01', opening: 0, closing: 0, movements: 0 });
  });

  test('a movement that no name explains stands there with its reason', async () => {
    const [from, to] = [platformLoss, sellerAvailable('ours')];
    const entries = [
      { account_id: from.account_id, amount: -500 },
      { account_id: to.account_id, amount: 500 },
    ];
    const details = { reason: 'goodwill for the outage' };
    await shop.write({
      accounts: [from, to],
      transfers: [{ key: 'hand', kind: 'correction', at: at('11-01'), details, entries }],
    });
    expect(await movements()).toMatchObject([
      { group: 'other', amount: 5, reason: 'goodwill for the outage', parts: [{ part: 'other', amount: 5 }] },
    ]);
    expect((await wallet('/months/2026-11')).body).toMatchObject({ opening: 0, closing: 5 });
  });

  test('the PDF of a month is drawn', async () => {
    await history();
    const answer = await read('/statement?month=2026-10&format=pdf');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="statement-ours-2026-10.pdf"');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test.each([
    ['/movements?month=2026-13', 'month'],
    ['/movements?after=abc', 'after'],
    ['/movements?kind=gifts', 'kind'],
    ['/months/november', 'month'],
    ['/statement', 'month'],
    ['/statement?month=2026-10&format=doc', 'csv or pdf'],
    ['/statement?month=2199-01', 'has not begun'],
  ])('%s is refused with what to do', async (path, said) => {
    const { status, body } = await wallet(path);
    expect([status, body.message]).toEqual([400, expect.stringContaining(said)]);
  });

  test('is for owners and finance of the shop alone', async () => {
    await history();
    const asks = ['', '/movements', '/months', '/months/2026-10', '/statement?month=2026-10'];
    for (const path of asks) {
      const of = async (who: string) => (await read(path, who)).status;
      expect([await of('ada'), await of('fay'), await of('eve'), await of('mallory')]).toEqual([200, 200, 404, 404]);
    }
    expect((await (await selling.as('mallory')).get('/seller/theirs/wallet')).body).toMatchObject({ balance: 0 });
    expect((await (await selling.as('mallory')).get('/seller/theirs/wallet/movements')).body).toEqual([]);
  });
});

type Row = Record<string, string>;
const statement = async (month: string): Promise<Row[]> => {
  const answer = await read(`/statement?month=${month}`);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return parse(await answer.text(), { columns: true });
};

describe('[W-06] from a payout', () => {
  test('the CSV of a month adds up, across and down, and guards what people have written', async () => {
    await history();
    for (const month of ['2026-10', '2026-11']) {
      const rows = await statement(month);
      const [opening, closing, lines] = [rows[0], rows.at(-1), rows.slice(1, -1)];
      const last = endOfMonth(month, new Date()).isOver ? 'closing' : 'to_date';
      expect([opening?.movement, closing?.movement]).toEqual(['opening', last]);
      let balance = cents(opening?.balance);
      for (const row of lines) {
        const parts = ['price', 'coupon', 'refund', 'fee', 'tax', 'owed', 'payout', 'other'].map((name) =>
          cents(row[name]),
        );
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents(row.amount));
        balance += cents(row.amount);
        expect(cents(row.balance)).toBe(balance);
      }
      expect(cents(closing?.balance)).toBe(balance);
      expect(lines.length).toBe((await movements(`?month=${month}`)).length);
    }
    const [sale] = (await statement('2026-10')).filter(({ order }) => order === 'BBBB00000002');
    expect(sale).toMatchObject({ product: `'=Bat, "calls" 100%`, fee_of: '3610', fee: '-289.10', amount: '3320.90' });
  });

  test('a month that is not over is told to date, and has no closing', async () => {
    await history();
    const books = await readBooks(database.kysely, 'ours', '2026-11');
    const seller = { seller_id: 'ours', name: 'Ours', country: null };
    const at = async (time: string) => {
      const now = new Date(time);
      const chunks: string[] = [];
      for await (const chunk of writeCsv(database.kysely, 'ours', books, now)) chunks.push(chunk);
      const rows: Row[] = parse(chunks.join(''), { columns: true });
      const shopOf = { name: 'Hearth', email: 'shop@example.org' };
      const pdf = await pdfOfMonth(database.kysely, seller, books, { shop: shopOf, now });
      const [last, sum] = [pdf.rows.at(-1), pdf.sums.at(-1)];
      return [rows.at(-1)?.movement, rows.at(-1)?.date, pdf.title, pdf.facts[0], last?.name, last?.day, sum?.label];
    };
    expect(await at('2026-11-26T09:00:00.000Z')).toEqual([
      'to_date',
      '2026-11-26T09:00:00.000Z',
      'Statement, November 2026 to date',
      ['To date', '2026-11-01 to 2026-11-26, days in UTC'],
      'Balance to date',
      '26 Nov',
      'To date, 26 Nov',
    ]);
    expect(await at('2026-12-01T00:00:00.000Z')).toEqual([
      'closing',
      '2026-12-01T00:00:00.000Z',
      'Statement, November 2026',
      ['Month', '2026-11-01 to 2026-11-30, days in UTC'],
      'Closing balance',
      '30 Nov',
      'Closing',
    ]);
  });

  test('every cent of its lines leads to an order line or to a named rule', async () => {
    await history();
    const all = await movements();
    const payouts = all.filter(({ kind }) => kind === 'payout');
    expect(payouts).toHaveLength(3);
    for (const payout of payouts) {
      // Lines that it pays: all since the payout before.
      const before = payouts.find(({ number }) => number < payout.number)?.number ?? 0;
      const lines = all.filter(({ number }) => number > before && number < payout.number);
      expect(lines.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(-cents(payout.amount));
      for (const line of lines) {
        const { parts } = line;
        const explained = parts.reduce((sum, part) => {
          const named =
            (line.order_id !== null && line.line !== null && line.sold !== null) ||
            part.rule !== null ||
            (line.kind === 'netting' &&
              line.reason !== null &&
              line.debts.every(({ order_id }) => order_id !== null)) ||
            (line.kind === 'payout_failed' && payouts.some(({ payout_id }) => payout_id === line.payout_id));
          return sum + (named ? cents(part.amount) : 0);
        }, 0);
        expect(explained, `${line.kind} ${line.number}`).toBe(cents(line.amount));
        for (const part of parts.filter(({ part }) => part.startsWith('fee_')))
          expect(part.rule).toBe('Data, 8 % and $0.30');
      }
    }
  });
});
