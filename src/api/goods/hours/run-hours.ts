// Automatic work on hours: minutes are counted, expired ones are taken, machines are stopped, and buyers are notified.
import { jobOf } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import { type LostExtension, listLostExtensions, recordLostRefund } from './extension/extension.store.ts';
import { addEntry, listExpired, listUsedUp, recordReturned, type UsedUp } from './hours-balance.store.ts';
import { machineMail, outageMail, requestMail } from './hours-mail.rules.ts';
import type { HoursService } from './hours-service.ts';
import {
  listBuyerNotices,
  listDueSessions,
  listNewestSessions,
  listShopNotices,
  takeBuyerNotice,
  takeShopNotice,
} from './machine-session.store.ts';
import { listReturnsToNotify, listUnsettled, takeReturns } from './outage.store.ts';
import { isLookedAfterBy, leftOf, lockPool, meterPool, readPool } from './pool.ts';
import { settleOutage } from './record-outage.ts';

const AT_ONCE = 500;
/** Time for a process that is still at it. */
const UNSETTLED_MS = 60_000;
/** Least time between emails to a shop about one purchase, however its buyer starts and stops. */
const NOTIFY_AGAIN_MS = 5 * 60_000;

/** Answers how to stop. */
export function runHoursRegularly(service: HoursService): () => Promise<void> {
  const onError = (error: unknown) =>
    service.log.error({ part: 'hours', error: String(error) }, 'hours could not be counted');
  return runRegularly({
    db: service.db,
    ...jobOf('keep hours'),
    work: () => runHours(service),
    onError,
  });
}

/** Safe to repeat, to do at the same time elsewhere, and to be killed in: what was done is known. One thing that fails keeps no other waiting. */
export async function runHours(service: HoursService): Promise<void> {
  const { db, log, now } = service;
  async function each<T>(what: string, things: readonly T[], work: (thing: T) => Promise<unknown>) {
    for (const thing of things)
      await work(thing).catch((error) => log.error({ part: 'hours', thing, error: String(error) }, what));
  }

  await meterMachines(service);
  await each('hours that have expired could not be taken', await listExpired(db, now(), AT_ONCE), (id) =>
    takeExpired(service, id),
  );
  await each('time of a lost machine could not be refunded', await listLostExtensions(db, AT_ONCE), (lost) =>
    refundLost(service, lost),
  );
  await each('a machine could not be returned', await listUsedUp(db, AT_ONCE), (usedUp) =>
    returnMachine(service, usedUp),
  );
  const before = new Date(now().getTime() - UNSETTLED_MS);
  await each('an outage could not be settled', await listUnsettled(db, before, AT_ONCE), (outage) =>
    settleOutage(service, outage),
  );
  await each('a buyer could not be told', await listBuyerNotices(db, AT_ONCE), (told) => notifyBuyer(service, told));
  const notifiedBefore = new Date(now().getTime() - NOTIFY_AGAIN_MS);
  await each('a shop could not be told', await listShopNotices(db, { notifiedBefore, limit: AT_ONCE }), (id) =>
    notifyShop(service, id),
  );
  await each('a buyer could not be told of an outage', await listReturnsToNotify(db, AT_ONCE), (told) =>
    notifyReturn(service, told),
  );
}

/** Counts the minutes that have begun of every machine that is on. One that cannot be counted keeps no other one waiting. */
export async function meterMachines({ db, log, now: clock }: Pick<HoursService, 'db' | 'log' | 'now'>): Promise<void> {
  const now = clock();
  for (let behind = ''; ; ) {
    const due = await listDueSessions(db, now, { behind, limit: AT_ONCE });
    for (const { session_id: session, entitlement_id: entitlementId } of due)
      await db
        .transaction()
        .execute(async (transaction) => {
          const pool = await lockPool(transaction, entitlementId, now);
          if (pool) await meterPool(transaction, pool, now);
        })
        .catch((error) =>
          log.error({ part: 'hours', session, error: String(error) }, 'a machine could not be counted'),
        );
    const last = due.at(-1);
    if (!last || due.length < AT_ONCE) return;
    behind = last.session_id;
  }
}

async function takeExpired({ db, now: clock }: HoursService, entitlementId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    const pool = await lockPool(transaction, entitlementId, now);
    if (!pool) return;
    // Its last minutes may not have been counted yet.
    await meterPool(transaction, pool, now);
    const { minutes, expires_at: expiresAt } = pool.own.balance;
    if (minutes === 0 || !expiresAt || expiresAt > now) return;
    await addEntry(transaction, { entitlementId, kind: 'expired', minutes, at: now, by: 'meter' });
  });
}

/** Puts the machine of hours that are used up into stock again. */
async function returnMachine({ db, lockMachine, now: clock }: HoursService, usedUp: UsedUp): Promise<void> {
  const { entitlement_id: entitlementId, order_id: orderId, line } = usedUp;
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    // The order and its product before the balances, as everybody locks them.
    const machine = orderId === null || line === null ? null : await lockMachine(transaction, orderId, line);
    const pool = await lockPool(transaction, entitlementId, now);
    if (!pool || pool.own.balance.minutes > 0 || pool.own.balance.machine_returned_at !== null) return;
    const [session] = await listNewestSessions(transaction, [entitlementId]);
    if (session && session.state !== 'stopped' && session.state !== 'failed') return;
    if (machine === null || (await machine.giveBack())) await recordReturned(transaction, entitlementId, now);
  });
}

/** Refunds the share of the minutes that went with the machine, once. Those that were used before are paid. */
async function refundLost({ db, refundWholeLine, log }: HoursService, lost: LostExtension) {
  const { order_id: orderId, line, lost_at: lostAt, lost_minutes: minutes, minutes: all } = lost;
  const requestKey = `extension ${orderId} ${line} ${lostAt.getTime()}`;
  const done = await refundWholeLine({
    ...{ orderId, line, reason: 'The machine is not yours any more.', by: 'hours', requestKey, share: minutes / all },
    claim: async (transaction) => {
      if (!(await recordLostRefund(transaction, lost, requestKey)))
        throw new Error('The machine is its buyer’s again, or another process has refunded it.');
    },
  });
  if (!('refused' in done)) return;
  log.warn({ part: 'hours', order: orderId, line, refused: done.refused.code }, 'more time was not refunded');
  // All of it went back otherwise: it is not asked for again.
  if (done.refused.code === 'nothing_to_refund') await recordLostRefund(db, lost, requestKey);
}

type OfOrder = { session_id: string; order_id: string | null };

async function notifyBuyer(
  { db, lockOrder, notifyBuyer: tell, now }: HoursService,
  { session_id: sessionId, order_id: orderId }: OfOrder,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // The order before what hangs on it, as everybody locks them.
    const order = orderId === null ? null : await lockOrder(transaction, orderId);
    const taken = await takeBuyerNotice(transaction, sessionId);
    const pool = taken && (await readPool(transaction, taken.session.entitlement_id, now()));
    if (!order || !taken || !pool) return;
    const { product_name: productName } = pool.own.entitlement;
    const minutesLeft = leftOf(pool, now());
    const { stop_reason: stopReason } = taken.session;
    await tell(transaction, order, machineMail({ what: taken.what, productName, minutesLeft, stopReason }));
  });
}

/** Notifies a shop of what its people do manually. */
async function notifyShop({ db, notifyShop: tell, now }: HoursService, sessionId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const taken = await takeShopNotice(transaction, sessionId, now());
    const pool = taken && (await readPool(transaction, taken.session.entitlement_id, now()));
    if (!taken || !pool) return;
    const { product_name: productName, order_id: orderId } = pool.own.entitlement;
    const mail = requestMail({ what: taken.what, productName, orderId, minutesLeft: leftOf(pool, now()) });
    const isOperators = await isLookedAfterBy(transaction, pool, null);
    await tell(transaction, isOperators ? '' : taken.session.seller_id, mail);
  });
}

async function notifyReturn(
  { db, lockOrder, notifyBuyer: tell, now }: HoursService,
  { outage_id: outageId, order_id: orderId }: { outage_id: string; order_id: string | null },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const order = orderId === null ? null : await lockOrder(transaction, orderId);
    const taken = await takeReturns(transaction, { outageId, orderId, at: now() });
    if (!order || !taken) return;
    const { from_at: from, to_at: to, reason } = taken.outage;
    const { minutes, productName } = taken;
    await tell(transaction, order, outageMail({ productName, minutes, from, to, reason }));
  });
}
