// Which posting of the ledger says the same as a transaction of the payment provider: one table of rules, and what follows from what was found.
import type { Explanation } from '#contract/money/reconciliation.ts';
import { processorFeeKey, providerPayoutKey, providerTopUpKey } from '../wallet/posting/processor.posting.rules.ts';

/** Input of a rule. Amounts are cents, as the provider signs them: below zero they left its balance. */
export type JudgedTransaction = {
  transaction_id: string;
  type: string;
  reporting_category: string;
  currency: string;
  amount_cents: number;
  source: string | null;
  payment_intent: string | null;
  connect_transfer: string | null;
};

/**
 * Subject of a transaction: part of an order, or money that a buyer has paid into a wallet. `cents` is above zero, and the amount of a
 * refund or a dispute itself.
 */
export type Subject = {
  kind: 'order' | 'refund' | 'dispute' | 'payout' | 'pay_in' | 'pay_in_refund' | 'pay_in_dispute';
  id: string;
  order_id: string | null;
  state: string;
  cents: number;
};

/** By which of a transaction's ids ours is found (reconciliation.store.ts has a statement for each). */
export const ways = ['payment', 'refund', 'dispute', 'transfer'] as const;
export type Way = (typeof ways)[number];

/** A transfer of the ledger on external:card; `cents` as the provider signs them. `taken_by` matches it already. */
export type CandidatePosting = { key: string; transfer_id: number; cents: number; taken_by: string | null };

export type Facts = {
  subject: Subject | null;
  postings: readonly CandidatePosting[];
  /** Sum of all transactions with the same source. */
  source_cents: number;
};

export type Verdict = {
  state: 'matched' | 'different' | 'unmatched';
  explanation: Explanation | null;
  transfer_id: number | null;
  posted_cents: number;
  difference_cents: number;
};

type Rule = {
  types: readonly string[];
  /** Categories of a type that has several. */
  categories?: readonly string[];
  /** How ours is found; without it the transaction's own id names its posting. */
  by?: Way;
  /** The keys of the transfers that may say the same, by what of ours it is. */
  keys: Partial<Record<Subject['kind'], (id: string) => readonly string[]>>;
  /** The posting that the reconciliation itself makes. */
  posts?: 'fee' | 'payout' | 'top_up';
  /** It moves from one pocket of the provider's to another: nothing of ours says it. */
  within?: true;
  /** Explanation where no posting gives one. */
  without?: (subject: Subject | null, transaction: JudgedTransaction, facts: Facts) => Verdict | null;
};

const keptTypes = ['stripe_fee', 'stripe_fx_fee', 'tax_fee', 'payment_network_cost', 'network_cost'];

const rules: readonly Rule[] = [
  {
    types: ['charge', 'payment'],
    by: 'payment',
    keys: { order: (id) => [`capture ${id}`], pay_in: (id) => [`pay_in ${id}`] },
  },
  {
    types: ['refund', 'payment_refund'],
    by: 'refund',
    keys: {
      refund: (id) => [`refund_paid ${id}`],
      pay_in_refund: (id) => [`withdrawal_paid ${id}`],
    },
    without: refundWithout,
  },
  {
    types: ['refund_failure', 'payment_failure_refund'],
    by: 'refund',
    keys: {
      refund: (id) => [`refund_came_back ${id}`],
      pay_in_refund: (id) => [`withdrawal_came_back ${id}`],
    },
    without: refundWithout,
  },
  {
    types: ['adjustment'],
    categories: ['dispute', 'dispute_reversal'],
    by: 'dispute',
    // One that was lost before the ledger was there is a refund in it, as is one of an order of which nothing was sold.
    keys: {
      dispute: (id) => [`dispute_lost ${id}`, `refund_paid ${id}`],
      pay_in_dispute: (id) => [`pay_in_dispute_lost ${id}`],
    },
    without: disputeWithout,
  },
  { types: ['transfer'], by: 'transfer', keys: { payout: (id) => [`payout_paid ${id}`] } },
  {
    types: ['transfer_refund', 'transfer_cancel', 'transfer_failure'],
    by: 'transfer',
    keys: { payout: (id) => [`payout_returned ${id}`, `payout_failed ${id}`] },
  },
  { types: keptTypes, keys: {}, posts: 'fee' },
  { types: ['payout', 'payout_cancel', 'payout_failure'], keys: {}, posts: 'payout' },
  { types: ['topup', 'topup_reversal'], keys: {}, posts: 'top_up' },
  {
    types: [
      'reserve_transaction',
      'reserved_funds',
      'reserve_hold',
      'reserve_release',
      'connect_reserved_funds',
      'payment_network_reserve_hold',
      'payment_network_reserve_release',
      'payout_minimum_balance_hold',
      'payout_minimum_balance_release',
      'risk_reserved_funds',
    ],
    keys: {},
    within: true,
  },
];

/** The ledger has one currency: of another nothing is posted, and all of it stands on the list. */
export const ledgerCurrency = 'usd';

const ownKeys = { fee: processorFeeKey, payout: providerPayoutKey, top_up: providerTopUpKey };

function ruleOf({ type, reporting_category, currency }: JudgedTransaction): Rule | null {
  if (currency !== ledgerCurrency) return null;
  const found = rules.find(
    ({ types, categories }) => types.includes(type) && (!categories || categories.includes(reporting_category)),
  );
  return found ?? null;
}

/** How ours is found, and the id to find it by; null where there is nothing to look for. */
export function lookUp(transaction: JudgedTransaction): { by: Way; id: string } | null {
  const by = ruleOf(transaction)?.by;
  if (!by) return null;
  const id =
    by === 'payment' ? transaction.payment_intent : transaction[by === 'transfer' ? 'connect_transfer' : 'source'];
  return id === null ? null : { by, id };
}

/** The transfers that may say the same, the likeliest first. */
export function keysOf(transaction: JudgedTransaction, subject: Subject | null): readonly string[] {
  const rule = ruleOf(transaction);
  if (rule?.posts) return [ownKeys[rule.posts](transaction.transaction_id)];
  return (subject && rule?.keys[subject.kind]?.(subject.id)) ?? [];
}

/** Amounts that the provider keeps or moves itself, and the ledger has to follow: cents of each kind, as the posting takes them. */
export function postedBy(transaction: JudgedTransaction & { fee_cents: number }): {
  fee: number;
  payout: number;
  top_up: number;
} {
  const none = { fee: 0, payout: 0, top_up: 0 };
  const { amount_cents: amount, fee_cents: fee, currency } = transaction;
  if (currency !== ledgerCurrency) return none;
  const posts = ruleOf(transaction)?.posts;
  if (posts === 'fee') return { ...none, fee: fee - amount };
  return posts ? { ...none, fee, [posts]: amount } : { ...none, fee };
}

/** A transaction and a posting match one to one: what another has taken is left out. */
export function judge(transaction: JudgedTransaction, facts: Facts): Verdict {
  const rule = ruleOf(transaction);
  if (!rule) return unmatched(transaction);
  if (rule.within) return explained('within');
  const free = facts.postings.filter(({ taken_by: by }) => by === null || by === transaction.transaction_id);
  const posting =
    free.find(({ cents }) => cents === transaction.amount_cents) ?? free.find((one) => goesSameWay(one, transaction));
  if (posting) return byPosting(transaction, posting);
  return rule.without?.(facts.subject, transaction, facts) ?? unmatched(transaction);
}

/** True if both have one direction: money out never matches money in, however alike. */
function goesSameWay({ cents }: CandidatePosting, { amount_cents }: JudgedTransaction): boolean {
  return Math.sign(cents) === Math.sign(amount_cents);
}

function byPosting({ amount_cents: amount }: JudgedTransaction, { transfer_id, cents }: CandidatePosting): Verdict {
  const difference = amount - cents;
  return {
    state: difference === 0 ? 'matched' : 'different',
    explanation: 'posting',
    transfer_id,
    posted_cents: cents,
    difference_cents: difference,
  };
}

/** The provider takes a refund from its balance when it is asked for; our books when it has arrived. */
function refundWithout(
  subject: Subject | null,
  transaction: JudgedTransaction,
  { source_cents }: Facts,
): Verdict | null {
  if (!subject) return null;
  const { state, cents } = subject;
  const waits = state === 'decided' || state === 'pending';
  if (waits && transaction.amount_cents < 0) return keptBack('under_way', transaction, -cents);
  return state === 'failed' && source_cents === 0 ? explained('offset') : null;
}

/** The provider takes the money when a dispute is opened: our books keep it apart until it is decided, and nothing has left them if it is won. */
function disputeWithout(
  subject: Subject | null,
  transaction: JudgedTransaction,
  { source_cents }: Facts,
): Verdict | null {
  // It was over and won before anybody here heard of it: nothing was kept apart, and nothing has left.
  if (!subject) return source_cents === 0 ? explained('offset') : null;
  const { state, cents } = subject;
  if (state === 'open' && transaction.amount_cents < 0) return keptBack('held', transaction, -cents);
  return state === 'won' && source_cents === 0 ? explained('offset') : null;
}

/** As much as ours says is explained, what is beyond it is a difference. */
function keptBack(explanation: Explanation, { amount_cents }: JudgedTransaction, expected: number): Verdict {
  const difference = amount_cents - expected;
  const verdict = explained(explanation);
  return difference === 0 ? verdict : { ...verdict, state: 'different', difference_cents: difference };
}

function explained(explanation: Explanation): Verdict {
  return { state: 'matched', explanation, transfer_id: null, posted_cents: 0, difference_cents: 0 };
}

function unmatched({ amount_cents }: JudgedTransaction): Verdict {
  return { state: 'unmatched', explanation: null, transfer_id: null, posted_cents: 0, difference_cents: amount_cents };
}
