import { useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatCents } from '#contract/money/amount/money.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { ListEnd } from '../../frame/list-end.tsx';
import { Screen } from '../../frame/screen.tsx';
import { SearchForm } from '../../frame/search-form.tsx';
import { Adjustments } from '../adjustment/adjustment-list.tsx';
import { useAccounts, useTransfers } from './ledger.ts';
import { AccountLink, movedCents, nameWords } from './ledger-labels.tsx';
import { dollars } from './movement-labels.ts';

/** Where money lies and how it came there; what is looked for stands in the address. Without it, adjustments. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const q = (params.get('q') ?? '').trim();
  return (
    <Screen
      title="Ledger"
      lead="Where money lies, and every transfer that brought it there: by an order, a shop, an account such as platform:fees, or the key of a transfer."
      actions={
        <Link to="/reconciliation" className="btn btn-line btn-sm !min-h-10">
          Reconciliation
        </Link>
      }
    >
      <div className="mb-8 flex flex-wrap items-end gap-3">
        <SearchForm
          key={q}
          name="Search the ledger"
          label="Order, account or key"
          q={q}
          onSearch={(text) => setParams(text ? { q: text } : {})}
        />
        {q && (
          <Link to="/ledger" className="btn btn-ghost btn-sm !min-h-10">
            Clear
          </Link>
        )}
      </div>
      {q ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          <Accounts q={q} />
          <Transfers q={q} />
        </div>
      ) : (
        <Adjustments />
      )}
    </Screen>
  );
}

function Accounts({ q }: { q: string }) {
  const accounts = useAccounts(q);
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="mb-3 text-lg">
        Accounts
      </h2>
      {accounts.items.length > 0 && (
        <table className="table border-t" aria-labelledby={title}>
          <thead>
            <tr>
              <th>Account</th>
              <th className="max-md:hidden">Kind</th>
              <th className="max-md:hidden">Last entry</th>
              <th className="!text-right">Balance</th>
            </tr>
          </thead>
          <tbody>
            {accounts.items.map(({ account_id: id, kind, balance, last_at: last }) => (
              <tr key={id}>
                <td>
                  <AccountLink id={id} />
                </td>
                <td className="max-md:hidden">{nameWords(kind)}</td>
                <td className="text-ink-2 max-md:hidden">{last && <LocalTime instant={last} />}</td>
                <td className="num !text-right whitespace-nowrap">{dollars(balance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListEnd of={accounts} empty={`No account is of “${q}”, or begins with it.`} />
    </section>
  );
}

function Transfers({ q }: { q: string }) {
  const transfers = useTransfers(q);
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className="mb-3 text-lg">
        Transfers
      </h2>
      {transfers.items.length > 0 && (
        <table className="table border-t" aria-labelledby={title}>
          <thead>
            <tr>
              <th>Transfer</th>
              <th className="max-md:hidden">Key</th>
              <th className="max-md:hidden">When</th>
              <th className="!text-right">Moved</th>
            </tr>
          </thead>
          <tbody>
            {transfers.items.map((transfer) => (
              <tr key={transfer.transfer_id}>
                <td>
                  <Link
                    to={`/ledger/transfer/${transfer.transfer_id}`}
                    className="text-link -my-1 inline-block py-1"
                    aria-label={`${nameWords(transfer.kind)}, transfer ${transfer.transfer_id}`}
                  >
                    {nameWords(transfer.kind)}
                  </Link>
                  <span className="block text-xs text-ink-3 md:hidden">
                    <LocalTime instant={transfer.at} />
                  </span>
                </td>
                <td className="[overflow-wrap:anywhere] max-md:hidden">{transfer.key}</td>
                <td className="text-ink-2 max-md:hidden">
                  <LocalTime instant={transfer.at} />
                </td>
                <td className="num !text-right whitespace-nowrap">{formatCents(movedCents(transfer))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListEnd of={transfers} empty={`No transfer is about “${q}”, or has it as its key.`} />
    </section>
  );
}
