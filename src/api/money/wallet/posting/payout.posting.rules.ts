// How money leaves a shop's balance and comes back to it.
import type { PayoutMethod } from '#contract/money/payout.ts';
import type { Posting } from '#ledger/posting.rules.ts';
import type { Account, TransferDetails } from '#ledger/transfer.rules.ts';
import { bank, cardProcessor, sellerAvailable, sellerInTransit, sellerOwed } from './accounts.rules.ts';
import { netting } from './posting.rules.ts';

type PostedPayout = {
  payout_id: string;
  seller_id: string;
  amount_cents: number;
  method: PayoutMethod;
  bank_last4: string | null;
};

/** Every account that a payout of this shop moves: who makes one locks them all at once. */
export function accountsOfPayout(sellerId: string): Account[] {
  return [sellerAvailable(sellerId), sellerInTransit(sellerId), sellerOwed(sellerId)];
}

/** It is decided: nobody else can have the money. */
export function payoutMade(payout: PostedPayout, at: Date): Posting {
  const { payout_id: id, seller_id: seller } = payout;
  const [available, inTransit] = [sellerAvailable(seller), sellerInTransit(seller)];
  return {
    accounts: [available, inTransit],
    transfers: [
      {
        key: `payout ${id}`,
        kind: 'payout',
        at,
        details: detailsOf(payout),
        entries: entries(payout, available, inTransit),
      },
    ],
  };
}

/** The money is outside of the shop: at the bank once it has arrived, with the provider once it has it. */
export function payoutLeft(payout: PostedPayout, at: Date): Posting {
  const { payout_id: id, seller_id: seller } = payout;
  const [inTransit, outside] = [sellerInTransit(seller), outsideOf(payout)];
  return {
    accounts: [inTransit, outside],
    transfers: [
      {
        key: `payout_paid ${id}`,
        kind: 'payout_paid',
        at,
        details: detailsOf(payout),
        entries: entries(payout, inTransit, outside),
      },
    ],
  };
}

/** It is the shop's again, from wherever it was; what they owe meanwhile is paid of it first. */
export function payoutCameBack(
  payout: PostedPayout & { has_left: boolean },
  given: { kind: 'payout_failed' | 'payout_returned'; reason: string; at: Date },
): Posting {
  const { payout_id: id, seller_id: seller, has_left: hasLeft } = payout;
  const { kind, reason, at } = given;
  const from = hasLeft ? outsideOf(payout) : sellerInTransit(seller);
  const available = sellerAvailable(seller);
  const key = `${kind} ${id}`;
  return {
    accounts: [from, available, sellerOwed(seller)],
    transfers: (balanceOf) => [
      { key, kind, at, details: { ...detailsOf(payout), reason }, entries: entries(payout, from, available) },
      ...netting(seller, payout.amount_cents, balanceOf, { key, at, about: {} }),
    ],
  };
}

function outsideOf({ method }: PostedPayout): Account {
  return method === 'connect' ? cardProcessor : bank;
}

function detailsOf({ payout_id, method, bank_last4 }: PostedPayout): TransferDetails {
  return { payout: payout_id, method, last4: bank_last4 };
}

function entries({ amount_cents: cents }: PostedPayout, from: Account, to: Account) {
  return [
    { account_id: from.account_id, amount: -cents },
    { account_id: to.account_id, amount: cents },
  ];
}
