// When a payout may be made, when the next one of a schedule is due, and what may become of it.
import { formatCents } from '#contract/money/amount/money.ts';
import { type PayoutMethod, type PayoutSchedule, type PayoutState, payoutHour } from '#contract/money/payout.ts';
import type { SellerState } from '#contract/selling/seller.ts';

type Destination = {
  method: PayoutMethod | null;
  minimum_cents: number;
  bank_last4: string | null;
  connect_account: string | null;
  connect_ready: boolean;
};

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Until when payouts wait because the account that they go to was changed; null: they do not. The first account of a shop replaces none: whoever could send its
 * money elsewhere by it would only have had to wait for the first payout, and its owners are told of it as of every other.
 */
export function waitsUntil(
  settings: { destination_changed_at: Date | null; destination_confirmed_by: string | null },
  waitDays: number,
  now: Date,
): Date | null {
  if (!settings.destination_changed_at || settings.destination_confirmed_by !== null) return null;
  const until = new Date(settings.destination_changed_at.getTime() + waitDays * DAY_MS);
  return until > now ? until : null;
}

export function daysBefore(date: Date, days: number): Date {
  return new Date(date.getTime() - days * DAY_MS);
}

/** True if money goes to a new destination: another bank account, or Stripe in place of the bank. */
export function isOtherDestination(
  before: { method: PayoutMethod | null } | undefined,
  wanted: { method: PayoutMethod; isOtherBank: boolean },
): boolean {
  if (!before?.method) return false;
  return before.method !== wanted.method || (wanted.method === 'bank' && wanted.isOtherBank);
}

/**
 * Why nothing, or not `asked`, can be paid out now, and what to do; null: it can. Amounts are in cents. A shop that closes is paid what it has, also
 * where that is less than its minimum. `asks`: whom the sentence is for.
 */
export function hindranceOf(
  settings: Destination | undefined,
  {
    available,
    owed,
    asked,
    closing,
    waits = null,
    asks = 'shop',
  }: {
    available: number;
    owed: number;
    asked?: number | null;
    closing: boolean;
    waits?: Date | null;
    asks?: 'shop' | 'staff';
  },
): string | null {
  const said = hindrances[asks];
  if (!settings?.method) return said.noMethod;
  if (settings.method === 'bank' && !settings.bank_last4) return said.noBank;
  if (settings.method === 'connect' && !(settings.connect_account && settings.connect_ready)) return said.notReady;
  if (waits) return `The account was changed: payouts wait until ${formatDay(waits)}, ${said.untilConfirmed}`;
  if (owed > 0) return `${formatCents(owed)} is owed for refunds. New sales pay it first; payouts follow after that.`;
  const minimum = closing ? 1 : settings.minimum_cents;
  const least = formatCents(minimum);
  const wanted = asked ?? available;
  if (available < minimum) return `The least that is paid out is ${least}, and ${formatCents(available)} is available.`;
  if (wanted > available) return `${formatCents(available)} is available, which is less than ${formatCents(wanted)}.`;
  if (wanted < minimum) return `The least that is paid out is ${least}. Ask for more, or for all of it.`;
  return null;
}

/** Reasons why nothing can be paid out, each with the next step for its reader. */
const hindrances = {
  shop: {
    noMethod: 'Nobody has said where the money goes to. Open the payout settings.',
    noBank: 'There is no bank account to pay to. Add one in the payout settings.',
    notReady: 'Stripe still needs something from you before it can pay out. Continue in the payout settings.',
    untilConfirmed: 'or until another owner of the shop confirms it. Write to us if it cannot wait.',
  },
  staff: {
    noMethod: 'The shop has not said where its money goes to. Ask its owners to do so in their payout settings.',
    noBank: 'The shop has no bank account to pay to. Ask its owners to add one in their payout settings.',
    notReady:
      'Stripe still needs something from the shop before it can pay out. Ask its owners to continue in their payout settings.',
    untilConfirmed:
      "or until it is confirmed. Once you have asked an owner whether it is right, confirm it on the shop's page, under Payout account.",
  },
};

function formatDay(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
}

/** True if it sells nothing any more: the rest is paid out, however little. */
export function isLeaving(state: SellerState | undefined): boolean {
  return state === 'closing' || state === 'closed';
}

/** Why payouts of a shop in this state wait for the staff; null: they do not. */
export function holdOf(state: SellerState): string | null {
  if (state === 'suspended') return 'The shop is suspended.';
  if (state === 'closed') return 'The shop is closed.';
  return null;
}

/** The next time of a schedule after `now`; null without one. */
export function nextPayoutAt(schedule: PayoutSchedule, day: number | null, now: Date): Date | null {
  if (schedule === 'none' || day === null) return null;
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (schedule === 'monthly') {
    const inMonth = new Date(Date.UTC(year, month, day, payoutHour));
    return inMonth > now ? inMonth : new Date(Date.UTC(year, month + 1, day, payoutHour));
  }
  const weekday = now.getUTCDay() || 7;
  const inWeek = new Date(Date.UTC(year, month, date + ((day - weekday + 7) % 7), payoutHour));
  return inWeek > now ? inWeek : new Date(Date.UTC(year, month, date + ((day - weekday + 7) % 7) + 7, payoutHour));
}

/** A payout that came back is paid anew once: the key of the new one names the old one. */
const RETRY = 'retry ';

export function retryKey(payoutId: string): string {
  return `${RETRY}${payoutId}`;
}

/** The payout that the one with this key pays anew; null: it is none of these. */
export function retriedBy(requestKey: string): string | null {
  return requestKey.startsWith(RETRY) ? requestKey.slice(RETRY.length) : null;
}

/** True if it waits for a decision of the staff. */
export function isHeld(payout: { state: PayoutState; hold: string | null; released_by: string | null }): boolean {
  return payout.state === 'pending' && payout.hold !== null && payout.released_by === null;
}

/** Last four characters of an account, as shown. */
export function last4Of(account: { kind: 'iban'; iban: string } | { kind: 'us'; account_number: string }): string {
  return (account.kind === 'iban' ? account.iban : account.account_number).slice(-4);
}

const boundaries = { settings: 'api.payout_settings.bank', payout: 'api.payout.bank' } as const;

/** Owner of a sealed bank account: it can be opened nowhere else. */
export function bankBoundTo(where: keyof typeof boundaries, id: string): string {
  return `${boundaries[where]} ${id}`;
}

/** A bank account as it lies in the database, under the id of what it belongs to. */
export type SealedBank = { id: string; bank: Buffer };
