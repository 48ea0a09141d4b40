// Adjustments by the staff: a few ways, each between the kinds of accounts that it is for, and a transfer like every other.
import type { AdjustmentWay } from '#contract/money/adjustment.ts';
import type { Posting } from '#ledger/posting.rules.ts';
import type { Account } from '#ledger/transfer.rules.ts';
import {
  bank,
  buyerWallet,
  orderHeld,
  platformFees,
  platformLoss,
  platformTax,
  rounding,
  sellerAvailable,
  sellerOwed,
  sellerReserve,
} from './accounts.rules.ts';

/** From which kind of account to which; a correction goes either way. */
const pairs: Record<AdjustmentWay, ReadonlyArray<readonly [from: string, to: string]>> = {
  correction: bothWays([
    ['platform_loss', 'seller_available'],
    ['platform_fees', 'seller_available'],
    ['platform_loss', 'order_held'],
    ['platform_loss', 'platform_fees'],
    ['platform_loss', 'platform_tax'],
    ['platform_loss', 'rounding'],
    ['platform_loss', 'bank'],
    ['platform_loss', 'buyer_wallet'],
  ]),
  goodwill: [
    ['platform_loss', 'seller_available'],
    ['platform_loss', 'buyer_wallet'],
  ],
  write_off: [['platform_loss', 'seller_owed']],
  hold_back: [['seller_available', 'seller_reserve']],
  give_back: [['seller_reserve', 'seller_available']],
  tax_paid: [['platform_tax', 'bank']],
  profit_drawn: [['platform_fees', 'bank']],
};

function bothWays(given: ReadonlyArray<readonly [string, string]>): Array<readonly [string, string]> {
  return given.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]);
}

const single = [bank, platformFees, platformTax, platformLoss, rounding];
const ofSomebody: ReadonlyArray<[RegExp, (id: string) => Account]> = [
  [/^seller:([\w-]{1,100}):available$/, sellerAvailable],
  [/^seller:([\w-]{1,100}):reserve$/, sellerReserve],
  [/^seller:([\w-]{1,100}):owed$/, sellerOwed],
  [/^order:([\w-]{1,100}):held$/, orderHeld],
  [/^buyer:([\w-]{1,100}):wallet$/, buyerWallet],
];

/** The account that an id names; null where nobody moves anything by hand to or from it. */
export function accountById(accountId: string): Account | null {
  const known = single.find(({ account_id }) => account_id === accountId);
  if (known) return known;
  for (const [pattern, make] of ofSomebody) {
    const [, id] = pattern.exec(accountId) ?? [];
    if (id) return make(id);
  }
  return null;
}

/** An adjustment as it is asked for. */
export type LedgerAdjustment = { way: AdjustmentWay; from: Account; to: Account; cents: number };

/** Why it cannot be done, for the person who asks; null where it can. */
export function adjustmentProblem({ way, from, to }: LedgerAdjustment): string | null {
  if (pairs[way].some(([source, target]) => source === from.kind && target === to.kind)) return null;
  const allowed = pairs[way].map(([source, target]) => `${words(source)} to ${words(target)}`);
  return `${sentence(way)} goes from ${allowed.join(', or from ')}; not from ${words(from.kind)} to ${words(to.kind)}.`;
}

/** Explains which balance goes beyond its limit; null where none does. */
export function balanceProblem(
  { from, to, cents }: LedgerAdjustment,
  balances: { from: number; to: number },
): string | null {
  if (!from.may_be_negative && balances.from < cents)
    return `${from.account_id} has ${dollars(balances.from)}: no more can be taken from it.`;
  if (!to.may_be_positive && balances.to + cents > 0)
    return `Only ${dollars(-balances.to)} are owed on ${to.account_id}: no more can be written off.`;
  return null;
}

export function byHand(
  adjustment: LedgerAdjustment,
  given: { id: string; reason: string; by: string; confirmedBy: string | null; at: Date },
): Posting {
  const { way, from, to, cents } = adjustment;
  const { id, reason, by, confirmedBy, at } = given;
  const about = orderOf(from) ?? orderOf(to);
  const subject = about ? { about } : {};
  return {
    accounts: [from, to],
    transfers: [
      {
        key: `by_hand ${id}`,
        kind: 'by_hand',
        at,
        details: { way, reason, made_by: by, confirmed_by: confirmedBy, ...(about && { order: about }) },
        entries: [
          { account_id: from.account_id, amount: -cents, ...subject },
          { account_id: to.account_id, amount: cents, ...subject },
        ],
      },
    ],
  };
}

/** The shop whose balance it changes; null where it is nobody's, or the operator's own. */
export function sellerOf({ account_id }: Account): string | null {
  const [, id = null] = /^seller:([\w-]+):/.exec(account_id) ?? [];
  return id === 'operator' ? null : id;
}

/** Whose wallet it is; null where it is no buyer's. */
export function buyerOf({ account_id }: Account): string | null {
  return /^buyer:([\w-]+):wallet$/.exec(account_id)?.[1] ?? null;
}

function orderOf({ account_id }: Account): string | null {
  return /^order:([\w-]+):held$/.exec(account_id)?.[1] ?? null;
}

function words(kind: string): string {
  return kind.replaceAll('_', ' ');
}

function sentence(way: AdjustmentWay): string {
  return way.charAt(0).toUpperCase() + words(way).slice(1);
}

function dollars(cents: number): string {
  return `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;
}
