// Machine time that goes back with a part of its line's money: as much as whoever refunds has said. What a whole refund takes is in settle-hours.ts.
import type { Db } from '../../schema/db.ts';
import { listGranted } from './extension/extension.store.ts';
import { addEntry, addRefundedMinutes, listBalances } from './hours-balance.store.ts';
import { extendMachines, lockPool, meterPool } from './pool.ts';
import { shareMinutes } from './refunded-minutes.rules.ts';
import { listEntitlementsOfLine, listRefundedMinutes } from './refunded-minutes.store.ts';

/** How entries of such refunds are told from those of the order itself. */
const byRefund = 'refund';

/**
 * Minutes of a line that a refund can take: those that are left, without what extensions have added, which are lines of their own. They
 * stay as they are until the transaction ends. The order must be locked.
 */
export async function lockRefundableMinutes(
  transaction: Db,
  { orderId, line }: { orderId: string; line: number },
  at: Date,
): Promise<number> {
  let minutes = 0;
  for (const entitlementId of await listEntitlementsOfLine(transaction, orderId, line))
    minutes += await lockOwnMinutes(transaction, entitlementId, at);
  return minutes;
}

async function lockOwnMinutes(transaction: Db, entitlementId: string, at: Date): Promise<number> {
  const pool = await lockPool(transaction, entitlementId, at);
  if (pool?.own.standing !== 'active') return 0;
  await meterPool(transaction, pool, at);
  const extended = await listGranted(transaction, entitlementId);
  return Math.max(0, pool.own.balance.minutes - extended.reduce((sum, { minutes }) => sum + minutes, 0));
}

/**
 * Takes what refunds of the order ask for and have not got, and returns what failed ones had taken. The hours must be locked; done again it
 * changes nothing.
 */
export async function settleRefundedMinutes(
  transaction: Db,
  orderId: string,
  entitlements: ReadonlyArray<{ entitlement_id: string; line: number | null }>,
  at: Date,
): Promise<void> {
  const asked = await listRefundedMinutes(transaction, orderId);
  for (const [line, ofLine] of Map.groupBy(entitlements, (entitlement) => entitlement.line)) {
    const ids = ofLine.map(({ entitlement_id: id }) => id);
    const balances = await listBalances(transaction, ids);
    const taken = balances.reduce((sum, { refunded_minutes: minutes }) => sum + minutes, 0);
    const more = (line === null ? 0 : (asked.get(line) ?? 0)) - taken;
    if (more === 0) continue;
    const held: number[] = [];
    for (const { entitlement_id: id, refunded_minutes: refunded } of balances)
      held.push(more > 0 ? await lockOwnMinutes(transaction, id, at) : refunded);
    const shares = shareMinutes(held, Math.abs(more));
    for (const [index, { entitlement_id: id }] of balances.entries()) {
      const minutes = shares[index] ?? 0;
      if (minutes > 0) await move(transaction, id, more > 0 ? minutes : -minutes, at);
    }
  }
}

/** `minutes` above zero are taken, below zero they come back. */
async function move(transaction: Db, entitlementId: string, minutes: number, at: Date): Promise<void> {
  await addEntry(transaction, {
    entitlementId,
    kind: minutes > 0 ? 'taken' : 'returned',
    minutes: Math.abs(minutes),
    at,
    reason: minutes > 0 ? 'Refunded in part.' : 'The refund has failed.',
    by: byRefund,
  });
  await addRefundedMinutes(transaction, entitlementId, minutes);
  const pool = await lockPool(transaction, entitlementId, at);
  if (!pool) return;
  // A machine that is on has less to go on with, or more.
  await meterPool(transaction, pool, at);
  await extendMachines(transaction, pool, at, { tellsShop: minutes < 0 });
}
