// Limits of a machine, as its user sets them.

import type { MachineLimits } from '#contract/goods/access/hours.schema.ts';
import { longestLimitMinutes } from '#contract/goods/access/hours.ts';
import type { StoredEntitlement } from '../entitlement/entitlement.store.ts';
import type { HoursRefusal, HoursService } from './hours-service.ts';
import { minutesForCents, priceOfMinute, type StoredLimits } from './machine-limit.rules.ts';
import { listLiveSessions, updateSession } from './machine-session.store.ts';
import { lockPool, meterPool } from './pool.ts';

/** The limits as they are stored, or why they cannot be set. A budget is kept as minutes at the price of these hours. */
export function toStoredLimits(
  entitlement: StoredEntitlement,
  { stop_after_minutes, budget }: MachineLimits,
): StoredLimits | { refusal: HoursRefusal } {
  if (budget === null) return { stop_after_minutes, budget_cents: null, budget_minutes: null };
  const ofMinute = priceOfMinute(entitlement);
  if (ofMinute === null) return { refusal: 'no_price' };
  const budget_cents = Math.round(budget * 100);
  // More than a year is no limit.
  const budget_minutes = Math.min(minutesForCents(budget_cents, ofMinute), longestLimitMinutes);
  return budget_minutes < 1 ? { refusal: 'small_budget' } : { stop_after_minutes, budget_cents, budget_minutes };
}

/** Sets the limits of the machine that is on, in the place of those before. It must not have run for so long yet. */
export function setMachineLimits(
  { db, now: clock }: HoursService,
  { entitlementId, limits }: { entitlementId: string; limits: MachineLimits },
): Promise<{ ok: true } | { refusal: HoursRefusal }> {
  return db.transaction().execute(async (transaction) => {
    const now = clock();
    const pool = await lockPool(transaction, entitlementId, now);
    if (!pool) return { refusal: 'no_hours' };
    await meterPool(transaction, pool, now);
    const [session] = await listLiveSessions(transaction, [entitlementId]);
    if (!session) return { refusal: 'not_on' };
    const stored = toStoredLimits(pool.own.entitlement, limits);
    if ('refusal' in stored) return stored;
    const least = Math.min(...[stored.stop_after_minutes, stored.budget_minutes].flatMap((given) => given ?? []));
    if (least < session.counted) return { refusal: 'limit_passed' };
    await updateSession(transaction, session.session_id, stored);
    return { ok: true };
  });
}
