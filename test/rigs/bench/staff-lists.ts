// The lists of the back office with few and with many rows.
// On the PostgreSQL of TEST_DATABASE_URL: node test/rigs/bench/staff-lists.ts [--rows 10000,1000000]
import { parseArgs } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import { migrateAll, type Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { countList, readListPage } from '../../../src/api/staff-list/list-page.store.ts';
import type { Db } from '../../../src/api/staff-list/list-source.sql.ts';
import { staffListSources } from '../../../src/api/staff-list/staff-list-sources.ts';
import { readListAddress } from '../../../src/contract/staff-list/address.ts';
import { dropDatabaseOn, makeDatabaseOn } from '../../database/postgres.ts';

const TIMES = 15;
const AT_ONCE = 25_000;
const PAGE = 51;

/** What somebody asks of a list: its first page, what is frequent, what is rare, what is not there, another order, a text. */
const asked = [
  'order',
  'order?state=fulfilled',
  'order?state=in_review',
  'order?state=paid,in_review',
  'order?method=check',
  'order?refunded=yes',
  'order?total=500..510',
  'order?total=900000..',
  'order?placed=30d',
  'order?placed=2020-01-01..2020-01-31',
  'order?sort=-total',
  'order?state=in_review&sort=-total',
  'order?product=P7',
  'order?customer=C7',
  'order?coupon=RARE',
  'order?refund=failed',
  'order?late=yes',
  'order?q=F00001',
  'order?q=customer 77',
  'order?q=product 7',
  'order?q=nobody at all',
  'product',
  'product?type=data',
  'product?stock=0..0',
  'product?price=10..20&state=listed',
  'product?provider=Rare',
  'product?sort=name',
  'product?sort=-price',
  'product?q=product 77',
  'customer',
  'customer?role=admin',
  'customer?since=7d',
  'customer?sort=email',
  'customer?q=customer 77',
  'audit',
  'audit?action=order.refunded',
  'audit?at=7d',
  'audit?actor=operator',
];

const { values } = parseArgs({ options: { rows: { type: 'string', default: '10000,1000000' } } });
const server = process.env.TEST_DATABASE_URL;
if (!server) throw new Error('Give TEST_DATABASE_URL: the address of a PostgreSQL');
const made = await makeDatabaseOn(server, { purpose: 'bench' });
const database = await openDatabase<Tables>({ databaseUrl: made.url, dataDir: '' });
const db = database.kysely as unknown as Db;
const sizes = values.rows.split(',').map(Number);
const measured = new Map<string, number[]>();
try {
  await migrateAll(database);
  await fillOnce();
  let filled = 0;
  for (const rows of sizes) {
    for (; filled < rows; filled += AT_ONCE) await fill(filled, Math.min(filled + AT_ONCE, rows));
    filled = rows;
    await run(sql`analyze`);
    for (const question of asked)
      measured.set(question, [...(measured.get(question) ?? []), ...(await measure(question))]);
  }
  console.log(`milliseconds for a page and its count, with ${sizes.join(' and ')} rows`);
  for (const [question, times] of measured) {
    const [page = 0, count = 0, laterPage = page, laterCount = count] = times;
    const grown = (laterPage / page).toFixed(1);
    console.log(
      `${question.padEnd(42)} page ${page.toFixed(1)} → ${laterPage.toFixed(1)} (${grown}), count ${count.toFixed(1)} → ${laterCount.toFixed(1)}`,
    );
  }
} finally {
  await database.close();
  await dropDatabaseOn(server, made);
}

async function measure(question: string): Promise<[number, number]> {
  const [name = '', query = ''] = question.split('?');
  const source = staffListSources('Hearth').find(({ list }) => list.name === name);
  if (!source) throw new Error(`There is no list ${name}`);
  const { asked: wanted, faults } = readListAddress(source.list, new URLSearchParams(query));
  if (faults.length > 0) throw new Error(faults.join(' '));
  const page = { ...wanted, zone: 'Europe/Berlin', beside: null, limit: PAGE };
  return [await median(() => readListPage(db, source, page)), await median(() => countList(db, source, page))];
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0;
}

/** Without triggers: what they keep is not asked for here. */
async function run(statement: RawBuilder<unknown>) {
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`set local statement_timeout = 0`.execute(transaction);
    await statement.execute(transaction);
  });
}

async function fillOnce() {
  await run(sql`insert into api.coupon (code, percent) values ('RARE', 10)`);
}

/** So many orders and products, and a customer for every ten; an order of ten thousand is in review. */
async function fill(from: number, to: number) {
  const numbers = sql`generate_series(${from + 1}::int, ${to}::int) as n`;
  await run(sql`insert into api."user" (user_id, username, user_type, account_id, created_at)
    select 'customer' || n || '@example.com', 'Customer ' || n, case when n % 5000 = 0 then 'admin' else 'buyer' end, 'C' || n,
      now() - make_interval(secs => (n * 7919::bigint) % 63072000) from ${numbers} where n % 10 = 7`);
  await run(sql`insert into api.product (product_id, product_name, name_folded, product_type, price_micros, stock, provider, listed, updated_at, created_at)
    select 'P' || n, 'Product ' || n, 'product ' || n, (array['data', 'computing', 'solutions', 'algorithm'])[1 + n % 4], (n % 1000) * 1000000,
      case when n % 3 = 0 then null else n % 500 end, case when n % 9000 = 1 then 'Rare' else 'Provider ' || n % 50 end, n % 20 <> 0,
      now() - make_interval(secs => (n * 7919::bigint) % 63072000), now() from ${numbers}`);
  await run(sql`insert into api."order" (order_id, account_id, user_id, payment_method, status, subtotal_cents, total_cents, refunded_cents, coupon_code,
      paid_at, created_at, expires_at, updated_at, review_reason, resume_status)
    select 'F' || lpad(n::text, 11, '0'), 'C' || (n % 100000 / 10 * 10 + 7), 'customer@example.com',
      case when n % 3000 = 5 then 'check' when n % 7 = 0 then 'transfer' else 'card' end,
      case when n % 10000 = 9 then 'in_review' when n % 50 = 3 then 'paid' when n % 100 = 4 then 'expired' else 'fulfilled' end,
      (n * 104729::bigint) % 200000, (n * 104729::bigint) % 200000, case when n % 100 = 0 and (n * 104729::bigint) % 200000 > 0 then 1 else 0 end,
      case when n % 9000 = 2 then 'RARE' end, now(), now() - make_interval(secs => (n * 7919::bigint) % 63072000), now(), now(),
      case when n % 10000 = 9 then 'dispute' end, case when n % 10000 = 9 then 'paid' end from ${numbers}`);
  await run(sql`insert into api.order_line (order_id, line, product_id, product_name, unit_price_micros, quantity, amount_cents, counted)
    select 'F' || lpad(n::text, 11, '0'), 0, 'P' || (n * 31::bigint % 5000), 'Product', 1000000, 1, 100, false from ${numbers}`);
  await run(sql`insert into platform.audit_entry (at, actor_kind, actor_name, action, subject_kind, subject_id)
    select now() - make_interval(secs => 63072000 - n * 60), case when n % 1000 = 0 then 'operator' else 'customer' end,
      case when n % 1000 = 0 then 'jo' else '' end, case when n % 200 = 0 then 'order.refunded' else 'order.paid' end, 'order', 'F' || n from ${numbers}`);
}
