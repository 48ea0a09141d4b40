// From what happened to the transfers that say so: every way in which money moves in the shop is a function here, with its name (the kind), its
// rate and its reason (the details). docs/wallet/README.md has the table.
import type { BalanceOf, Posting } from '#ledger/posting.rules.ts';
import type { Account, NewEntry, NewTransfer, TransferDetails } from '#ledger/transfer.rules.ts';
import {
  disputesHeld,
  OPERATOR,
  orderHeld,
  outsideOf,
  platformFees,
  platformLoss,
  platformTax,
  rounding,
  sellerAvailable,
  sellerOwed,
} from './accounts.rules.ts';
import type { Share } from './share.rules.ts';

export type PaidOrder = { order_id: string; payment_method: 'card' | 'transfer' | 'check' };

export type PostedLine = {
  line: number;
  product_id: string;
  product_name: string;
  quantity: number;
  seller_id: string | null;
  amount_cents: number;
  discount_cents: number;
  seller_discount_cents: number | null;
  fee_rule: string;
  fee_rate_bp: number;
  fee_fixed_cents: number;
};

/** Posts the payment received for an order to the order. */
export function capture(order: PaidOrder, cents: number, at: Date): Posting {
  const outside = outsideOf(order);
  const held = orderHeld(order.order_id);
  const details = { order: order.order_id, method: order.payment_method };
  return {
    accounts: [outside, held],
    transfers: [
      {
        key: `capture ${order.order_id}`,
        kind: 'capture',
        at,
        details,
        entries: move(cents, outside, held, { about: order.order_id }),
      },
    ],
  };
}

/** The operator has taken another amount than the total for it: the lines get what they cost. `cents` more was received; below zero less. */
export function acceptedDifference(order: PaidOrder, cents: number, at: Date): Posting {
  const held = orderHeld(order.order_id);
  const details = { order: order.order_id, reason: 'the operator accepted another amount than the total' };
  const entries = move(cents, held, rounding, { about: order.order_id });
  return {
    accounts: [held, rounding],
    transfers: [{ key: `difference ${order.order_id}`, kind: 'accepted_difference', at, details, entries }],
  };
}

/** A line's money comes to its seller, less the fee; what they owe is paid of it first. */
export function release(
  order: PaidOrder,
  line: PostedLine,
  share: Share,
  given: { refunded: number; at: Date },
): Posting {
  const { refunded, at } = given;
  const held = orderHeld(order.order_id);
  const available = sellerAvailable(line.seller_id);
  const about = subjectOf(order, line);
  return {
    accounts: [held, available, sellerOwed(line.seller_id), platformFees, platformTax, platformLoss],
    transfers: (balanceOf) => {
      const held_cents = Math.min(share.paid, balanceOf(held.account_id));
      const sale: NewTransfer = {
        key: `release ${order.order_id} ${line.line}`,
        kind: 'release',
        at,
        details: {
          ...detailsOf(order, line),
          quantity: line.quantity,
          price_cents: line.amount_cents,
          coupon_cents: line.discount_cents,
          seller_coupon_cents: line.seller_discount_cents ?? line.discount_cents,
          refunded_cents: refunded,
          base_cents: share.paid + share.discount,
          ...commissionDetails(line),
          fee_cents: share.fee,
          tax_cents: share.tax,
        },
        entries: [
          { account_id: held.account_id, amount: -held_cents, ...about },
          // Money that the order no longer has: a refund and a dispute took the same.
          { account_id: platformLoss.account_id, amount: -(share.paid - held_cents) - share.discount, ...about },
          { account_id: platformFees.account_id, amount: share.fee, ...about },
          { account_id: platformTax.account_id, amount: share.tax, ...about },
          { account_id: available.account_id, amount: share.seller, ...about },
        ],
      };
      return [sale, ...netting(line.seller_id, share.seller, balanceOf, { key: sale.key, at, about })];
    },
  };
}

/** Part that a refund, or a disputed payment, takes. */
export type Taking = {
  /** Id of the refund or the dispute. */
  id: string;
  by: 'refund' | 'dispute';
  /** As it was given for it. */
  reason: string;
  at: Date;
};

export type TakenLine = { line: PostedLine; share: Share; released: boolean };

/**
 * Money is to go back: what has not come to the sellers waits in the order; what has is taken from their balance, then owed. `beyond`: cents
 * that were of no line any more. A dispute moves all of it apart.
 */
export function take(order: PaidOrder, lines: readonly TakenLine[], beyond: number, taking: Taking): Posting {
  const clearing = clearingOf(order, taking);
  const held = orderHeld(order.order_id);
  const sellers = [...new Set(lines.map(({ line }) => line.seller_id))];
  return {
    accounts: [
      clearing,
      held,
      platformFees,
      platformTax,
      platformLoss,
      ...sellers.flatMap((seller) => [sellerAvailable(seller), sellerOwed(seller)]),
    ],
    transfers: (balanceOf) => {
      const left = remaining(balanceOf);
      const all = lines.flatMap((taken) => takeOfLine(order, taken, taking, clearing, left));
      const lost = beyond === 0 ? [] : [takeBeyond(order, beyond, taking, clearing)];
      return [...all, ...lost];
    },
  };
}

function takeOfLine(
  order: PaidOrder,
  { line, share, released }: TakenLine,
  taking: Taking,
  clearing: Account,
  left: Remaining,
): NewTransfer[] {
  const about = subjectOf(order, line);
  const details = { ...detailsOf(order, line), [taking.by]: taking.id, reason: taking.reason, cents: share.paid };
  const key = `${taking.by} ${taking.id} ${line.line}`;
  if (!released) {
    const held = orderHeld(order.order_id);
    const entries = taking.by === 'dispute' ? move(left.take(held, share.paid), held, clearing, about) : [];
    return [{ key, kind: taking.by, at: taking.at, details: { ...details, from: 'held' }, entries }];
  }
  const available = sellerAvailable(line.seller_id);
  const owed = sellerOwed(line.seller_id);
  const feeBackCents = left.take(platformFees, share.fee);
  const feeBack: NewTransfer = {
    key: `${key} fee`,
    kind: 'fee_returned',
    at: taking.at,
    details: { ...details, ...commissionDetails(line), fee_cents: share.fee },
    entries: [
      { account_id: platformFees.account_id, amount: -feeBackCents, ...about },
      // A fee that was drawn as profit before is the operator's to give back.
      { account_id: platformLoss.account_id, amount: -(share.fee - feeBackCents), ...about },
      { account_id: available.account_id, amount: share.fee, ...about },
    ],
  };
  left.add(available, share.fee);
  const asked = share.seller + share.fee;
  const paid = left.take(available, asked);
  const tax = left.take(platformTax, share.tax);
  const refund: NewTransfer = {
    key,
    kind: taking.by,
    at: taking.at,
    details: {
      ...details,
      from: paid === asked ? 'available' : paid === 0 ? 'owed' : 'available and owed',
      owed_cents: asked - paid,
      ...commissionDetails(line),
      fee_cents: share.fee,
      tax_cents: share.tax,
      coupon_cents: share.discount,
    },
    entries: [
      { account_id: available.account_id, amount: -paid, ...about },
      { account_id: owed.account_id, amount: -(asked - paid), ...about },
      { account_id: platformTax.account_id, amount: -tax, ...about },
      // Tax that was paid on before is the operator's to get back.
      { account_id: platformLoss.account_id, amount: share.discount - (share.tax - tax), ...about },
      { account_id: clearing.account_id, amount: share.paid, ...about },
    ],
  };
  return [feeBack, refund];
}

function takeBeyond(order: PaidOrder, cents: number, taking: Taking, clearing: Account): NewTransfer {
  return {
    key: `${taking.by} ${taking.id} beyond`,
    kind: 'loss',
    at: taking.at,
    details: { order: order.order_id, [taking.by]: taking.id, reason: 'more went back than the lines had left' },
    entries: move(cents, platformLoss, clearing, { about: order.order_id }),
  };
}

/** Posts that the money taken has left the shop, or is in its buyer's wallet (`to`). */
export function takenArrived(
  order: PaidOrder,
  cents: number,
  taking: Omit<Taking, 'reason'>,
  to: Account = outsideOf(order),
): Posting {
  const clearing = clearingOf(order, taking);
  const kind = taking.by === 'refund' ? 'refund_paid' : 'dispute_lost';
  return {
    accounts: [clearing, to, platformLoss],
    transfers: (balanceOf) => {
      const covered = Math.min(cents, Math.max(0, balanceOf(clearing.account_id)));
      const about = { about: order.order_id };
      return [
        {
          key: `${kind} ${taking.id}`,
          kind,
          at: taking.at,
          details: { order: order.order_id, [taking.by]: taking.id },
          entries: [
            { account_id: clearing.account_id, amount: -covered, ...about },
            { account_id: platformLoss.account_id, amount: -(cents - covered), ...about },
            { account_id: to.account_id, amount: cents, ...about },
          ],
        },
      ];
    },
  };
}

/** A refund that had left has come back from the bank of the buyer. */
export function refundCameBack(order: PaidOrder, cents: number, taking: Omit<Taking, 'reason'>): Posting {
  const outside = outsideOf(order);
  const held = orderHeld(order.order_id);
  return {
    accounts: [outside, held],
    transfers: [
      {
        key: `refund_came_back ${taking.id}`,
        kind: 'refund_came_back',
        at: taking.at,
        details: { order: order.order_id, refund: taking.id },
        entries: move(cents, outside, held, { about: order.order_id }),
      },
    ],
  };
}

/** Posts the return of what was taken: a refund has failed, or a dispute was won. It goes back to where it came from. */
export function giveBack(order: PaidOrder, lines: readonly TakenLine[], beyond: number, taking: Taking): Posting {
  const clearing = clearingOf(order, taking);
  const held = orderHeld(order.order_id);
  const kind = taking.by === 'refund' ? 'refund_failed' : 'dispute_won';
  const sellers = [...new Set(lines.map(({ line }) => line.seller_id))];
  return {
    accounts: [
      clearing,
      held,
      platformFees,
      platformTax,
      platformLoss,
      ...sellers.flatMap((seller) => [sellerAvailable(seller), sellerOwed(seller)]),
    ],
    transfers: (balanceOf) => {
      const nets = new Map<string | null, number>();
      const back = lines.map(({ line, share, released }): NewTransfer => {
        const about = subjectOf(order, line);
        const key = `${kind} ${taking.id} ${line.line}`;
        const details = { ...detailsOf(order, line), [taking.by]: taking.id, reason: taking.reason, cents: share.paid };
        if (!released) {
          const entries = taking.by === 'dispute' ? move(share.paid, clearing, held, about) : [];
          return { key, kind, at: taking.at, details, entries };
        }
        nets.set(line.seller_id, (nets.get(line.seller_id) ?? 0) + share.seller);
        return {
          key,
          kind,
          at: taking.at,
          details: { ...details, ...commissionDetails(line), fee_cents: share.fee, tax_cents: share.tax },
          entries: [
            { account_id: clearing.account_id, amount: -share.paid, ...about },
            { account_id: platformLoss.account_id, amount: -share.discount, ...about },
            { account_id: platformTax.account_id, amount: share.tax, ...about },
            { account_id: platformFees.account_id, amount: share.fee, ...about },
            { account_id: sellerAvailable(line.seller_id).account_id, amount: share.seller, ...about },
          ],
        };
      });
      const rest: NewTransfer = {
        key: `${kind} ${taking.id} beyond`,
        kind,
        at: taking.at,
        details: { order: order.order_id, [taking.by]: taking.id },
        entries: move(beyond, clearing, platformLoss, { about: order.order_id }),
      };
      const settled = [...nets].flatMap(([seller, cents]) =>
        netting(seller, cents, balanceOf, {
          key: `${kind} ${taking.id}`,
          at: taking.at,
          about: { about: order.order_id },
        }),
      );
      return [...back, rest, ...settled];
    },
  };
}

/** Pays a seller's negative balance from what has just come to them: a line of its own, so that nobody wonders where it went. */
export function netting(
  sellerId: string | null,
  comes: number,
  balanceOf: BalanceOf,
  given: { key: string; at: Date; about: Pick<NewEntry, 'about' | 'item'> },
): NewTransfer[] {
  const available = sellerAvailable(sellerId);
  const owed = sellerOwed(sellerId);
  const debt = -balanceOf(owed.account_id);
  const cents = Math.min(debt, balanceOf(available.account_id) + comes);
  if (cents <= 0) return [];
  return [
    {
      key: `netting ${sellerId ?? OPERATOR} ${given.key}`,
      kind: 'netting',
      at: given.at,
      details: {
        order: given.about.about ?? null,
        debt_cents: debt,
        reason: 'what was owed for refunds is paid first',
      },
      entries: move(cents, available, owed, given.about),
    },
  ];
}

function clearingOf(order: PaidOrder, { by }: Pick<Taking, 'by'>): Account {
  return by === 'refund' ? orderHeld(order.order_id) : disputesHeld;
}

function move(cents: number, from: Account, to: Account, about: Pick<NewEntry, 'about' | 'item'>): NewEntry[] {
  return [
    { account_id: from.account_id, amount: -cents, ...about },
    { account_id: to.account_id, amount: cents, ...about },
  ];
}

function subjectOf(order: PaidOrder, line: PostedLine): Pick<NewEntry, 'about' | 'item'> {
  return { about: order.order_id, item: line.product_id };
}

function detailsOf(order: PaidOrder, line: PostedLine): TransferDetails {
  return { order: order.order_id, line: line.line, product: line.product_id, name: line.product_name };
}

function commissionDetails(line: PostedLine): TransferDetails {
  return { fee_rule: line.fee_rule, fee_rate_bp: line.fee_rate_bp, fee_fixed_cents: line.fee_fixed_cents };
}

type Remaining = { take(account: Account, cents: number): number; add(account: Account, cents: number): void };

/** Amounts left in accounts while several lines take from them: no more than there is. */
function remaining(balanceOf: BalanceOf): Remaining {
  const left = new Map<string, number>();
  const of = ({ account_id: id }: Account) => left.get(id) ?? balanceOf(id);
  return {
    take(account, cents) {
      const taken = Math.min(cents, Math.max(0, of(account)));
      left.set(account.account_id, of(account) - taken);
      return taken;
    },
    add: (account, cents) => void left.set(account.account_id, of(account) + cents),
  };
}
