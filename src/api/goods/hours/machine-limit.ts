// Limits of a machine, as its user sets them.

import type { MachineLimits } from '#contract/goods/access/hours.schema.ts';
import { longestLimitMinutes } from '#contract/goods/access/hours.ts';
import type { HoursRefusal, HoursService } from './hours-service.ts';
import { type MachineCost, readMachineCost } from './machine-cost.ts';
import type { StoredLimits } from './machine-limit.rules.ts';
import { listLiveSessions, updateSession } from './machine-session.store.ts';
import { lockPool, meterPool } from './pool.ts';

/** The limits as they are stored, or why they cannot be set. A budget is kept as minutes too, at the prices that were paid. */
export function toStoredLimits(
  { cost, counted }: { cost: MachineCost; counted: number },
  { stop_after_minutes, budget }: MachineLimits,
): StoredLimits | { refusal: HoursRefusal } {
  if (budget === null) return { stop_after_minutes, budget_cents: null, budget_minutes: null };
  const budget_cents = Math.round(budget * 100);
  const minutes = cost.minutesFor(budget_cents);
  if (minutes === null) return { refusal: 'no_price' };
  if (cost.cents !== null && cost.cents > budget_cents) return { refusal: 'limit_passed' };
  // More than a year is no limit.
  const budget_minutes = Math.min(counted + minutes, longestLimitMinutes);
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
    const cost = await readMachineCost(transaction, pool, session, now);
    const stored = toStoredLimits({ cost, counted: session.counted }, limits);
    if ('refusal' in stored) return stored;
    const least = Math.min(...[stored.stop_after_minutes, stored.budget_minutes].flatMap((given) => given ?? []));
    if (least < session.counted) return { refusal: 'limit_passed' };
    await updateSession(transaction, session.session_id, stored);
    return { ok: true };
  });
}
