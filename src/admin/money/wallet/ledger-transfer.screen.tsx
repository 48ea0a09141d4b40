import { Link, useParams } from 'react-router';
import { formatCents, sumCents } from '#contract/money/amount/money.ts';
import type { LedgerTransfer } from '#contract/money/ledger.schema.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { type Fact, FactList } from '../../frame/fact-list.tsx';
import { Screen } from '../../frame/screen.tsx';
import { payoutPath } from '../payout/payout-labels.tsx';
import { useTransfer } from './ledger.ts';
import { AboutLink, AccountLink, detailLabels, nameWords } from './ledger-labels.tsx';
import { dollars } from './movement-labels.ts';

/** One transfer: why it was made, and all of its sides. */
export function Component() {
  const { transferId = '' } = useParams();
  return <Transfer key={transferId} transferId={transferId} />;
}

function Transfer({ transferId }: { transferId: string }) {
  const transfer = useTransfer(transferId);
  return (
    <Screen
      title={transfer.value ? `${nameWords(transfer.value.kind)}, transfer ${transferId}` : `Transfer ${transferId}`}
      lead={
        <Link to="/ledger" className="text-link">
          Ledger
        </Link>
      }
    >
      <ShowLoaded
        from={transfer}
        skeleton={<RowSkeleton rows={6} />}
        fault="This transfer could not be loaded, or there is none at this address."
      >
        {(shown) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
            <Facts of={shown} />
            <Entries of={shown} />
          </div>
        )}
      </ShowLoaded>
    </Screen>
  );
}

function Facts({ of: { key, kind, at, details } }: { of: LedgerTransfer }) {
  const facts: Fact[] = [
    ['Key', key],
    ['Kind', nameWords(kind)],
    ['When', <LocalTime key="at" instant={at} />],
    ...detailLabels(details).map(
      ([name, value]): Fact => [name, details.payout === value ? <PayoutLink key={name} id={value} /> : value],
    ),
  ];
  return (
    <div className="[overflow-wrap:anywhere]">
      <FactList facts={facts} />
    </div>
  );
}

function PayoutLink({ id }: { id: string }) {
  return (
    <Link to={payoutPath(id)} className="text-link">
      {id}
    </Link>
  );
}

function Entries({ of: { entries } }: { of: LedgerTransfer }) {
  return (
    <table className="table border-t">
      <caption className="sr-only">Entries</caption>
      <thead>
        <tr>
          <th>Account</th>
          <th className="!text-right">Amount</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          <tr key={index}>
            <td>
              <AccountLink id={entry.account_id} />
              <AboutLink about={entry.about} item={entry.item} />
            </td>
            <td className="num !text-right whitespace-nowrap">{dollars(entry.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Sum</th>
          <td className="num !text-right font-[560]">
            {formatCents(sumCents(entries.map(({ amount }) => Math.round(amount * 100))))}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
