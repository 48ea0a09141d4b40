// The reconciliation as the staff read it.

import type { Reconciliation, ReportedMissing, ReportedTransaction } from '#contract/money/reconciliation.schema.ts';
import { missingAfterDays } from '#contract/money/reconciliation.ts';
import type { Db } from '../../schema/db.ts';
import { dollars } from '../wallet/movement.rules.ts';
import { balanceParts } from './balance-parts.rules.ts';
import { providerFault } from './balance-provider.ts';
import type { Reconciling } from './fetch-transactions.ts';
import { type ListedTransaction, ownBalance, sumTransactions, type TransactionSum } from './list.store.ts';
import { type ClosedPosting, type MissingPosting, sumClosedPostings, sumMissing } from './missing.store.ts';
import { findReconciliation, type StoredReconciliation } from './reconciliation.store.ts';

const DAY_MS = 86_400_000;

/** Where missing postings are looked for: above the mark, and old enough for what was read of the provider's list to have them. */
export async function missingRange(db: Db): Promise<{ above: number; before: Date }> {
  const found = await findReconciliation(db);
  return rangeOf(found);
}

function rangeOf(found: StoredReconciliation | null): { above: number; before: Date } {
  // Before the list was read once, nothing is missing in it.
  const fetched = found?.fetched_at?.getTime() ?? 0;
  return { above: found?.explained_version ?? 0, before: new Date(Math.max(0, fetched - missingAfterDays * DAY_MS)) };
}

export async function readReconciliation({ db, provider, log }: Reconciling): Promise<Reconciliation> {
  const found = await findReconciliation(db);
  const sums = await sumTransactions(db);
  const missing = await sumMissing(db, rangeOf(found));
  const closedPostings = await sumClosedPostings(db);
  const closed = total(sums, ({ state }) => state === 'closed');
  return {
    fetched_at: found?.fetched_at?.toISOString() ?? null,
    is_reading: found?.is_reading ?? false,
    failed_at: found?.failed_at?.toISOString() ?? null,
    failure: found?.failure ?? '',
    matched: counted(total(sums, ({ state }) => state === 'matched', 'amount')),
    open: counted(total(sums, ({ state }) => state === 'different' || state === 'unmatched')),
    missing: counted(missing),
    closed: counted({ count: closed.count + closedPostings.count, cents: closed.cents - closedPostings.cents }),
    types: [...new Set(sums.map(({ type }) => type))].sort(),
    balance: await readBalanceParts(),
  };

  async function readBalanceParts(): Promise<Reconciliation['balance']> {
    try {
      const theirs = await provider.readBalance();
      const ours = await ownBalance(db);
      const { difference, parts } = balanceParts({
        provider: theirs,
        ours,
        sums: sums.filter(({ isOfLedger }) => isOfLedger),
        missing: missing.cents,
        recent: missing.recent_cents,
        closedPostings: closedPostings.cents,
      });
      return {
        available: dollars(theirs.available),
        pending: dollars(theirs.pending),
        reserved: dollars(theirs.reserved),
        ours: dollars(ours),
        difference: dollars(difference),
        parts: parts.map(({ part, cents }) => ({ part, amount: dollars(cents) })),
      };
    } catch (error) {
      if (providerFault(error) === null) throw error;
      log.warn({ part: 'api', error: String(error) }, 'the payment provider does not tell its balance');
      return null;
    }
  }
}

function total(
  sums: readonly TransactionSum[],
  wanted: (row: TransactionSum) => boolean,
  of: 'amount' | 'difference' = 'difference',
) {
  const rows = sums.filter(wanted);
  return {
    count: rows.reduce((all, { count }) => all + count, 0),
    // Transactions in another currency than the ledger's aren't added up.
    cents: rows.reduce((all, row) => all + (row.isOfLedger ? row[of] : 0), 0),
  };
}

function counted({ count, cents }: { count: number; cents: number }) {
  return { count, amount: dollars(cents) };
}

/** `names`: of the staff, by their accounts. */
export function toTransaction(row: ListedTransaction, names: ReadonlyMap<string, string>): ReportedTransaction {
  return {
    transaction_id: row.transaction_id,
    type: row.type,
    reporting_category: row.reporting_category,
    currency: row.currency,
    amount: dollars(row.amount_cents),
    fee: dollars(row.fee_cents),
    net: dollars(row.net_cents),
    source: row.source,
    created_at: row.created_at.toISOString(),
    available_on: row.available_on.toISOString(),
    order_id: row.order_id,
    payout_id: row.payout_id,
    state: row.state,
    explanation: row.explanation,
    transfer_id: row.transfer_id,
    difference: dollars(row.difference_cents),
    ...closingOf(row, names),
  };
}

export function toMissingPosting(
  row: MissingPosting | ClosedPosting,
  names: ReadonlyMap<string, string>,
): ReportedMissing {
  const { transfer_id, kind, about, cents, at } = row;
  const closed = 'closed_by' in row ? row : { closed_by: null, closed_at: null, close_reason: '' };
  return { transfer_id, kind, about, amount: dollars(cents), at: at.toISOString(), ...closingOf(closed, names) };
}

function closingOf(
  row: { closed_by: string | null; closed_at: Date | null; close_reason: string },
  names: ReadonlyMap<string, string>,
) {
  return {
    closed_at: row.closed_at?.toISOString() ?? null,
    closed_by: row.closed_by && (names.get(row.closed_by) ?? row.closed_by),
    close_reason: row.close_reason,
  };
}
