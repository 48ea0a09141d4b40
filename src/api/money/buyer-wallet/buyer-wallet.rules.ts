// Limits of what a buyer adds, withdraws and spends.
import {
  type BuyerWallet,
  type BuyerWalletMovement,
  fullWalletCents,
  type PayIn,
  type PayInState,
  type RefundTarget,
  smallestPayInCents,
  type Withdrawal,
} from '#contract/money/buyer-wallet.ts';
import type { Refusal } from '#contract/refusal.ts';
import { dollars, type MovedEntry, subjectOf } from '../wallet/movement.rules.ts';

/** Long enough for somebody who looks for their card, and to ask the provider again where its answer was lost. */
const PAY_IN_MS = 61 * 60_000;

/** In cents, all of it. */
export type WalletNow = {
  balance: number;
  monthlyLimit: number | null;
  spentThisMonth: number;
  refundsTo: RefundTarget;
  /** Asked to be paid in, and neither paid nor over. */
  openPayIns: number;
  /** Part of the pay-ins that has not gone back. */
  ofPayIns: number;
};

export function payInEnd(now: Date): Date {
  return new Date(now.getTime() + PAY_IN_MS);
}

/** The first moment of the month, of UTC. */
export function monthBegin(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

/** Dollars that are whole cents, as cents. */
export function toCents(amount: number): number {
  return Math.round(amount * 100);
}

/** Amount that can still be added, in cents. */
function roomCents({ balance, openPayIns }: WalletNow): number {
  return Math.max(0, fullWalletCents - balance - openPayIns);
}

/** Null: it may be paid in. */
export function refusalOfPayIn(wallet: WalletNow, cents: number, isOpen: boolean): Refusal | null {
  if (!isOpen) return { code: 'wallet_closed' };
  if (cents < smallestPayInCents) return { code: 'pay_in_too_small', smallestCents: smallestPayInCents };
  const leftCents = roomCents(wallet);
  return cents > leftCents ? { code: 'wallet_full', mostCents: fullWalletCents, leftCents } : null;
}

/** Null: `cents` may be paid from the wallet. */
export function refusalOfWalletPayment(
  wallet: Pick<WalletNow, 'balance' | 'monthlyLimit' | 'spentThisMonth'>,
  { cents, isOpen }: { cents: number; isOpen: boolean },
): Refusal | null {
  if (!isOpen) return { code: 'wallet_closed' };
  if (cents > wallet.balance) return { code: 'wallet_short', balanceCents: wallet.balance };
  const { monthlyLimit: limitCents, spentThisMonth } = wallet;
  if (limitCents !== null && spentThisMonth + cents > limitCents)
    return { code: 'wallet_limit_reached', limitCents, leftCents: Math.max(0, limitCents - spentThisMonth) };
  return null;
}

/** Amount that can go back to cards, in cents: paid in, and still there. */
export function withdrawableCents({ balance, ofPayIns }: Pick<WalletNow, 'balance' | 'ofPayIns'>): number {
  return Math.max(0, Math.min(balance, ofPayIns));
}

export type Returnable = { pay_in_id: string; left_cents: number };

/** Which pay-ins a withdrawal takes from, each as far as it goes, in the order given. */
export function partsOfWithdrawal(payIns: readonly Returnable[], cents: number) {
  let rest = cents;
  return payIns.flatMap(({ pay_in_id, left_cents }) => {
    const taken = Math.min(rest, left_cents);
    rest -= taken;
    return taken > 0 ? [{ pay_in_id, amount_cents: taken }] : [];
  });
}

export function toBuyerWallet(wallet: WalletNow, isOpen: boolean): BuyerWallet {
  return {
    is_open: isOpen,
    balance: dollars(wallet.balance),
    most: dollars(fullWalletCents),
    room: dollars(roomCents(wallet)),
    can_withdraw: dollars(withdrawableCents(wallet)),
    monthly_limit: wallet.monthlyLimit === null ? null : dollars(wallet.monthlyLimit),
    spent_this_month: dollars(wallet.spentThisMonth),
    refunds_to: wallet.refundsTo,
  };
}

export function toMovement(entry: MovedEntry): BuyerWalletMovement {
  return {
    movement_id: String(entry.version),
    at: entry.at.toISOString(),
    kind: entry.kind,
    amount: dollars(entry.amount),
    balance: dollars(entry.balance),
    order_id: subjectOf(entry).order_id,
    reason: typeof entry.details.reason === 'string' && entry.details.reason !== '' ? entry.details.reason : null,
  };
}

export function toPayIn(payIn: {
  pay_in_id: string;
  amount_cents: number;
  state: PayInState;
  created_at: Date;
  checkout_url: string | null;
}): PayIn {
  return {
    pay_in_id: payIn.pay_in_id,
    amount: dollars(payIn.amount_cents),
    state: payIn.state,
    created_at: payIn.created_at.toISOString(),
    checkout_url: payIn.state === 'open' ? payIn.checkout_url : null,
  };
}

/** Least progress of all cards that a withdrawal goes to. */
export function stateOfWithdrawal(states: readonly Withdrawal['state'][]): Withdrawal['state'] {
  return (['failed', 'decided', 'pending'] as const).find((state) => states.includes(state)) ?? 'succeeded';
}
