import { Link } from 'react-router';
import type { Reconciliation } from '#contract/money/reconciliation.schema.ts';
import { balancePartNames } from '#contract/money/reconciliation.ts';
import { dollars } from '../wallet/movement-labels.ts';

/** The provider's balance beside ours, and what the difference is made of. */
export function ProviderBalance({ balance }: Pick<Reconciliation, 'balance'>) {
  return (
    <section aria-labelledby="balance">
      <h2 id="balance" className="mb-3 text-lg">
        Balance
      </h2>
      {balance ? (
        <BalanceTable balance={balance} />
      ) : (
        <p className="border-y py-10 text-center text-ink-2">The provider does not tell its balance at the moment.</p>
      )}
    </section>
  );
}

function BalanceTable({ balance }: { balance: NonNullable<Reconciliation['balance']> }) {
  const { available, pending, reserved, ours, difference, parts } = balance;
  const theirs = (Math.round(available * 100) + Math.round(pending * 100) + Math.round(reserved * 100)) / 100;
  const pockets = [
    `${dollars(available)} available`,
    `${dollars(pending)} pending`,
    ...(reserved === 0 ? [] : [`${dollars(reserved)} for what accounts of shops owe`]),
  ];
  return (
    <table className="table max-w-2xl border-t" aria-labelledby="balance">
      <tbody>
        <tr>
          <th scope="row" className="!text-sm !text-ink">
            At the provider
            <span className="block text-xs text-ink-3">{pockets.join(', ')}</span>
          </th>
          <td className="num !text-right whitespace-nowrap">{dollars(theirs)}</td>
        </tr>
        <tr>
          <th scope="row" className="!text-sm !text-ink">
            In the ledger
            <span className="block text-xs text-ink-3">
              <Link to="/ledger/account/external%3Acard" className="text-link">
                external:card
              </Link>
            </span>
          </th>
          <td className="num !text-right whitespace-nowrap">{dollars(ours)}</td>
        </tr>
        {parts.map(({ part, amount }) => (
          <tr key={part}>
            <th scope="row" className="!pl-4 !text-sm">
              {balancePartNames[part]}
            </th>
            <td className="num !text-right whitespace-nowrap text-ink-2">{dollars(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="border-t-2 border-t-ink !text-sm !font-[560] !text-ink">
            Difference
          </th>
          <td className="num border-t-2 border-t-ink !text-right font-[560] whitespace-nowrap">
            {dollars(difference)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
