// Orders of a small and of a large shop: what writing one, its page, the lists and the tidying of the table cost. Bare SQL, with the shop's
// own indexes, keys and triggers.
import { hash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#main/tables.ts';
import { withoutIndexes } from './fill.ts';

const BUYERS = 100_000;
const LINES = 3;

export type OrderTimes = Array<[what: string, milliseconds: number]>;

/** `count` orders of three years; ids are random, as the shop's are. */
export async function fillOrders(kysely: Kysely<Tables>, count: number): Promise<void> {
  await withoutIndexes(kysely, 'api."order"', (db) =>
    sql`insert into api."order" (order_id, account_id, user_id, payment_method, status, subtotal_cents, total_cents, created_at, expires_at,
        paid_at, fulfilled_at, updated_at, session_id, payment_intent, next_check_at, in_ledger, invoiced, billing)
      select upper(substr(md5(n::text), 1, 12)), 'account ' || n % ${sql.lit(BUYERS)}, 'account ' || n % ${sql.lit(BUYERS)}, 'card', 'fulfilled',
        1000 + n % 100000, 1000 + n % 100000, at, at, at, at, at, 'cs_' || md5(n::text), 'pi_' || md5(n::text), null, true, true,
        jsonb_build_object('name', 'Ada ' || n, 'email', 'ada' || n || '@example.com', 'country', 'NO')
      from generate_series(1, ${sql.lit(count)}) as n,
        lateral (select now() - interval '3 years' + n * (interval '3 years' / ${sql.lit(count)}::float8) as at) as moment`.execute(
      db,
    ),
  );
  await withoutIndexes(kysely, 'api.order_line', (db) =>
    sql`insert into api.order_line (order_id, line, product_id, product_name, seller_id, unit_price_micros, quantity, amount_cents, counted,
        delivered_at, placed_at)
      select upper(substr(md5(n::text), 1, 12)), line, 'product ' || n % 10000, 'A data set of bird calls', 'seller ' || n % 1000, 1000000, 1, 100,
        false, now(), now() - interval '3 years' + n * (interval '3 years' / ${sql.lit(count)}::float8)
      from generate_series(1, ${sql.lit(count)}) as n, generate_series(0, ${sql.lit(LINES - 1)}) as line`.execute(db),
  );
  await sql`vacuum analyze api."order"`.execute(kysely);
  await sql`vacuum analyze api.order_line`.execute(kysely);
}

/** Medians of so many rounds, each of another order. */
export async function timeOrders(db: Kysely<Tables>, count: number, rounds: number): Promise<OrderTimes> {
  const idOf = (nth: number) =>
    hash('md5', String(1 + ((nth * 7919) % count)), 'hex')
      .slice(0, 12)
      .toUpperCase();
  const buyerOf = (nth: number) => `account ${(nth * 31) % BUYERS}`;
  const asks: Array<[string, (round: number) => Promise<unknown>]> = [
    ['an order of three lines placed and paid', (round) => place(db, `NEW${count}X${round}`, buyerOf(round))],
    [
      'the page of an order',
      (round) =>
        sql`select * from api."order" join api.order_line using (order_id) where order_id = ${idOf(round)}`.execute(db),
    ],
    [
      'the orders of a buyer',
      (round) =>
        sql`select * from api."order" where account_id = ${buyerOf(round)} order by created_at desc limit 24`.execute(
          db,
        ),
    ],
    [
      'the list of the staff',
      () => sql`select * from api."order" order by created_at desc, order_id desc limit 51`.execute(db),
    ],
    [
      'paid orders of a day, two years ago',
      () =>
        sql`select * from api."order" where status = 'fulfilled' and created_at >= now() - interval '730 days'
          order by created_at, order_id limit 51`.execute(db),
    ],
  ];
  const times: OrderTimes = [];
  for (const [what, ask] of asks) {
    const found: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const begin = performance.now();
      await ask(round);
      found.push(performance.now() - begin);
    }
    times.push([what, found.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0]);
  }
  return times;
}

async function place(db: Kysely<Tables>, id: string, account: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`insert into api."order" (order_id, account_id, payment_method, status, subtotal_cents, total_cents, created_at, expires_at,
        updated_at, session_id, payment_intent)
      values (${id}, ${account}, 'card', 'pending', 300, 300, now(), now() + interval '1 hour', now(), ${`cs ${id}`}, ${`pi ${id}`})`.execute(
      transaction,
    );
    await sql`insert into api.order_line (order_id, line, product_id, product_name, unit_price_micros, quantity, amount_cents, counted)
      select ${id}, line, 'product ' || line, 'A data set', 1000000, 1, 100, false from generate_series(0, 2) as line`.execute(
      transaction,
    );
  });
  await sql`update api."order" set status = 'paid', paid_at = now(), updated_at = now(), next_check_at = null
    where order_id = ${id}`.execute(db);
}

/** Milliseconds of a vacuum after one order in a hundred has changed, and of the change. */
export async function timeVacuum(kysely: Kysely<Tables>): Promise<number> {
  await kysely.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db);
    await sql`update api."order" set updated_at = now(), refunded_cents = 1 where hashtext(order_id) % 100 = 0`.execute(
      db,
    );
    await sql`reset session_replication_role`.execute(db);
  });
  const begin = performance.now();
  await sql`vacuum api."order"`.execute(kysely);
  return performance.now() - begin;
}
