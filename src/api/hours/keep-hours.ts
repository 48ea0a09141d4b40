// What happens to hours by itself: minutes are counted, what has expired is taken, machines are stopped, and buyers are told.
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import { lockOrder } from '../order/order.store.ts';
import { addEntry, listExpired } from './hours-balance.store.ts';
import { machineMail } from './hours-mail.rules.ts';
import type { HoursService } from './hours-service.ts';
import { listDueSessions, listToTell, takeToTell } from './machine-session.store.ts';
import { listUnsettled } from './outage.store.ts';
import { leftOf, lockPool, meterPool, readPool } from './pool.ts';
import { settleOutage } from './record-outage.ts';

const EVERY_MS = 15_000;
const AT_ONCE = 500;
/** Whoever is at it is given so long. */
const UNSETTLED_MS = 60_000;

/** Answers how to stop. */
export function keepHoursRegularly(service: HoursService): () => Promise<void> {
  const onError = (error: unknown) =>
    service.log.error({ part: 'hours', error: String(error) }, 'hours could not be counted');
  return runRegularly({
    db: service.db,
    name: 'keep hours',
    everyMs: EVERY_MS,
    work: () => keepHours(service),
    onError,
  });
}

/** Safe to repeat, to do at the same time elsewhere, and to be killed in: what was done is known. */
export async function keepHours(service: HoursService): Promise<void> {
  await meterMachines(service);
  await takeExpired(service);
  const before = new Date(service.now().getTime() - UNSETTLED_MS);
  for (const outage of await listUnsettled(service.db, before, AT_ONCE)) await settleOutage(service, outage);
  await tellBuyers(service);
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

async function takeExpired({ db, now: clock }: HoursService): Promise<void> {
  for (const entitlementId of await listExpired(db, clock(), AT_ONCE))
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

async function tellBuyers({ db, tellBuyer, now }: HoursService): Promise<void> {
  for (const { session_id: sessionId, order_id: orderId } of await listToTell(db, AT_ONCE))
    await db.transaction().execute(async (transaction) => {
      // The order before what hangs on it, as everybody locks them.
      const order = orderId === null ? null : await lockOrder(transaction, orderId);
      const taken = await takeToTell(transaction, sessionId);
      const pool = taken && (await readPool(transaction, taken.session.entitlement_id, now()));
      if (!order || !taken || !pool) return;
      const { product_name: productName } = pool.own.entitlement;
      const minutesLeft = leftOf(pool, now());
      const { stop_reason: stopReason } = taken.session;
      await tellBuyer(transaction, order, machineMail({ what: taken.what, productName, minutesLeft, stopReason }));
    });
}
