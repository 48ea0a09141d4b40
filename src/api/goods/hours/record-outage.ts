// Machines were not there: the minutes that were counted then come back, each once.
import { randomUUID } from 'node:crypto';
import type { OutagePreview, RecordedOutage } from '#contract/goods/access/hours.schema.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import { minutesInOutages } from './hours.rules.ts';
import { addEntry, setExpiry, usedBySession } from './hours-balance.store.ts';
import { LATE_RETURN_MS, OUTAGE_AGE_MS } from './hours-limits.rules.ts';
import type { HoursRefusal, HoursService } from './hours-service.ts';
import { findSession, type StoredSession, updateSession } from './machine-session.store.ts';
import {
  findShopOf,
  insertOutage,
  listHit,
  listOutagesOf,
  recordReturn,
  recordSettled,
  type StoredOutage,
} from './outage.store.ts';
import { extendMachines, lockPool, meterPool, type Pool, type PoolMember } from './pool.ts';

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
/** As far as it says which machines it hit, and when. */
type Hitting = Pick<StoredOutage, 'seller_id' | 'product_id' | 'session_id' | 'from_at' | 'to_at'>;

export async function recordOutage(
  service: HoursService,
  given: Given,
): Promise<RecordedOutage | { refusal: HoursRefusal }> {
  const { db, now } = service;
  const { productId, sessionId, from, to, reason, by } = given;
  const sellerId = await findShopHit(service, given);
  if (typeof sellerId !== 'string') return sellerId;
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
  for await (const { session_id: sessionId, entitlement_id: entitlementId } of allHit(db, outage)) {
    const minutes = await db.transaction().execute(async (transaction) => {
      const pool = await lockPool(transaction, entitlementId, clock());
      return pool ? giveBack(transaction, { pool, sessionId, outage, now: clock() }) : 0;
    });
    settled.minutes += minutes;
    if (minutes > 0) settled.sessions++;
  }
  await recordSettled(db, outage.outage_id, clock());
  return settled;
}

async function giveBack(
  transaction: Db,
  { pool, sessionId, outage, now }: { pool: Pool; sessionId: string; outage: StoredOutage; now: Date },
): Promise<number> {
  // Minutes that have begun are counted before they come back.
  await meterPool(transaction, pool, now);
  const session = await findSession(transaction, sessionId);
  if (!session) return 0;
  const owed = await findOwed(transaction, { pool, session, outage });
  const { outage_id: outageId, reason, by } = outage;
  for (const { member, minutes } of owed) {
    const { entitlement_id: entitlementId } = member.entitlement;
    await addEntry(transaction, { entitlementId, kind: 'returned', minutes, at: now, sessionId, reason, by });
    await recordReturn(transaction, { outageId, sessionId, entitlementId, minutes });
    member.balance.minutes += minutes;
    member.balance.used -= minutes;
    const { expires_at: expiresAt } = member.balance;
    if (expiresAt && expiresAt <= now)
      await setExpiry(transaction, entitlementId, new Date(now.getTime() + LATE_RETURN_MS));
  }
  const given = sumOf(owed);
  if (given === 0) return 0;
  await updateSession(transaction, sessionId, { returned: session.returned + given });
  if (session.state === 'running') await extendMachines(transaction, pool, now);
  return given;
}

type Owed = Array<{ member: PoolMember; minutes: number }>;

/** Minutes that an outage gives back of a machine, with all others recorded of it, less those given back before. */
async function findOwed(
  db: Db,
  { pool, session, outage }: { pool: Pool; session: StoredSession; outage: Hitting },
): Promise<Owed> {
  if (!session.started_at) return [];
  const { session_id: sessionId } = session;
  const { product_id: productId } = pool.own.entitlement;
  const recorded = await listOutagesOf(db, { sessionId, sellerId: outage.seller_id, productId });
  const outages = [...recorded, { from: outage.from_at, to: outage.to_at }];
  let left = minutesInOutages(session.started_at, session.counted, outages) - session.returned;
  const owed: Owed = [];
  for (const { entitlement_id: entitlementId, minutes: used } of await usedBySession(db, sessionId)) {
    const member = pool.members.find(({ entitlement }) => entitlement.entitlement_id === entitlementId);
    // Whose money has gone back has nothing to come.
    if (!member || member.standing === 'refunded' || member.standing === 'withdrawn') continue;
    const minutes = Math.min(left, used);
    if (minutes <= 0) continue;
    left -= minutes;
    owed.push({ member, minutes });
  }
  return owed;
}

function sumOf(owed: Owed): number {
  return owed.reduce((sum, { minutes }) => sum + minutes, 0);
}

/** Minutes that recording it would give back now, and to how many; nothing is given. */
export async function previewOutage(
  service: HoursService,
  given: Omit<Given, 'reason' | 'by'>,
): Promise<OutagePreview | { refusal: HoursRefusal }> {
  const { db, now: clock } = service;
  const sellerId = await findShopHit(service, given);
  if (typeof sellerId !== 'string') return sellerId;
  const outage = {
    seller_id: sellerId,
    product_id: given.productId,
    session_id: given.sessionId,
    from_at: given.from,
    to_at: given.to,
  };
  const buyers = new Set<string>();
  const preview = { sessions: 0, minutes: 0 };
  for await (const { session_id: sessionId, entitlement_id: entitlementId } of allHit(db, outage)) {
    const { pool, session } = await db.transaction().execute(async (transaction) => {
      const locked = await lockPool(transaction, entitlementId, clock());
      // The minutes until now count anyway.
      if (locked) await meterPool(transaction, locked, clock());
      return { pool: locked, session: await findSession(transaction, sessionId) };
    });
    if (!pool || !session) continue;
    const owed = await findOwed(db, { pool, session, outage });
    for (const { member } of owed) buyers.add(member.entitlement.account_id ?? member.entitlement.entitlement_id);
    preview.minutes += sumOf(owed);
    if (owed.length > 0) preview.sessions++;
  }
  return { ...preview, buyers: buyers.size };
}

/** The machines that were on during it. */
async function* allHit(db: Db, outage: Hitting) {
  for (let behind = ''; ; ) {
    const hit = await listHit(db, outage, { behind, limit: AT_ONCE });
    yield* hit;
    const last = hit.at(-1);
    if (!last || hit.length < AT_ONCE) return;
    behind = last.session_id;
  }
}

/** Whose machines these are, where it may be recorded. */
async function findShopHit(
  { db, now }: HoursService,
  { sellerId, productId, sessionId, from, to }: Omit<Given, 'reason' | 'by'>,
): Promise<string | { refusal: HoursRefusal }> {
  if (to > now()) return { refusal: 'in_future' };
  if (now().getTime() - from.getTime() > OUTAGE_AGE_MS) return { refusal: 'too_old' };
  const found = await findShopOf(db, { productId, sessionId });
  return found === undefined || (sellerId !== null && sellerId !== found) ? { refusal: 'no_hours' } : found;
}
