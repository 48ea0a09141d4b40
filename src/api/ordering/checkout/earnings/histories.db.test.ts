// Histories that nobody has thought of: processes that buy, deliver, refund, dispute and release at random, on the same orders, and are killed between
// any two statements. Whatever happened, the books agree.

import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTransfersAbout } from '#ledger/entry.store.ts';
import { verifyLedger } from '#ledger/verify.store.ts';
import type { Tables } from '#main/tables.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { makeLastingDatabase } from '../../../../../test/database/lasting-database.ts';
import { aProduct } from '../../../../../test/factories/product.ts';
import { aSeller } from '../../../../../test/factories/seller.ts';
import type { HistoryProcess } from '../../../../../test/processes/history-process.ts';
import { startProcess } from '../../../../../test/processes/server-process.ts';
import { quietEnvironment } from '../../../../../test/processes/shop-process.ts';
import { verifyWallet } from '../../../money/wallet/verify-wallet.store.ts';

const program = join(import.meta.dirname, '../../../../../test/processes/history-process.ts');
const seed = 20_261_123;
let place: Awaited<ReturnType<typeof makeLastingDatabase>>;

beforeAll(async () => {
  place = await makeLastingDatabase();
  await inDatabase(fill);
});
afterAll(() => place.drop());

/** Opened for the time of the work alone: the embedded database has one process at a time. */
async function inDatabase<T>(work: (kysely: Database<Tables>['kysely']) => Promise<T>): Promise<T> {
  const database = await openDatabase<Tables>(place);
  try {
    return await work(database.kysely);
  } finally {
    await database.close();
  }
}

async function fill(kysely: Database<Tables>['kysely']) {
  await kysely
    .insertInto('api.seller')
    .values(['seller-a', 'seller-b'].map((seller_id) => aSeller({ seller_id })))
    .execute();
  await kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'a', price_micros: 100_000_000, stock: null, seller_id: 'seller-a' }),
      aProduct({ product_id: 'b', price_micros: 3_330_000, stock: null, seller_id: 'seller-b' }),
      aProduct({ product_id: 'own', price_micros: 49_990_000, stock: null }),
    ])
    .execute();
  await kysely.insertInto('api.coupon').values({ code: 'TENTH', percent: 10, seller_percent: 50 }).execute();
  const rule = { category: null, from_at: new Date('2026-01-01'), created_by: 'test', name: 'Fee' };
  await kysely
    .insertInto('api.fee_rule')
    .values([
      { ...rule, rule_id: 'a', seller_id: 'seller-a', rate_bp: 833, fixed_cents: 30, returned: true },
      { ...rule, rule_id: 'b', seller_id: 'seller-b', rate_bp: 1_500, fixed_cents: 0, returned: false },
    ])
    .execute();
}

async function run(given: Omit<HistoryProcess, 'databaseUrl' | 'dataDir'>): Promise<void> {
  const { databaseUrl, dataDir } = place;
  const argument: HistoryProcess = { ...given, databaseUrl, dataDir };
  const { code, err } = await startProcess([program, JSON.stringify(argument)], { environment: quietEnvironment })
    .ended;
  if (code !== null) expect({ code, err, seed: given.seed }).toEqual({ code: 0, err: '', seed: given.seed });
}

/** Orders whose ledger says something else than their lines: what is held is what was paid, less what was released and what has gone out. */
async function ordersThatDisagree(kysely: Database<Tables>['kysely']) {
  const { rows } = await sql<{ order_id: string }>`
    with line as (
      select order_id, sum(amount_cents - discount_cents) as paid, sum(coalesce(released_cents, 0)) as released from api.order_line group by order_id
    ), share as (
      select order_id,
        sum(cents) filter (where state = 'arrived' and not released) as gone,
        sum(cents) filter (where state = 'taken' and not released and refund_id in (select dispute_id from api.dispute)) as disputed,
        sum(cents) filter (where state = 'taken' and released and refund_id not in (select dispute_id from api.dispute)) as taken_back
      from api.refund_share group by order_id
    )
    select "order".order_id, "order".status, account.balance as held, paid, released, taken_back, gone, disputed
      from api."order" join line using (order_id) left join share using (order_id)
      left join ledger.account on account.account_id = 'order:' || "order".order_id || ':held'
      where in_ledger and coalesce(account.balance, 0) <> paid - released + coalesce(taken_back, 0) - coalesce(gone, 0) - coalesce(disputed, 0)`.execute(
    kysely,
  );
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      lines: await kysely
        .selectFrom('api.order_line')
        .select(['line', 'amount_cents', 'discount_cents', 'released_cents', 'released_at'])
        .where('order_id', '=', row.order_id)
        .execute(),
      shares: (
        await kysely.selectFrom('api.refund_share').selectAll().where('order_id', '=', row.order_id).execute()
      ).map((share) => JSON.stringify(share)),
      history: (await findTransfersAbout(kysely, row.order_id)).map(({ key, entries }) =>
        [key, ...entries.map(({ account_id, amount }) => `${account_id} ${amount}`)].join(', '),
      ),
    })),
  );
}

/** Refunds of which the provider says something else than the shop. */
async function refundsThatDisagree(kysely: Database<Tables>['kysely']) {
  const { rows } = await sql`
    select theirs.id, theirs.amount, theirs.status, ours.refund_id, ours.state, sold.order_id, sold.status as order_status
      from payments.refund as theirs
      left join (
        select provider_id, refund_id, state from api.refund
        union all select provider_id, pay_in_refund_id, state from api.pay_in_refund
      ) as ours on ours.provider_id = theirs.id
      left join api."order" as sold on sold.payment_intent = theirs.payment_intent
      where (theirs.status = 'succeeded') <> coalesce(ours.state = 'succeeded', false)`.execute(kysely);
  return rows;
}

const faults = () =>
  inDatabase((kysely) =>
    kysely
      .transaction()
      .execute(async (moment) => [...(await verifyLedger(moment)).faults, ...(await verifyWallet(moment)).faults]),
  );

/** The outside as the ledger has it, beside what the provider and the orders say; and lines whose money came twice. */
async function outside(kysely: Database<Tables>['kysely']) {
  const { rows } = await sql<
    Record<
      | 'orders'
      | 'payouts'
      | 'inTransit'
      | 'underWay'
      | 'twice'
      | 'card'
      | 'atProvider'
      | 'fees'
      | 'feesTaken'
      | 'bank'
      | 'byBank'
      | 'rounding'
      | 'paidIn'
      | 'fromWallets'
      | 'toWallets'
      | 'backToCards'
      | 'notArrived',
      number
    >
  >`
    select
      (select count(*)::int from api."order" where paid_at is not null) as orders,
      (select count(*)::int from (select about, item from ledger.entry where kind = 'release' and account_id like 'seller:%'
        group by about, item having count(*) > 1) as again) as twice,
      (select -balance::int from ledger.account where account_id = 'external:card') as card,
      ((select coalesce(sum(amount_received), 0) from payments.payment_intent)
        - (select coalesce(sum(amount), 0) from payments.refund where status = 'succeeded')
        - (select coalesce(sum(amount_cents), 0) from api.dispute where state = 'lost')
        - (select coalesce(sum(amount_cents), 0) from api.pay_in_refund where origin = 'dispute' and state = 'succeeded')
        - (select coalesce(sum(fee), 0) from payments.balance_transaction where account is null))::int as "atProvider",
      (select coalesce(sum(fee), 0)::int from payments.balance_transaction where account is null) as "feesTaken",
      (select -balance::int from ledger.account where account_id = 'processor:fees') as fees,
      (select count(*)::int from api.pay_in where state = 'paid') as "paidIn",
      (select count(*)::int from api."order" where wallet_cents > 0) as "fromWallets",
      (select count(*)::int from api.refund where destination = 'wallet' and state = 'succeeded') as "toWallets",
      (select coalesce(sum(balance), 0)::int from ledger.account where kind = 'buyer_in_transit') as "backToCards",
      (select coalesce(sum(amount_cents), 0)::int from api.pay_in_refund
        where origin <> 'dispute' and state in ('decided', 'pending')) as "notArrived",
      (select -balance::int from ledger.account where account_id = 'external:bank') as bank,
      ((select coalesce(sum(total_cents), 0) from api."order" where paid_at is not null and payment_method <> 'card')
        - (select coalesce(sum(amount_cents), 0) from api.refund join api."order" using (order_id)
          where payment_method <> 'card' and state = 'succeeded' and destination = 'origin')
        - (select coalesce(sum(amount_cents), 0) from api.payout where state = 'paid'))::int as "byBank",
      (select coalesce(sum(balance), 0)::int from ledger.account where kind = 'seller_in_transit') as "inTransit",
      (select coalesce(sum(amount_cents), 0)::int from api.payout where state in ('pending', 'sent')) as "underWay",
      (select count(*)::int from api.payout) as payouts,
      (select count(*)::int from ledger.account where account_id = 'rounding' and balance <> 0) as rounding`.execute(
    kysely,
  );
  return rows[0];
}

/** Provider transactions that nothing explains, postings that the provider doesn't know, and what was not fetched. */
async function unexplained(kysely: Database<Tables>['kysely']) {
  const open =
    await sql`select theirs.type, theirs.state, theirs.difference_cents, theirs.source, ordered.order_id, ordered.status,
      (select jsonb_agg(to_jsonb(one)) from payments.refund as one where one.id = theirs.source) as there,
      (select jsonb_agg(to_jsonb(one)) from api.refund as one where one.order_id = ordered.order_id) as here,
      (select jsonb_agg(jsonb_build_array(one.type, one.amount_cents, one.state, one.explanation)) from api.provider_transaction as one where one.source = theirs.source) as beside
    from api.provider_transaction as theirs left join api."order" as ordered on ordered.payment_intent = theirs.payment_intent
    where theirs.state in ('different', 'unmatched')`.execute(kysely);
  const missing = await sql`select entry.kind, entry.amount, transfer.key, back.state, back.provider_id, back.origin
    from ledger.entry join ledger.transfer using (transfer_id)
      left join api.pay_in_refund as back on back.pay_in_refund_id = split_part(transfer.key, ' ', 2)
    where entry.account_id = 'external:card' and entry.kind <> 'processor_fee'
      and entry.transfer_id not in (select transfer_id from api.provider_transaction where transfer_id is not null)`.execute(
    kysely,
  );
  const { rows } = await sql<{ notFetched: number }>`
    select (select count(*)::int from payments.balance_transaction where account is null
        and id not in (select transaction_id from api.provider_transaction)) as "notFetched"`.execute(kysely);
  return { transactions: open.rows, missing: missing.rows, ...rows[0] };
}

test('[W-16] [W-09] [W-11] hundreds of random histories in two processes, some killed on the way, keep every sum, and what the provider has moved is explained', {
  timeout: 900_000,
}, async () => {
  const isServer = place.databaseUrl !== null;
  const { processes, rounds, steps } = isServer
    ? { processes: 2, rounds: 6, steps: 120 }
    : { processes: 1, rounds: 2, steps: 40 };
  let turn = seed;
  for (let round = 0; round < rounds; round++) {
    // One of them is killed somewhere in the middle of its work, in every second round.
    const dieBefore = round % 2 === 0 ? 200 + ((seed + round * 977) % 1_500) : 0;
    await Promise.all(
      Array.from({ length: processes }, (_, nth) =>
        run({ seed: turn++, steps, dieBefore: nth === 0 ? dieBefore : 0, settle: false }),
      ),
    );
    expect(await faults(), `seed ${seed}, round ${round}`).toEqual([]);
  }
  await run({ seed: turn, steps: 0, dieBefore: 0, settle: true });
  expect(await faults(), `seed ${seed}`).toEqual([]);
  expect(await inDatabase(ordersThatDisagree), `seed ${seed}`).toEqual([]);
  expect(await inDatabase(refundsThatDisagree), `seed ${seed}`).toEqual([]);
  const found = await inDatabase(outside);
  expect(found).toEqual({
    ...found,
    twice: 0,
    card: found?.atProvider,
    fees: found?.feesTaken,
    bank: found?.byBank,
    inTransit: found?.underWay,
    backToCards: found?.notArrived,
    rounding: 0,
  });
  expect(await inDatabase(unexplained), `seed ${seed}`).toEqual({ transactions: [], missing: [], notFetched: 0 });
  if (isServer) expect(found?.payouts).toBeGreaterThan(3);
  if (isServer)
    for (const used of ['paidIn', 'fromWallets', 'toWallets'] as const) expect(found?.[used], used).toBeGreaterThan(3);
  expect(found?.orders).toBeGreaterThan(rounds * (isServer ? 15 : 3));
});
