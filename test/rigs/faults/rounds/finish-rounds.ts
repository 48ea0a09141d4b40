// When everything that a killed shop has left must have come to its end: what it has acknowledged, and what its tables say.

import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import { confirmTheRest } from '../accounts.ts';
import { ask, sleep } from '../ask.ts';
import {
  type Books,
  emptyBooks,
  endWaiting,
  findingOf,
  findStuckOrders,
  readMailBooks,
  readOrderBooks,
  readPeopleBooks,
  readReviewBooks,
  readStockBooks,
} from '../books.ts';
import { openShop } from '../place.ts';
import type { Endings } from './endings.ts';
import type { Finding } from './finding.ts';
import { type KilledShop, lookForMissing } from './kill-rounds.ts';

/** After so long no order waits any more that is not a customer's who might still pay (see reconcile.ts). */
const SETTLED_MS = 150_000;
/** Orders whose time is over have all ended by then. */
const EXPIRED_MS = 90_000;
/** Two turns of the reconciliation, which ends fifty at once. */
const UNKNOWN_MS = 35_000;

/** Waits until then, and compares. Ends the shop. */
export async function finishRounds(run: KilledShop, endings: Endings): Promise<Finding[]> {
  const { place, ledger, wares, found, imports, refunds } = run;
  await sleep(Math.max(0, run.lastKill + SETTLED_MS - Date.now()));
  found.accounts.lost.push(...(await confirmTheRest(place, ledger)));
  const waiting = await stopAndLook(run, async ({ kysely }) => {
    found.orders.faults.push(...(await findStuckOrders(kysely)));
    return endWaiting(kysely);
  });
  while (!imports.isFinished()) await imports.attempt(null);
  run.shop = await openShop(place, endings);
  await untilExpired(run, waiting);
  await lookForMissing(run, { accounts: 0, orders: 0 });
  const last = await stopAndLook(run, async ({ kysely: db }) => ({
    people: await readPeopleBooks(db, ledger),
    orders: await readOrderBooks(db, ledger, refunds.reported),
    stock: await readStockBooks(db, wares),
    reviews: await readReviewBooks(db, ledger),
    mails: await readMailBooks(db, place, ledger),
  }));
  const row = (what: string, acknowledged: number, ...all: Books[]) =>
    findingOf(`killed, ${place.name}: ${what}`, run.rounds, acknowledged, {
      lost: all.flatMap((each) => each.lost),
      doubled: all.flatMap((each) => each.doubled),
      faults: all.flatMap((each) => each.faults),
    });
  const imported = imports.outcome();
  return [
    row('accounts', ledger.accounts.size, found.accounts, last.people),
    row('orders', ledger.orders.size, found.orders, last.orders),
    row('refunds', refunds.reported.size, { ...emptyBooks(), faults: refunds.faults }),
    row('stock and coupons', wares.counted.size + wares.coupons.size, last.stock),
    row('reviews', ledger.reviews.size, found.reviews, last.reviews),
    row('mails', last.mails.mails, last.mails),
    row(`imports (${imported.killed} killed)`, imported.reported, imported.books),
    row(`restarts (${run.startsKilled} killed too)`, run.rounds + run.startsKilled, found.restarts),
  ];
}

async function stopAndLook<T>(
  { shop, place }: KilledShop,
  look: (database: Database<Tables>) => Promise<T>,
): Promise<T> {
  await shop.stop();
  const database = await place.openDatabase();
  return look(database).finally(() => database.close());
}

async function untilExpired({ place, ledger }: KilledShop, orders: string[]) {
  const until = Date.now() + EXPIRED_MS;
  for (const id of orders) {
    const token = ledger.orders.get(id)?.account.token;
    while (token && Date.now() < until) {
      const order = await ask(`${place.address}/api/order/${id}`, { token });
      if (order?.status === 200 && order.body.order_status !== 'pending') break;
      await sleep(500);
    }
  }
  // Orders that nobody was told of: the books show what became of them.
  if (orders.some((id) => !ledger.orders.has(id))) await sleep(UNKNOWN_MS);
}
