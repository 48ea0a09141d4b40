// A shop's statement with 1,000 and with 1,000,000 movements: what a page, a search, the months and a month take of each, in turn, and their
// ratio. On the PostgreSQL of TEST_DATABASE_URL: node test/rigs/bench/statement.ts [movements]
import { performance } from 'node:perf_hooks';
import { type Kysely, sql } from 'kysely';
import { listMovements, type MovementsAsked } from '#api/money/wallet/read-movements.ts';
import { readSellerWallet } from '#api/money/wallet/read-wallet.ts';
import { readMonth, readMonths } from '#api/money/wallet/statement/read-months.ts';
import { migrateAll, type Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { dropDatabaseOn, makeDatabaseOn } from '../../database/postgres.ts';

const ROUNDS = 60;
const BATCH = 20_000;
const SMALL = 1_000;
const large = Number(process.argv[2] ?? 1_000_000);
const url = process.env.TEST_DATABASE_URL;
if (!url) throw new Error('TEST_DATABASE_URL names the PostgreSQL to measure on');

const place = await makeDatabaseOn(url, { purpose: 'bench' });
const database = await openDatabase<Tables>({ databaseUrl: place.url, dataDir: '' });
const db: Kysely<Tables> = database.kysely;
try {
  await migrateAll(database);
  for (const [seller, count] of [
    ['small', SMALL],
    ['large', large],
  ] as const)
    await move(seller, count);
  await sql`analyze`.execute(db);
  await measure();
  await explain();
} finally {
  await database.close();
  await dropDatabaseOn(url, place, { force: true });
}

/** So many movements over two years: sales, here and there a refund with its fee, each thousandth a payout. */
async function move(seller: string, count: number): Promise<void> {
  const accounts = JSON.stringify(
    [`seller:${seller}:available`, 'external:card'].map((account_id) => ({
      account_id,
      kind: 'bench',
      currency: 'usd',
      may_be_negative: true,
      may_be_positive: true,
    })),
  );
  for (let from = 1; from <= count; from += BATCH) {
    const until = Math.min(count, from + BATCH - 1);
    await sql`select ledger.post(${accounts}::jsonb, (select jsonb_agg(jsonb_build_object('key', ${seller} || ' ' || number, 'kind', kind,
        'at', timestamptz '2024-11-01' + number * (interval '730 days' / ${count}::float8),
        'details', jsonb_build_object('order', lpad(number::text, 12, 'A'), 'line', 0, 'product', 'product ' || number % 50, 'name', 'Bird calls',
          'price_cents', 12000, 'base_cents', 12000, 'fee_rule', 'Data, 8 %', 'fee_rate_bp', 800, 'fee_fixed_cents', 0, 'fee_cents', 960),
        'entries', jsonb_build_array(
          jsonb_build_object('account_id', 'external:card', 'amount', -amount),
          jsonb_build_object('account_id', ${`seller:${seller}:available`}::text, 'amount', amount,
            'about', lpad(number::text, 12, 'A'), 'item', 'product ' || number % 50))) order by number)
      from (select number, case when number % 1000 = 0 then 'payout' when number % 97 = 0 then 'refund' else 'release' end as kind,
          case when number % 1000 = 0 then -900000 when number % 97 = 0 then -11040 else 11040 end as amount
        from generate_series(${from}::int, ${until}::int) as number) as moved))`.execute(db);
  }
}

type Ask = (seller: string) => Promise<unknown>;

async function measure(): Promise<void> {
  const asked = (given: Partial<MovementsAsked>): Ask => {
    const whole = { group: null, month: null, q: '', before: null, limit: 51, ...given };
    return (seller) => listMovements(db, seller, whole);
  };
  const asks: Array<[string, Ask]> = [
    ['the wallet', (seller) => readSellerWallet(db, seller)],
    ['first page', asked({})],
    ['a page in the middle', (seller) => asked({ before: (seller === 'large' ? large : SMALL) / 2 })(seller)],
    ['first page of a month of last year', asked({ month: '2025-06' })],
    ['payouts alone', asked({ group: 'payouts' })],
    ['refunds alone', asked({ group: 'refunds' })],
    ['an order by its number', asked({ q: 'PO-none' })],
    ['the months', (seller) => readMonths(db, seller, new Date('2026-11-23T00:00:00Z'))],
    ['what a month comes to', (seller) => readMonth(db, seller, '2025-06')],
  ];
  console.log(
    `${'milliseconds, tenth percentile'.padEnd(38)}${String(SMALL).padStart(9)}${String(large).padStart(11)}   ratio`,
  );
  for (const [name, ask] of asks) {
    const times: Record<'small' | 'large', number[]> = { small: [], large: [] };
    for (let round = 0; round < ROUNDS; round++)
      for (const seller of ['small', 'large'] as const) {
        const started = performance.now();
        await ask(seller);
        times[seller].push(performance.now() - started);
      }
    const [small, big] = [tenth(times.small), tenth(times.large)];
    console.log(
      `${name.padEnd(38)}${small.toFixed(2).padStart(9)}${big.toFixed(2).padStart(11)}${(big / small).toFixed(2).padStart(8)}`,
    );
  }
}

function tenth(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? Number.NaN;
}

/** How the first page is found: by its index, so many entries as it shows. */
async function explain(): Promise<void> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, buffers, costs off)
    select * from ledger.entry join ledger.transfer using (transfer_id)
    where account_id = 'seller:large:available' order by version desc limit 51`.execute(db);
  for (const row of rows) console.log(row['QUERY PLAN']);
}
