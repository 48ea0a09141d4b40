// Dividing the audit log and the ledger while others write: how long it takes, how long a writer waits, what it costs in room. Then what is
// asked of them with 1, 12 and 60 partitions, in turn. On the PostgreSQL of TEST_DATABASE_URL:
// npm run partitions:test [-- --rows 10000000 --plan-rows 1000000 --orders 10000000 --rounds 200]; 0 leaves a part out.
import { hash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { balanceBefore, listEntries } from '#ledger/entry.store.ts';
import { post } from '#ledger/post.ts';
import { verifyLedger } from '#ledger/verify.store.ts';
import { dividedTables } from '#main/divided-tables.ts';
import { migrateAll, type Tables } from '#main/tables.ts';
import { findAuditEntry, listAudit, recordAudit } from '#platform/audit/audit-log.ts';
import { StartError } from '#platform/config/start-error.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { createPool, type Database, openDatabase } from '#platform/database/database.ts';
import { addMonthsAhead, divideTable } from '#platform/partitions/divide-table.ts';
import { type DividedTable, monthAfter } from '#platform/partitions/partition.rules.ts';
import { runCommand } from '../../../scripts/database/shop-database.ts';
import { dropDatabaseOn, makeDatabaseOn } from '../../database/postgres.ts';
import { fill } from './fill.ts';
import { fillOrders, timeOrders, timeVacuum } from './orders.ts';

const USAGE = 'npm run partitions:test [-- --rows N --plan-rows N --orders N --rounds N], with TEST_DATABASE_URL';
/** Months before now in which each database was divided: so many partitions hold rows. */
const AGES = [0, 12, 60];
const WRITERS = 4;
const FEW_ORDERS = 10_000;
const WRITE_EVERY_MS = 20;
let written = 0;
const DAY_MS = 86_400_000;

await runCommand(USAGE, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '10000000' },
      'plan-rows': { type: 'string', default: '1000000' },
      orders: { type: 'string', default: '10000000' },
      rounds: { type: 'string', default: '200' },
    },
  });
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new StartError(`TEST_DATABASE_URL names the PostgreSQL to measure on. Usage: ${USAGE}`);
  const [rows, planRows, orders, rounds] = [values.rows, values['plan-rows'], values.orders, values.rounds].map(
    Number,
  ) as [number, number, number, number];
  if (rows > 0) {
    const place = await makePlace(server);
    await divideUnderWriters(place, rows).finally(place.drop);
  }
  if (planRows > 0) await comparePlans(server, { rows: planRows, rounds });
  if (orders > 0) for (const count of [FEW_ORDERS, orders]) await measureOrders(server, count, rounds);
  return 0;
});

type Place = {
  database: Database<Tables>;
  /** For statements that take longer than the shop lets one take. */
  slow: Kysely<Tables>;
  drop(): Promise<void>;
};

async function makePlace(server: string): Promise<Place> {
  const made = await makeDatabaseOn(server, { purpose: 'bench' });
  const database = await openDatabase<Tables>({ databaseUrl: made.url, dataDir: '' });
  const pool = createPool(made.url, { max: 1, connectMs: DAY_MS, queryMs: DAY_MS, plans: null });
  const slow = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) });
  await migrateAll(database);
  return {
    database,
    slow,
    async drop() {
      await Promise.all([slow.destroy(), database.close()]);
      await dropDatabaseOn(server, made, { force: true });
    },
  };
}

async function divideUnderWriters({ database, slow }: Place, rows: number): Promise<void> {
  console.log(`Writing ${rows} rows of each`);
  await fill(slow, rows);
  for (const table of Object.values(dividedTables)) {
    const name = `${table.schema}.${table.name}`;
    const before = await sizeOf(database, name);
    const writers = startWriters(database);
    await setTimeout(2_000);
    const alone = writers.take();
    const begin = performance.now();
    await divideTable(database, table, {
      now: new Date(),
      progress: (step) => console.log(`  ${seconds(begin)} s: ${step}`),
    });
    const took = seconds(begin);
    const meanwhile = writers.take();
    await writers.stop();
    console.log(`${name}: ${took} s in all; ${before} before, ${await sizeOf(database, name)} after`);
    for (const [when, waits] of [
      ['before', alone],
      ['meanwhile', meanwhile],
    ] as const)
      console.log(`  writes ${when}: ${waits.length}, median ${at(waits, 0.5)} ms, longest ${at(waits, 1)} ms`);
  }
  const begin = performance.now();
  const { faults, entries } = await verifyLedger(database.kysely);
  console.log(`Replayed ${entries} entries in ${seconds(begin)} s, ${faults.length} faults`);
}

/** Each write is a transfer of two entries and an entry of the audit log; `take` answers what they took since it was called last. */
function startWriters(database: Database<Tables>) {
  let [waits, isOver]: [number[], boolean] = [[], false];
  const writer = async (nth: number) => {
    while (!isOver) {
      const begin = performance.now();
      await write(database.kysely, `writer:${nth}`);
      waits.push(performance.now() - begin);
      await setTimeout(WRITE_EVERY_MS);
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, nth) => writer(nth)));
  return {
    take() {
      const taken = waits;
      waits = [];
      return taken;
    },
    async stop() {
      isOver = true;
      await writing;
    },
  };
}

function account(account_id: string) {
  return { account_id, kind: 'bench', currency: 'usd', may_be_negative: true, may_be_positive: true };
}

async function write(db: Kysely<Tables>, to: string): Promise<void> {
  const key = `written ${process.pid} ${++written}`;
  await inTransaction(db, async (transaction) => {
    await recordAudit(transaction, { kind: 'job' }, { action: 'order.paid', subject: { kind: 'order', id: key } });
    post(transaction, {
      accounts: [account('external:card'), account(to)],
      transfers: [
        {
          ...{ key, kind: 'capture', details: { order: key }, at: new Date() },
          entries: [
            { account_id: 'external:card', amount: -100 },
            { account_id: to, amount: 100, about: key },
          ],
        },
      ],
    });
  });
}

async function measureOrders(server: string, count: number, rounds: number): Promise<void> {
  const { database, slow, drop } = await makePlace(server);
  try {
    await fillOrders(slow, count);
    console.log(
      `${count} orders: ${await sizeOf(database, 'api."order"')}, lines ${await sizeOf(database, 'api.order_line')}`,
    );
    for (const [what, milliseconds] of await timeOrders(database.kysely, count, rounds))
      console.log(`  ${what}: ${milliseconds.toFixed(2)} ms`);
    console.log(`  vacuum after a change of each hundredth: ${Math.round(await timeVacuum(slow))} ms`);
  } finally {
    await drop();
  }
}

async function comparePlans(server: string, { rows, rounds }: { rows: number; rounds: number }): Promise<void> {
  const opened: Array<Place & { age: number }> = [];
  try {
    for (const age of AGES) {
      console.log(`Writing ${rows} rows into ${age} months`);
      const place = await makePlace(server);
      opened.push({ ...place, age });
      if (age > 0) for (const table of Object.values(dividedTables)) await divideFrom(place.database, table, age);
      await fill(place.slow, rows);
    }
    const seller = `seller:${hash('md5', '7', 'hex')}:available`;
    console.log(['median ms of', ...opened.map(({ age }) => (age === 0 ? 'plain' : `${age} months`))].join(' | '));
    for (const [what, ask] of questions(seller, rows)) {
      const found = opened.map((): number[] => []);
      for (let round = 0; round < rounds; round++)
        for (const [index, { database }] of opened.entries()) {
          const begin = performance.now();
          await ask(database.kysely, round);
          found[index]?.push(performance.now() - begin);
        }
      console.log([what, ...found.map((times) => at(times, 0.5))].join(' | '));
    }
  } finally {
    for (const { drop } of opened) await drop();
  }
}

async function divideFrom(database: Database<Tables>, table: DividedTable, months: number): Promise<void> {
  const silent = () => {};
  await divideTable(database, table, { now: monthAfter(new Date(), -months - 1), progress: silent });
  await addMonthsAhead(database, table, new Date());
}

type Ask = (db: Kysely<Tables>, round: number) => Promise<unknown>;

function questions(seller: string, rows: number): Array<[string, Ask]> {
  return [
    ['first page of a statement', (db) => listEntries(db, seller, { limit: 51 })],
    ['the same of the busiest account', (db) => listEntries(db, 'external:card', { limit: 51 })],
    ['a page in its middle', (db) => listEntries(db, 'external:card', { limit: 51, before: rows / 10 })],
    ['entries of a kind', (db) => listEntries(db, seller, { limit: 51, kinds: ['release'] })],
    ['a balance of two years ago', (db) => balanceBefore(db, seller, monthAfter(new Date(), -24))],
    ['audit log, first page', (db) => listAudit(db, { limit: 51 })],
    ['audit log, one action', (db) => listAudit(db, { limit: 51, action: 'payout.sent' })],
    ['audit log, one subject', (db) => listAudit(db, { limit: 51, subject: 'none' })],
    ['an entry of the audit log', (db, round) => findAuditEntry(db, 1 + ((round * 7919) % rows))],
    ['posting a transfer', (db, round) => write(db, `new:${round % 50}`)],
  ];
}

async function sizeOf({ kysely }: Database<Tables>, name: string): Promise<string> {
  const { rows } = await sql<{
    bytes: number;
  }>`select pg_total_relation_size(${name}::regclass) + coalesce(sum(pg_total_relation_size(inhrelid)), 0)::float8 as bytes
    from pg_inherits where inhparent = ${name}::regclass`.execute(kysely);
  return `${Math.round((rows[0]?.bytes ?? 0) / 2 ** 20)} MB`;
}

function seconds(begin: number): string {
  return ((performance.now() - begin) / 1_000).toFixed(1);
}

function at(times: number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2);
}
