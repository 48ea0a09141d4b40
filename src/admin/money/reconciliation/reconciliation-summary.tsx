import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Reconciliation } from '#contract/money/reconciliation.schema.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { dollars } from '../wallet/movement-labels.ts';

/** Transactions still to be explained, and the totals of those missing, matched and closed. */
export function ReconciliationSummary({ told }: { told: Reconciliation }) {
  const { open, missing, matched, closed, fetched_at: fetched } = told;
  const isQuiet = open.count + missing.count === 0;
  const isWhole = !told.is_reading && told.failed_at === null;
  return (
    <section aria-label="Summary">
      <p className="mb-4 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-sm">
        {fetched && (
          <StatusBadge state={isQuiet ? (isWhole ? 'on' : 'wait') : 'bad'}>
            {isQuiet
              ? `Everything${isWhole ? '' : ' so far'} is explained`
              : `${open.count + missing.count} to be explained`}
          </StatusBadge>
        )}
        <span className="text-ink-2">
          {fetched ? (
            <>
              Fetched <LocalTime instant={fetched} />
            </>
          ) : (
            'Not fetched yet'
          )}
          {told.is_reading && ', a part of the list is still to be read'}
        </span>
      </p>
      {told.failed_at && (
        <p className="mb-4 border-l-2 border-warning bg-sunken px-4 py-3 text-sm">
          The try of <LocalTime instant={told.failed_at} /> has failed. {told.failure} What was fetched before is kept,
          and the shop tries again by itself.
        </p>
      )}
      <dl className="grid grid-cols-2 gap-x-6 border-y lg:grid-cols-4">
        <Figure name="Open differences" value={dollars(open.amount)} count={counted(open.count, 'transaction')} />
        <Figure name="Missing there" value={dollars(missing.amount)} count={counted(missing.count, 'transfer')} />
        <Figure name="Matched" value={dollars(matched.amount)} count={counted(matched.count, 'transaction')} />
        <Figure
          name="Closed"
          value={dollars(closed.amount)}
          count={`${closed.count.toLocaleString('en-US')} with a reason`}
        />
      </dl>
      <p className="mt-3 text-xs text-ink-3">
        Fees are posted to{' '}
        <Link to="/ledger/account/processor%3Afees" className="text-link">
          processor:fees
        </Link>
        , payouts to the operator’s bank to{' '}
        <Link to="/ledger/account/external%3Abank" className="text-link">
          external:bank
        </Link>
        .
      </p>
    </section>
  );
}

function Figure({ name, value, count }: { name: string; value: ReactNode; count: string }) {
  return (
    <div className="py-3">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="num text-lg">{value}</dd>
      <dd className="text-xs text-ink-3">{count}</dd>
    </div>
  );
}

function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;
}
