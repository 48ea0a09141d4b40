// Words about hours of machines: what was bought, used and is left. Free of the validator.

/** `bought` and `returned` add minutes, the others take them. */
export const hoursEntryKinds = ['bought', 'used', 'returned', 'expired', 'taken'] as const;
export type HoursEntryKind = (typeof hoursEntryKinds)[number];

/** `starting`: it is asked for and not counted yet; `stopping`: it is not counted any more, and the shop has not said yet that it is off. */
export const sessionStates = ['starting', 'running', 'stopping', 'stopped', 'failed'] as const;
export type SessionState = (typeof sessionStates)[number];

/** Why a machine was stopped. `machine`: the shop said that it has ended; `time_limit` and `budget`: its user had set that. */
export const stopReasons = [
  'buyer',
  'used_up',
  'expired',
  'refunded',
  'on_hold',
  'shop',
  'machine',
  'not_started',
  'time_limit',
  'budget',
] as const;
export type StopReason = (typeof stopReasons)[number];

/** A year: longer limits are none. */
export const longestLimitMinutes = 525_600;

/** `on_hold`: somebody looks at the payment; `ended`: refunded or withdrawn. */
export const hoursStates = ['active', 'on_hold', 'expired', 'ended'] as const;
export type HoursState = (typeof hoursStates)[number];

export const sellerHoursFilters = ['requests', 'running'] as const;
export type SellerHoursFilter = (typeof sellerHoursFilters)[number];

/** Such as '2 h 5 min', for people. */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours.toLocaleString('en-US')} h` : `${hours.toLocaleString('en-US')} h ${rest} min`;
}

/** 'machine 2 of 8', of a line that rents several. */
export function machineText({ number, of }: { number: number; of: number }): string {
  return `machine ${number} of ${of}`;
}
