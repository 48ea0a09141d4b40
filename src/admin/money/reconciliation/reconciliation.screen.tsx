import { type ReactNode, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  type ReconciliationFilter,
  reconciliationFilters,
  transactionTypeName,
} from '#contract/money/reconciliation.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { ListEnd } from '../../frame/list-end.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { ProviderBalance } from './provider-balance.tsx';
import { MissingTable, ProviderTransactionTable } from './provider-transactions.tsx';
import { reconciling, useMissing, useReconciliation, useTransactions } from './reconciliation.ts';
import { type AskedClosing, ReconciliationDialog } from './reconciliation-dialog.tsx';
import { ReconciliationSummary } from './reconciliation-summary.tsx';

const filterNames: Record<ReconciliationFilter, string> = {
  open: 'Open',
  closed: 'Closed',
  matched: 'Matched',
  all: 'All',
};

/** Provider transactions beside the ledger; those that nothing explains are closed here, with a reason. */
export function Component() {
  const [asking, setAsking] = useState<AskedClosing | null>(null);
  const lists = useRef<HTMLDivElement>(null);
  const summary = useReconciliation();
  const may = useMay()('manageFinance');

  async function fetchNow() {
    const fault = await reconciling.fetch();
    // A try that failed stands on the page too.
    await summary.reload();
    return fault;
  }

  return (
    <Screen
      title="Reconciliation"
      lead="What the payment provider says that it has moved, each beside the transfer of the ledger that says the same."
      actions={
        may && (
          <ActionButton className="btn btn-line btn-sm !min-h-10" action={fetchNow}>
            Fetch now
          </ActionButton>
        )
      }
    >
      <ShowLoaded from={summary} skeleton={<RowSkeleton rows={4} />} fault="The reconciliation could not be loaded.">
        {(told) => (
          <>
            <ReconciliationSummary told={told} />
            <div ref={lists} tabIndex={-1} className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-10 outline-none">
              <Transactions isFetched={told.fetched_at !== null} types={told.types} onAsk={may ? setAsking : null} />
              <Missing onAsk={may ? setAsking : null} />
              <ProviderBalance balance={told.balance} />
            </div>
          </>
        )}
      </ShowLoaded>
      {asking && (
        <ReconciliationDialog
          asked={asking}
          focusWhenDone={lists}
          onDone={summary.reload}
          onClose={() => setAsking(null)}
        />
      )}
    </Screen>
  );
}

type ListProps = { onAsk: ((asked: AskedClosing) => void) | null };

function Transactions({ types, isFetched, onAsk }: ListProps & { types: string[]; isFetched: boolean }) {
  const [params, setParams] = useSearchParams();
  const state = reconciliationFilters.find((name) => name === params.get('state')) ?? 'open';
  const type = params.get('type') ?? '';
  const transactions = useTransactions({ state, type });
  const isNarrowed = type !== '' || state === 'closed' || state === 'matched';

  function narrow(change: Record<string, string>) {
    const next = Object.entries({ state, type, ...Object.fromEntries([...params]), ...change });
    setParams(
      Object.fromEntries(next.filter(([name, value]) => value !== '' && !(name === 'state' && value === 'open'))),
    );
  }

  return (
    <section aria-labelledby="transactions">
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        <h2 id="transactions" className="mr-auto text-lg max-md:w-full">
          Transactions of the provider
        </h2>
        <Choice label="State" value={state} onChange={(value) => narrow({ state: value })}>
          {reconciliationFilters.map((name) => (
            <option key={name} value={name}>
              {filterNames[name]}
            </option>
          ))}
        </Choice>
        <Choice label="Type" value={type} onChange={(value) => narrow({ type: value })}>
          <option value="">All</option>
          {[...new Set([...types, ...(type ? [type] : [])])].map((name) => (
            <option key={name} value={name}>
              {transactionTypeName(name)}
            </option>
          ))}
        </Choice>
      </div>
      {transactions.items.length > 0 && <ProviderTransactionTable transactions={transactions.items} onAsk={onAsk} />}
      <ListEnd
        of={transactions}
        empty={
          isNarrowed
            ? 'No transaction is like this.'
            : !isFetched
              ? 'Nothing was fetched yet.'
              : state === 'all'
                ? 'The provider has moved nothing yet.'
                : 'Everything the provider has moved is explained.'
        }
      />
    </section>
  );
}

function Missing({ onAsk }: ListProps) {
  const [params, setParams] = useSearchParams();
  const state = params.get('missing') === 'closed' ? 'closed' : 'open';
  const missing = useMissing(state);
  return (
    <section aria-labelledby="missing">
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="mr-auto max-md:w-full">
          <h2 id="missing" className="text-lg">
            Missing at the provider
          </h2>
          <p className="mt-1 text-sm text-ink-2">Transfers of ours, older than three days, that it knows nothing of.</p>
        </div>
        <Choice
          label="State"
          value={state}
          onChange={(value) =>
            setParams((before) => {
              const others = [...before].filter(([name]) => name !== 'missing');
              return value === 'closed' ? [...others, ['missing', value]] : others;
            })
          }
        >
          <option value="open">Open</option>
          <option value="closed">Closed</option>
        </Choice>
      </div>
      {missing.items.length > 0 && <MissingTable postings={missing.items} onAsk={onAsk} />}
      <ListEnd
        of={missing}
        empty={state === 'closed' ? 'None was closed.' : 'The provider knows of everything that the ledger says.'}
      />
    </section>
  );
}

function Choice({
  label,
  value,
  onChange,
  children,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  return (
    <label className="grid gap-1 text-xs text-ink-3">
      {label}
      <select
        className="field !min-h-10 !w-auto py-1 text-sm max-md:max-w-40"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
    </label>
  );
}
