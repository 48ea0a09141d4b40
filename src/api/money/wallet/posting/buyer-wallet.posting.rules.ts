// How money comes into a buyer's wallet and leaves it again. What refunds bring is in posting.rules.ts.
import type { Posting } from '#ledger/posting.rules.ts';
import type { Account, NewEntry, TransferDetails } from '#ledger/transfer.rules.ts';
import { buyerInTransit, buyerWallet, cardProcessor, disputesHeld, orderHeld, platformLoss } from './accounts.rules.ts';

type PostedPayIn = { pay_in_id: string; account_id: string; amount_cents: number };

/** Pay-in that goes back, wholly or in part. `wallet_cents` of it the wallet had; the operator bears the rest. */
type PostedReturn = {
  pay_in_refund_id: string;
  pay_in_id: string;
  account_id: string;
  amount_cents: number;
  wallet_cents: number;
};

/** Ways of the money by what becomes of a return: the wallet and whoever bears the rest are on one side. */
const returns = {
  withdrawal: { to: buyerInTransit },
  pay_in_returned: { to: buyerInTransit },
  withdrawal_failed: { from: buyerInTransit },
  withdrawal_came_back: { from: () => cardProcessor },
  pay_in_disputed: { to: () => disputesHeld },
  pay_in_dispute_won: { from: () => disputesHeld },
} as const satisfies Record<string, Way>;

type Place = (accountId: string) => Account;
type Way = { to: Place; from?: never } | { from: Place; to?: never };

export type ReturnKind = keyof typeof returns;

/** Paid by card, and in the wallet. */
export function payInArrived(payIn: PostedPayIn, at: Date): Posting {
  const { pay_in_id: id, amount_cents: cents } = payIn;
  const wallet = buyerWallet(payIn.account_id);
  return one(`pay_in ${id}`, 'pay_in', at, { pay_in: id }, [
    [cardProcessor, -cents],
    [wallet, cents],
  ]);
}

/** Posts pay-in money on its way back to its card, or returned from there or on the way after all. */
export function payInMoved(
  kind: ReturnKind,
  given: PostedReturn,
  { reason, at }: { reason: string; at: Date },
): Posting {
  const { pay_in_refund_id: id, pay_in_id, amount_cents: cents, wallet_cents: ofWallet } = given;
  const way: Way = returns[kind];
  const sign = way.to ? 1 : -1;
  const other = (way.to ?? way.from)(given.account_id);
  return one(`${kind} ${id}`, kind, at, { pay_in: pay_in_id, reason }, [
    [buyerWallet(given.account_id), -sign * ofWallet],
    [platformLoss, -sign * (cents - ofWallet)],
    [other, sign * cents],
  ]);
}

/** Posts that money on its way back has left the provider. */
export function payInLeft(given: PostedReturn, at: Date): Posting {
  const { pay_in_refund_id: id, pay_in_id, amount_cents: cents } = given;
  return one(`withdrawal_paid ${id}`, 'withdrawal_paid', at, { pay_in: pay_in_id }, [
    [buyerInTransit(given.account_id), -cents],
    [cardProcessor, cents],
  ]);
}

/** A bank has kept what it had asked for. */
export function payInDisputeLost(given: PostedReturn, { reason, at }: { reason: string; at: Date }): Posting {
  const { pay_in_refund_id: id, pay_in_id, amount_cents: cents } = given;
  return one(`pay_in_dispute_lost ${id}`, 'pay_in_dispute_lost', at, { pay_in: pay_in_id, reason }, [
    [disputesHeld, -cents],
    [cardProcessor, cents],
  ]);
}

type WalletPaidOrder = { order_id: string; account_id: string | null; wallet_cents: number };

/** An order is paid from the wallet, wholly or in part. Nothing where nothing of it is. */
export function walletPayment(order: WalletPaidOrder, at: Date): Posting {
  return ofOrder('wallet_payment', order, at);
}

/** It ended unpaid: what the wallet had paid is back there. */
export function walletPaymentReturned(order: WalletPaidOrder, at: Date): Posting {
  return ofOrder('wallet_payment_returned', order, at);
}

function ofOrder(
  kind: 'wallet_payment' | 'wallet_payment_returned',
  { order_id, account_id, wallet_cents }: WalletPaidOrder,
  at: Date,
): Posting {
  const cents = kind === 'wallet_payment' ? wallet_cents : -wallet_cents;
  const sides: Array<[Account, number]> = [
    [buyerWallet(account_id ?? ''), -cents],
    [orderHeld(order_id), cents],
  ];
  return one(`${kind} ${order_id}`, kind, at, { order: order_id }, sides, order_id);
}

function one(
  key: string,
  kind: string,
  at: Date,
  details: TransferDetails,
  sides: ReadonlyArray<[Account, number]>,
  about: string | null = null,
): Posting {
  const entries: NewEntry[] = sides.map(([{ account_id }, amount]) => ({
    account_id,
    // Below zero nothing is no amount.
    amount: amount === 0 ? 0 : amount,
    ...(about && { about }),
  }));
  const moved = sides.filter(([, amount]) => amount !== 0);
  return { accounts: moved.map(([account]) => account), transfers: [{ key, kind, at, details, entries }] };
}
