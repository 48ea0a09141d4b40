// The figures of the back office with few and with many orders, and what keeping them takes of the writing of orders.
// On the PostgreSQL of TEST_DATABASE_URL: node test/rigs/bench/overview.ts [--orders 10000,1000000] [--seconds N]
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { attentionKinds } from '#contract/operations/attention.ts';
import { migrateAll, type Tables } from '#main/tables.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { readWaiting } from '../../../src/api/operations/overview/attention.store.ts';
import { readStatus } from '../../../src/api/operations/overview/overview.store.ts';
import { checkMarketplaceAnalytics } from '../../../src/api/selling/analytics/check-marketplace-analytics.ts';
import { foldMarketplaceAnalytics } from '../../../src/api/selling/analytics/fold-marketplace-analytics.ts';
import { momentsOf, planOf } from '../../../src/api/selling/analytics/marketplace-analytics.rules.ts';
import { readShopSums } from '../../../src/api/selling/analytics/marketplace-analytics.store.ts';
import { type Zone, zoneOf } from '../../../src/api/text/zone.rules.ts';
import { dropDatabaseOn, makeDatabaseOn } from '../../database/postgres.ts';

const DAYS = 730;
const TIMES = 40;
const WRITERS = 8;
const ROUNDS = 4;
const AT_ONCE = 10_000;

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '10000,1000000' }, seconds: { type: 'string', default: '4' } },
});
const server = process.env.TEST_DATABASE_URL;
if (!server) throw new Error('Give TEST_DATABASE_URL: the address of a PostgreSQL');
const made = await makeDatabaseOn(server, { purpose: 'bench' });
const database = await openDatabase<Tables>({ databaseUrl: made.url, dataDir: '' });
const db = database.kysely;
try {
  await migrateAll(database);
  let filled = 0;
  for (const orders of values.orders.split(',').map(Number)) {
    for (; filled < orders; filled += AT_ONCE) await fill(filled, Math.min(filled + AT_ONCE, orders));
    filled = orders;
    await foldMarketplaceAnalytics({ db });
    await sql`vacuum analyze`.execute(db);
    const now = new Date();
    const figures = (days: number) => () => {
      const [from, to] = [-days + 1, 0].map((day) =>
        new Date(now.getTime() + day * 86_400_000).toISOString().slice(0, 10),
      );
      const plan = planOf({ from: from ?? '', to: to ?? '' }, zoneOf('Europe/Berlin') as Zone, now);
      return readShopSums(db, momentsOf(plan), now);
    };
    const attention = async () => {
      await readWaiting(db, attentionKinds, { now, refundsBefore: now });
      await readStatus(db);
    };
    const timings = [
      `30 days ${await median(figures(30))}`,
      `90 days ${await median(figures(90))}`,
      `365 days ${await median(figures(365))}`,
      `attention ${await median(attention)}`,
    ];
    const begun = performance.now();
    const faults = await checkMarketplaceAnalytics(db);
    console.log(
      `${orders} orders, milliseconds: ${timings.join(', ')}; check ${((performance.now() - begun) / 1_000).toFixed(1)} seconds, ${faults.length} differences`,
    );
  }
  await compareWrites(database);
} finally {
  await database.close();
  await dropDatabaseOn(server, made);
}

/** Orders of two years, as many on each day; one of a hundred was given back. */
async function fill(from: number, to: number) {
  await sql`insert into api."order" (order_id, user_id, payment_method, status, subtotal_cents, total_cents, refunded_cents, items_returned,
      paid_at, created_at, expires_at, updated_at)
    select 'F' || n, 'jane@example.com', 'card', case when n % 100 = 0 then 'refunded' else 'fulfilled' end, 5000, 5000,
      case when n % 100 = 0 then 5000 else 0 end, n % 100 = 0, at, at, at, at
    from (select n, now() - make_interval(secs => (n * 7919::bigint) % ${DAYS * 86_400}) as at
      from generate_series(${from + 1}::int, ${to}::int) as n) as row`.execute(db);
}

async function median(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return (times.sort((a, b) => a - b)[TIMES / 2] ?? 0).toFixed(2);
}

/** Orders placed and paid by bare SQL, with the triggers of the figures and without, in turns. */
async function compareWrites(on: Database<Tables>) {
  const triggers = ['order_added_to_figures', 'order_moved_in_figures'];
  const written: { with: number; without: number } = { with: 0, without: 0 };
  let number = 0;
  for (let round = 0; round < ROUNDS * 2; round++) {
    const kept = round % 2 === 0 ? 'with' : 'without';
    for (const trigger of triggers)
      await sql`alter table api."order" ${sql.raw(kept === 'with' ? 'enable' : 'disable')} trigger ${sql.ref(trigger)}`.execute(
        on.kysely,
      );
    const until = performance.now() + Number(values.seconds) * 1_000;
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (performance.now() < until) {
          const id = `W${number++}`;
          await on.kysely.transaction().execute(async (transaction) => {
            await sql`insert into api."order" (order_id, user_id, payment_method, status, subtotal_cents, total_cents, created_at, expires_at, updated_at)
              values (${id}, 'jane@example.com', 'card', 'pending', 5000, 5000, now(), now(), now())`.execute(
              transaction,
            );
            await sql`insert into api.order_line (order_id, line, product_id, product_name, unit_price_micros, quantity, amount_cents, counted)
              select ${id}, line, 'p', 'Product', 1000000, 1, 100, false from generate_series(1, 3) as line`.execute(
              transaction,
            );
          });
          await sql`update api."order" set status = 'paid', paid_at = now(), received_cents = 5000, updated_at = now() where order_id = ${id}`.execute(
            on.kysely,
          );
          written[kept] += 1;
        }
      }),
    );
  }
  console.log(
    `Bare orders written by ${WRITERS} at once: ${(written.with / written.without).toFixed(3)} of those without the figures (${written.with}, ${written.without})`,
  );
}
