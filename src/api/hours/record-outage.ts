// Machines were not there: the minutes that were counted then come back, each once.
import { randomUUID } from 'node:crypto';
import type { RecordedOutage } from '#contract/hours.schema.ts';
import { recordAudit } from '../audit.ts';
import type { Db } from '../db.ts';
import { minutesInOutages } from './hours.rules.ts';
import { addEntry, setExpiry, usedBySession } from './hours-balance.store.ts';
import { LATE_RETURN_MS, OUTAGE_AGE_MS } from './hours-limits.rules.ts';
import type { HoursRefusal, HoursService } from './hours-service.ts';
import { findSession, updateSession } from './machine-session.store.ts';
import { findShopOf, insertOutage, listHit, listOutagesOf, noteSettled, type StoredOutage } from './outage.store.ts';
import { lockPool, meterPool, type Pool } from './pool.ts';
import { extendMachines } from './settle-hours.ts';

type Given = {
  /** Null: of whichever shop, as the staff says. */
  sellerId: string | null;
  productId: string | null;
  sessionId: string | null;
  from: Date;
  to: Date;
  reason: string;
  by: string;
};

const AT_ONCE = 100;

export async function recordOutage(
  service: HoursService,
  given: Given,
): Promise<RecordedOutage | { refusal: HoursRefusal }> {
  const { db, now } = service;
  const { productId, sessionId, from, to, reason, by } = given;
  if (to > now()) return { refusal: 'in_future' };
  if (now().getTime() - from.getTime() > OUTAGE_AGE_MS) return { refusal: 'too_old' };
  const sellerId = await findShopOf(db, { productId, sessionId });
  if (sellerId === undefined || (given.sellerId !== null && given.sellerId !== sellerId))
    return { refusal: 'no_hours' };
  const outageId = `outage_${randomUUID()}`;
  const outage = await db.transaction().execute(async (transaction) => {
    const about = productId ? { product: productId } : { machine: sessionId };
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: 'seller.outage_recorded',
        subject: { kind: 'seller', id: sellerId || 'operator' },
        details: { by, outage: outageId, ...about, from: from.toISOString(), to: to.toISOString() },
      },
    );
    const what = { outage_id: outageId, seller_id: sellerId, product_id: productId, session_id: sessionId };
    return insertOutage(transaction, { ...what, from_at: from, to_at: to, reason, by, created_at: now() });
  });
  return { outage_id: outageId, ...(await settleOutage(service, outage)) };
}

/** Gives back what was not yet. Safe to repeat, and to do at the same time elsewhere. */
export async function settleOutage(
  { db, now: clock }: HoursService,
  outage: StoredOutage,
): Promise<{ sessions: number; minutes: number }> {
  const settled = { sessions: 0, minutes: 0 };
  for (let behind = ''; ; ) {
    const hit = await listHit(db, outage, { behind, limit: AT_ONCE });
    for (const { session_id: sessionId, entitlement_id: entitlementId } of hit) {
      const minutes = await db.transaction().execute(async (transaction) => {
        const pool = await lockPool(transaction, entitlementId, clock());
        return pool ? giveBack(transaction, { pool, sessionId, outage, now: clock() }) : 0;
      });
      settled.minutes += minutes;
      if (minutes > 0) settled.sessions++;
    }
    const last = hit.at(-1);
    if (!last || hit.length < AT_ONCE) break;
    behind = last.session_id;
  }
  await noteSettled(db, outage.outage_id, clock());
  return settled;
}

async function giveBack(
  transaction: Db,
  { pool, sessionId, outage, now }: { pool: Pool; sessionId: string; outage: StoredOutage; now: Date },
): Promise<number> {
  // What has begun is counted before it comes back.
  await meterPool(transaction, pool, now);
  const session = await findSession(transaction, sessionId);
  if (!session?.started_at) return 0;
  const outages = await listOutagesOf(transaction, {
    sessionId,
    sellerId: outage.seller_id,
    productId: pool.own.entitlement.product_id,
  });
  const missing = minutesInOutages(session.started_at, session.counted, outages) - session.returned;
  let left = missing;
  for (const { entitlement_id: entitlementId, minutes: used } of await usedBySession(transaction, sessionId)) {
    const member = pool.members.find(({ entitlement }) => entitlement.entitlement_id === entitlementId);
    // Whose money has gone back has nothing to come.
    if (!member || member.standing === 'refunded' || member.standing === 'withdrawn') continue;
    const minutes = Math.min(left, used);
    if (minutes <= 0) continue;
    left -= minutes;
    const { reason, by } = outage;
    await addEntry(transaction, { entitlementId, kind: 'returned', minutes, at: now, sessionId, reason, by });
    member.balance.minutes += minutes;
    const { expires_at: expiresAt } = member.balance;
    if (expiresAt && expiresAt.getTime() < now.getTime() + LATE_RETURN_MS && expiresAt <= now)
      await setExpiry(transaction, entitlementId, new Date(now.getTime() + LATE_RETURN_MS));
  }
  const given = missing - Math.max(0, left);
  if (given <= 0) return 0;
  await updateSession(transaction, sessionId, { returned: session.returned + given });
  if (session.state === 'running') await extendMachines(transaction, pool, now);
  return given;
}
