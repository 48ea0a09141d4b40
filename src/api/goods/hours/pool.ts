// Hours of a customer for one product: they are used by the machine that is on, whichever purchase it was started from.
import { longestLimitMinutes, type StopReason } from '#contract/goods/access/hours.ts';
import { findSettler } from '../../access/member.store.ts';
import type { Db } from '../../schema/db.ts';
import { type EntitlementStatus, statusOf } from '../entitlement/entitlement.rules.ts';
import { getEntitlement, listOfProducts, type StoredEntitlement } from '../entitlement/entitlement.store.ts';
import { cancelCallsOfSession, forgetSshKeys } from '../provision/provision-call.store.ts';
import { PATIENCE_MS } from '../provision/provision-limits.rules.ts';
import { countedUntil, drawMinutes, warnAt } from './hours.rules.ts';
import { addEntry, listBalances, lockBalances, type StoredBalance } from './hours-balance.store.ts';
import { callMachine } from './machine-calls.ts';
import { readMachineCost } from './machine-cost.ts';
import { firstLimit } from './machine-limit.rules.ts';
import { listLiveSessions, type StoredSession, updateSession } from './machine-session.store.ts';

export type PoolMember = { entitlement: StoredEntitlement; standing: EntitlementStatus; balance: StoredBalance };
export type Pool = { own: PoolMember; members: PoolMember[] };

/** Whose buyers hear of it by mail: who stops a machine knows, and who has the money back was told. */
const notifiedReasons: ReadonlySet<StopReason> = new Set([
  'used_up',
  'expired',
  'shop',
  'machine',
  'not_started',
  'time_limit',
  'budget',
]);

/** Nobody else changes these balances and their machines until the transaction ends. Null where there are no hours. */
export async function lockPool(transaction: Db, entitlementId: string, at: Date): Promise<Pool | null> {
  await lockBalances(transaction, [entitlementId]);
  return readPool(transaction, entitlementId, at);
}

export async function readPool(db: Db, entitlementId: string, at: Date): Promise<Pool | null> {
  const entitlement = await getEntitlement(db, entitlementId);
  const { hours } = entitlement?.goods ?? {};
  if (!entitlement || !hours) return null;
  const { account_id: accountId, product_id: productId } = entitlement;
  const all = accountId ? await listOfProducts(db, accountId, [productId]) : [entitlement];
  const same = all.filter(
    ({ goods, edition, seller_id }) =>
      goods.hours?.by === hours.by && edition === entitlement.edition && seller_id === entitlement.seller_id,
  );
  const ids = same.map(({ entitlement_id: id }) => id);
  const balances = new Map((await listBalances(db, ids)).map((balance) => [balance.entitlement_id, balance]));
  const members = same.flatMap((one) => {
    const balance = balances.get(one.entitlement_id);
    return balance ? [{ entitlement: one, standing: statusOf(one, at), balance }] : [];
  });
  const own = members.find((member) => member.entitlement.entitlement_id === entitlementId);
  return own ? { own, members } : null;
}

/** True if a shop has sold these hours; null: true if they are the operator's to look after, who settles what no shop does. */
export async function isLookedAfterBy(db: Db, { own }: Pool, sellerId: string | null): Promise<boolean> {
  const { seller_id: soldBy } = own.entitlement;
  if (sellerId !== null || soldBy === null) return soldBy === sellerId;
  return (await findSettler(db, soldBy)) !== 'seller';
}

/** Minutes left in all at a moment. */
export function leftOf({ members }: Pick<Pool, 'members'>, at: Date): number {
  return members.filter(isUsable(at)).reduce((sum, { balance }) => sum + balance.minutes, 0);
}

function isUsable(at: Date) {
  return ({ standing, balance }: PoolMember) =>
    standing === 'active' && (balance.expires_at === null || balance.expires_at > at);
}

/**
 * Counts every machine of the pool until now, and ends those that may not go on. The pool must be locked; its balances are changed with the tables.
 * Done again, or by another process, it changes nothing: what was counted is known.
 */
export async function meterPool(transaction: Db, pool: Pool, now: Date): Promise<void> {
  const ids = pool.members.map(({ entitlement }) => entitlement.entitlement_id);
  for (const session of await listLiveSessions(transaction, ids)) await meterSession(transaction, pool, session, now);
}

async function meterSession(transaction: Db, pool: Pool, stored: StoredSession, now: Date): Promise<void> {
  const own = pool.members.find(({ entitlement }) => entitlement.entitlement_id === stored.entitlement_id);
  if (!own) return;
  const session = await withBudgetOfNow(transaction, pool, stored, now);
  const why = whyEnd(own);
  const { expires_at: endsAt } = own.entitlement;
  const { started_at: startedAt } = session;
  const limit = firstLimit(session);
  const limitAt = limit && startedAt ? countedUntil(startedAt, limit.minutes) : null;
  const until = earliest([now, endsAt, limitAt]);
  if (session.state !== 'running' || !startedAt) {
    if (why) await endSession(transaction, pool, session, { at: now, reason: why });
    return;
  }
  const drawable = pool.members.filter((member) => member === own || member.standing === 'active');
  const balances = drawable.map(({ balance, entitlement }) => ({
    entitlementId: balance.entitlement_id,
    minutes: balance.minutes,
    expiresAt: balance.expires_at,
    grantedAt: entitlement.granted_at,
  }));
  const drawn = drawMinutes(
    { startedAt, counted: session.counted, entitlementId: session.entitlement_id },
    until,
    balances,
  );
  for (const { entitlementId, minutes } of drawn.draws) {
    await addEntry(transaction, {
      entitlementId,
      kind: 'used',
      minutes,
      at: now,
      sessionId: session.session_id,
      by: 'meter',
    });
    const member = pool.members.find(({ balance }) => balance.entitlement_id === entitlementId);
    if (member) {
      member.balance.minutes -= minutes;
      member.balance.used += minutes;
    }
  }
  const { counted, ranOutAt } = drawn;
  const counting =
    counted > session.counted ? await updateSession(transaction, session.session_id, { counted }) : session;
  if (ranOutAt) {
    const { expires_at: expiresAt } = own.balance;
    const reason = expiresAt && expiresAt <= ranOutAt ? 'expired' : 'used_up';
    await endSession(transaction, pool, counting, { at: ranOutAt, reason: why ?? reason });
  } else if (why) await endSession(transaction, pool, counting, { at: until, reason: why });
  else if (limit && limitAt && limitAt <= now)
    await endSession(transaction, pool, counting, { at: limitAt, reason: limit.reason });
  else await recordLow(transaction, pool, counting, now);
}

/** The session with the minutes that its budget lasts, by what has been bought since it was set. */
export async function withBudgetOfNow(
  transaction: Db,
  pool: Pool,
  session: StoredSession,
  at: Date,
): Promise<StoredSession> {
  const { budget_cents: cents, budget_minutes: before, counted } = session;
  const minutes = cents === null ? null : (await readMachineCost(transaction, pool, session, at)).minutesFor(cents);
  if (minutes === null) return session;
  const budget_minutes = Math.max(1, Math.min(counted + minutes, longestLimitMinutes));
  return budget_minutes === before ? session : await updateSession(transaction, session.session_id, { budget_minutes });
}

/** Machines that are on have more to go on with, or less. `tellsShop`: also the people who run them. */
export async function extendMachines(
  transaction: Db,
  pool: Pool,
  at: Date,
  { tellsShop = false }: { tellsShop?: boolean } = {},
): Promise<void> {
  const ids = pool.members.map(({ entitlement }) => entitlement.entitlement_id);
  for (const live of await listLiveSessions(transaction, ids)) {
    const session = await withBudgetOfNow(transaction, pool, live, at);
    const notifies = tellsShop && session.by === 'hand' && session.state === 'running';
    await updateSession(transaction, session.session_id, {
      warned_at: null,
      ...(notifies && { shop_to_tell: 'extend' }),
    });
    const own = pool.members.find(({ entitlement }) => entitlement.entitlement_id === session.entitlement_id);
    if (session.by === 'endpoint' && own)
      await callMachine(transaction, 'hours.extend', {
        entitlement: own.entitlement,
        sessionId: session.session_id,
        minutesLeft: leftOf(pool, at),
        at,
      });
  }
}

function earliest(moments: ReadonlyArray<Date | null>): Date {
  return new Date(Math.min(...moments.flatMap((moment) => (moment ? [moment.getTime()] : []))));
}

function whyEnd({ entitlement, standing }: PoolMember): StopReason | null {
  if (standing === 'refunded' || standing === 'withdrawn') return 'refunded';
  if (standing !== 'active') return standing;
  // The customer has left.
  return entitlement.account_id === null ? 'buyer' : null;
}

async function recordLow(transaction: Db, pool: Pool, session: StoredSession, now: Date): Promise<void> {
  const bought = pool.members.reduce((sum, { balance }) => sum + balance.bought, 0);
  if (session.warned_at || leftOf(pool, now) > warnAt(bought)) return;
  await updateSession(transaction, session.session_id, { warned_at: now, to_tell: 'low' });
}

/** Nothing more is counted for it. Whoever runs the machine is asked to stop it. The pool must be locked, and counted until then. */
export async function endSession(
  transaction: Db,
  pool: Pool,
  session: StoredSession,
  { at, reason, failure = null }: { at: Date; reason: StopReason; failure?: string | null },
): Promise<StoredSession> {
  const { session_id: sessionId, by } = session;
  const own = pool.members.find(({ entitlement }) => entitlement.entitlement_id === session.entitlement_id) ?? pool.own;
  const reach = await cancelCallsOfSession(transaction, sessionId);
  if (session.ssh_keys) await forgetSshKeys(transaction, sessionId);
  // Whose shop says that it is off need not be asked.
  const isOff = reason === 'shop' || reason === 'machine';
  const asks = !isOff && (by === 'hand' ? session.state === 'running' : reach !== 'none');
  if (asks && by === 'endpoint')
    await callMachine(transaction, 'hours.stop', {
      entitlement: own.entitlement,
      sessionId,
      minutesLeft: leftOf(pool, at),
      at,
      inSeconds: reach === 'under_way' ? (2 * PATIENCE_MS) / 1_000 : 0,
    });
  const failed = failure !== null || reason === 'not_started';
  return updateSession(transaction, sessionId, {
    state: failed ? 'failed' : asks ? 'stopping' : 'stopped',
    stopped_at: at,
    stop_reason: reason,
    failure,
    ...{ fields: null, report: null, ssh_keys: null },
    // A request that nobody has heard of yet is none any more.
    shop_to_tell: asks && by === 'hand' ? 'stop' : null,
    ...(notifiedReasons.has(reason) && { to_tell: 'stopped' as const }),
  });
}
