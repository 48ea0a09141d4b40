// More time for a machine: minutes that an order adds to its hours, and takes back with its money. As often as it is called what is so stays so.
import type { Db } from '../../../schema/db.ts';
import { statusOf } from '../../entitlement/entitlement.rules.ts';
import { getEntitlement } from '../../entitlement/entitlement.store.ts';
import { addEntry, listBalances, lockBalances, setExpiry } from '../hours-balance.store.ts';
import { extendMachines, meterPool, readPool } from '../pool.ts';
import { takeHours } from '../settle-hours.ts';
import {
  type ExtensionLine,
  insertExtension,
  listExtensions,
  listPaidExtensions,
  recordTaken,
} from './extension.store.ts';
import { byExtension as by, reasonOf, returnExtensions } from './lost-extensions.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The order must be locked. Answers the numbers of its lines that have added their minutes, and still do. */
export async function settleExtensions(transaction: Db, orderId: string, at: Date): Promise<number[]> {
  const lines = await listExtensions(transaction, orderId);
  if (lines.length === 0) return [];
  await lockBalances(
    transaction,
    lines.map(({ entitlement_id: id }) => id),
  );
  const done: number[] = [];
  for (const line of lines) {
    const { resume_status, is_going_back, minutes, taken_minutes: taken } = line;
    const order = { status: line.status, resume_status, is_going_back };
    const status = statusOf({ order, granted_at: at, expires_at: null, withdrawn_at: null }, at);
    const isActive = status === 'active';
    if (isActive && minutes === null) await grant(transaction, orderId, line, at);
    else if (isActive && taken !== null) await giveAgain(transaction, orderId, line, at);
    else if (!isActive && minutes !== null && taken === null) await take(transaction, orderId, line, at);
    // While somebody looks at the payment nothing expires earlier: that could not be undone.
    if (!isActive && status !== 'on_hold' && minutes !== null) await shortenExpiry(transaction, orderId, line);
    if (isActive) done.push(line.line);
    await followMachine(transaction, line.entitlement_id, at);
  }
  return done;
}

/** Minutes that are added, or come back, go where the machine has gone. */
async function followMachine(transaction: Db, entitlementId: string, at: Date): Promise<void> {
  const entitlement = await getEntitlement(transaction, entitlementId);
  if (!entitlement) return;
  const status = statusOf(entitlement, at);
  if (status === 'active') await returnExtensions(transaction, entitlementId, at);
  else await takeHours(transaction, { entitlement_id: entitlementId, standing: status }, at);
}

async function grant(transaction: Db, orderId: string, line: ExtensionLine, at: Date): Promise<void> {
  const { entitlement_id: entitlementId, quantity, goods } = line;
  const { hours } = goods;
  if (!hours) return;
  const minutes = hours.minutes_each * quantity;
  // Minutes that were used until now are those of before.
  await meter(transaction, entitlementId, at);
  await addEntry(transaction, { entitlementId, kind: 'bought', minutes, at, reason: reasonOf(orderId), by });
  await insertExtension(transaction, {
    ...{ order_id: orderId, line: line.line, entitlement_id: entitlementId, minutes, granted_at: at },
  });
  await extendExpiry(transaction, entitlementId, hours.valid_days, at);
  await extendPool(transaction, entitlementId, at);
}

/** A refund has failed: the minutes are the buyer's again. */
async function giveAgain(transaction: Db, orderId: string, line: ExtensionLine, at: Date): Promise<void> {
  const { entitlement_id: entitlementId, taken_minutes: minutes } = line;
  await recordTaken(transaction, { orderId, line: line.line }, null);
  await extendExpiry(transaction, entitlementId, line.goods.hours?.valid_days, line.granted_at ?? at);
  if (!minutes) return;
  const reason = 'The refund has failed.';
  await addEntry(transaction, { entitlementId, kind: 'returned', minutes, at, reason, by });
  await extendPool(transaction, entitlementId, at);
}

/** As many of its minutes as are left of the machine's hours. */
async function take(transaction: Db, orderId: string, line: ExtensionLine, at: Date): Promise<void> {
  const { entitlement_id: entitlementId } = line;
  const left = await meter(transaction, entitlementId, at);
  const minutes = Math.min(left, line.minutes ?? 0);
  await recordTaken(transaction, { orderId, line: line.line }, minutes);
  if (minutes === 0) return;
  await addEntry(transaction, { entitlementId, kind: 'taken', minutes, at, reason: reasonOf(orderId), by });
  await meter(transaction, entitlementId, at);
}

/** Counts the machines until now. Answers the minutes that are left of these hours. */
async function meter(transaction: Db, entitlementId: string, at: Date): Promise<number> {
  const pool = await readPool(transaction, entitlementId, at);
  if (!pool) return 0;
  await meterPool(transaction, pool, at);
  return pool.own.balance.minutes;
}

async function extendPool(transaction: Db, entitlementId: string, at: Date): Promise<void> {
  const pool = await readPool(transaction, entitlementId, at);
  if (pool) await extendMachines(transaction, pool, at, { tellsShop: true });
}

/** The hours of a machine have one end: the later one. */
async function extendExpiry(transaction: Db, entitlementId: string, validDays: number | undefined, from: Date) {
  const [balance] = await listBalances(transaction, [entitlementId]);
  if (!balance?.expires_at) return;
  const until = endOfHours(validDays, from);
  if (until === null || until > balance.expires_at) await setExpiry(transaction, entitlementId, until);
}

/** Where the end of a machine's hours is that of this extension, whose money has gone back, it is the latest of those that are paid again. */
async function shortenExpiry(transaction: Db, orderId: string, line: ExtensionLine): Promise<void> {
  const { entitlement_id: entitlementId, goods, granted_at: grantedAt } = line;
  const [balance] = await listBalances(transaction, [entitlementId]);
  const machine = await getEntitlement(transaction, entitlementId);
  if (!balance || !machine || !grantedAt) return;
  const own = endOfHours(goods.hours?.valid_days, grantedAt);
  if (balance.expires_at?.getTime() !== own?.getTime()) return;
  const paid = await listPaidExtensions(transaction, entitlementId, { except: { orderId, line: line.line } });
  const ends = [machine, ...paid].map((one) => endOfHours(one.goods.hours?.valid_days, one.granted_at));
  await setExpiry(transaction, entitlementId, latest(ends));
}

function endOfHours(validDays: number | undefined, from: Date): Date | null {
  return validDays ? new Date(from.getTime() + validDays * DAY_MS) : null;
}

/** Null: one of them has no end. */
function latest(ends: ReadonlyArray<Date | null>): Date | null {
  const times = ends.map((end) => end?.getTime() ?? Number.POSITIVE_INFINITY);
  const last = Math.max(...times);
  return Number.isFinite(last) ? new Date(last) : null;
}
