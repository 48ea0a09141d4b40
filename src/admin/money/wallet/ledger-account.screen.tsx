import { Link, useParams } from 'react-router';
import { LocalTime } from '#ui/local-time.tsx';
import { ListEnd } from '../../frame/list-end.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useAccount } from './ledger.ts';
import { AboutLink, nameWords } from './ledger-labels.tsx';
import { dollars } from './movement-labels.ts';

/** One account: what it holds, and each entry with the balance after it. */
export function Component() {
  const { accountId = '' } = useParams();
  return <Account key={accountId} accountId={accountId} />;
}

function Account({ accountId }: { accountId: string }) {
  const { account, entries } = useAccount(accountId);
  return (
    <Screen
      title={accountId}
      lead={
        <Link to="/ledger" className="text-link">
          Ledger
        </Link>
      }
    >
      {account && (
        <div className="mb-8">
          <p className="text-sm text-ink-3">{nameWords(account.kind)}</p>
          <p className="text-lg">
            <span className="sr-only">Balance </span>
            <span className="num">{dollars(account.balance)}</span>
          </p>
        </div>
      )}
      {entries.items.length > 0 && (
        <table className="table border-t">
          <caption className="sr-only">Entries, newest first</caption>
          <thead>
            <tr>
              <th className="max-md:hidden">When</th>
              <th>Transfer</th>
              <th className="!text-right">Amount</th>
              <th className="!text-right">Balance</th>
            </tr>
          </thead>
          <tbody>
            {entries.items.map((entry) => (
              <tr key={entry.version}>
                <td className="text-ink-2 max-md:hidden">
                  <LocalTime instant={entry.at} />
                </td>
                <td>
                  <Link
                    to={`/ledger/transfer/${entry.transfer_id}`}
                    className="text-link -my-1 inline-block py-1"
                    aria-label={`${nameWords(entry.kind)}, transfer ${entry.transfer_id}`}
                  >
                    {nameWords(entry.kind)}
                  </Link>
                  <AboutLink about={entry.about} item={entry.item} />
                  {entry.reason && (
                    <span className="block text-xs text-ink-3 [overflow-wrap:anywhere]">{entry.reason}</span>
                  )}
                  <span className="block text-xs text-ink-3 md:hidden">
                    <LocalTime instant={entry.at} />
                  </span>
                </td>
                <td className="num !text-right whitespace-nowrap">{dollars(entry.amount)}</td>
                <td className="num !text-right whitespace-nowrap text-ink-2">{dollars(entry.balance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListEnd of={entries} empty="Nothing was written to this account yet." />
    </Screen>
  );
}
