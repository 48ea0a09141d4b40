// Limits that the user of a machine sets: it stops by itself after a time, or when a sum is used up.
import type { StartMachine } from '#contract/goods/access/hours.schema.ts';

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
