// Limits that the user of a machine sets: it stops by itself after a time, or when a sum is used up.
import type { StartMachine } from '#contract/goods/access/hours.schema.ts';
import type { GoodsOfOne } from '#contract/goods/goods.ts';

/** A start without wishes. */
export const asUsual: StartMachine = { stop_after_minutes: null, budget: null, template: null, ssh_key_ids: [] };

export type StoredLimits = {
  stop_after_minutes: number | null;
  budget_cents: number | null;
  budget_minutes: number | null;
};
export type MachineLimit = { minutes: number; reason: 'time_limit' | 'budget' };

/** The limit that is reached first; null: there is none. Of both at once the time is named. */
export function firstLimit({ stop_after_minutes: time, budget_minutes: budget }: StoredLimits): MachineLimit | null {
  if (time !== null && (budget === null || time <= budget)) return { minutes: time, reason: 'time_limit' };
  return budget === null ? null : { minutes: budget, reason: 'budget' };
}

type Paid = { line_cents: number | null; quantity: number; machines: number; goods: GoodsOfOne };

/** Price of a minute of these hours in cents, not rounded; null where nothing was paid for them. */
export function priceOfMinute({ line_cents: cents, quantity, machines, goods }: Paid): number | null {
  const minutes = quantity * machines * (goods.hours?.minutes_each ?? 0);
  return cents !== null && cents > 0 && minutes > 0 ? cents / minutes : null;
}

/** Whole minutes that a sum pays for. The smallest part of a cent that a division leaves over does not take a minute away. */
export function minutesForCents(cents: number, ofMinute: number): number {
  return Math.floor(cents / ofMinute + 1e-9);
}

/** Price of counted minutes, in whole cents. */
export function costOf(minutes: number, ofMinute: number): number {
  return Math.round(minutes * ofMinute);
}
