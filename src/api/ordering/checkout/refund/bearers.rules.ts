// Bearers of a refund: read from the postings about to be written, and from unreleased money that will not come to anybody any more.
import { sumCents } from '#contract/money/amount/money.ts';
import type { NewTransfer } from '#ledger/transfer.rules.ts';
import {
  orderHeld,
  platformFees,
  platformLoss,
  platformTax,
  releasedShare,
  sellerAvailable,
  sellerOwed,
} from '../../../money/ports.rules.ts';
import type { StoredLine, StoredOrder } from '../../../schema/order.record.ts';

/**
 * `own`: the operator, for a product of its own; `fee`, `tax`, `coupon` and `loss`: the operator too, with what it takes of a sale, what it pays on,
 * its part of a coupon, and what nobody else bears. `order`: nobody, the money was never anybody's.
 */
const bearerKinds = ['seller', 'own', 'fee', 'coupon', 'tax', 'loss', 'order'] as const;

export type Bearer = {
  who: (typeof bearerKinds)[number];
  sellerId: string | null;
  /** Change for them: below zero they bear it. */
  cents: number;
  /** 'held': it has not come to them yet; 'balance': it has. */
  from: 'held' | 'balance';
  /** Part that their balance does not cover, and they owe from then on. */
  owedCents: number;
};

/** Refund that was worked out and not made, in cents. */
export type RefundPreview = {
  amountCents: number;
  parts: Array<{ destination: 'origin' | 'wallet'; cents: number }>;
  /** Amount from each line; empty for an order of which nothing was sold. */
  lines: Array<{ line: number; cents: number; released: boolean }>;
  bearers: Bearer[];
  /** Says what was shown: amounts, by whom, and where to. Not how much of it a balance covers, which moves with every sale. */
  seen: string;
};

type Share = {
  refund_id: string;
  line: number;
  state: 'taken' | 'arrived' | 'failed';
  cents: number;
  released: boolean;
};

type Decided = {
  /** Ids of the refund, and of its second part where it goes to two places. */
  refundIds: readonly string[];
  amountCents: number;
  /** Shares of the order, with those that these refunds take. */
  shares: readonly Share[];
  /** Transfers that the transaction is to write. */
  transfers: readonly NewTransfer[];
  /** Balance of the order's own account after that. */
  heldCents: number;
};

/** Each with what they bear, in the order of `bearerKinds`; together they are what goes back, below zero. */
export function bearersOf(order: Pick<StoredOrder, 'order_id' | 'lines'>, decided: Decided): Bearer[] {
  const { refundIds, amountCents, shares, transfers, heldCents } = decided;
  const own = shares.filter(({ refund_id: id }) => refundIds.includes(id));
  const covered = Math.min(amountCents, Math.max(0, heldCents));
  const loss: Bearer = { ...operator('loss', 'balance'), cents: covered - amountCents };
  // Orders of which nothing was sold still have what was received.
  if (own.length === 0) return summed([{ ...operator('order', 'held'), cents: -covered }, loss]);
  const waiting = order.lines.flatMap((line) => waitingBearers(line, own, shares, refundIds));
  const booked = transfers.filter(({ details }) => refundIds.includes(String(details.refund ?? '')));
  return summed([...waiting, ...booked.flatMap((transfer) => bookedBearers(order, transfer)), loss]);
}

/** Bearers of a line whose money waits: how much less will come to each of them. */
function waitingBearers(
  line: StoredLine,
  own: readonly Share[],
  shares: readonly Share[],
  refundIds: readonly string[],
): Bearer[] {
  const cents = sumCents(
    own.filter((share) => share.line === line.line && !share.released).map((share) => share.cents),
  );
  if (cents === 0) return [];
  const others = shares.filter(
    (share) => share.line === line.line && share.state !== 'failed' && !refundIds.includes(share.refund_id),
  );
  const taken = sumCents(others.map((share) => share.cents));
  const terms = { ...line, tax_cents: line.withheld_tax_cents };
  const [before, after] = [releasedShare(terms, taken), releasedShare(terms, taken + cents)];
  return [
    { ...sellerOf(line.seller_id, 'held'), cents: after.seller - before.seller },
    { ...operator('fee', 'held'), cents: after.fee - before.fee },
    { ...operator('tax', 'held'), cents: after.tax - before.tax },
    { ...operator('coupon', 'held'), cents: before.discount - after.discount },
  ];
}

/** Bearers of a line whose money has come: the amounts that the transfer takes from each. */
function bookedBearers({ lines }: Pick<StoredOrder, 'lines'>, { kind, details, entries }: NewTransfer): Bearer[] {
  const moved = (accountId: string) =>
    sumCents(entries.filter(({ account_id: id }) => id === accountId).map(({ amount }) => amount));
  const line = lines.find((one) => one.line === details.line);
  const coupon = kind === 'refund' && typeof details.coupon_cents === 'number' ? details.coupon_cents : 0;
  const sellerId = line?.seller_id ?? null;
  const owedCents = -moved(sellerOwed(sellerId).account_id);
  const ofSeller = moved(sellerAvailable(sellerId).account_id) - owedCents;
  return [
    { ...sellerOf(sellerId, 'balance'), cents: line ? ofSeller : 0, owedCents: line ? owedCents : 0 },
    { ...operator('fee', 'balance'), cents: moved(platformFees.account_id) },
    { ...operator('tax', 'balance'), cents: moved(platformTax.account_id) },
    { ...operator('coupon', 'balance'), cents: coupon },
    { ...operator('loss', 'balance'), cents: moved(platformLoss.account_id) - coupon },
  ];
}

/** The account of the order, whose balance says what of the refund it covers. */
export function heldAccount(orderId: string): string {
  return orderHeld(orderId).account_id;
}

function operator(who: Bearer['who'], from: Bearer['from']): Bearer {
  return { who, sellerId: null, cents: 0, from, owedCents: 0 };
}

function sellerOf(sellerId: string | null, from: Bearer['from']): Bearer {
  return { ...operator(sellerId === null ? 'own' : 'seller', from), sellerId };
}

function summed(bearers: readonly Bearer[]): Bearer[] {
  const groups = Map.groupBy(bearers, ({ who, sellerId, from }) => JSON.stringify([who, sellerId, from]));
  return [...groups.values()]
    .flatMap(([first, ...rest]) => {
      if (!first) return [];
      const all = [first, ...rest];
      return {
        ...first,
        cents: sumCents(all.map(({ cents }) => cents)),
        owedCents: sumCents(all.map(({ owedCents }) => owedCents)),
      };
    })
    .filter(({ cents }) => cents !== 0)
    .sort((a, b) => bearerKinds.indexOf(a.who) - bearerKinds.indexOf(b.who));
}
