import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAmount, formatSignedCents } from '#contract/money/amount/money.ts';
import type { PayoutDetail } from '#contract/money/payout.schema.ts';
import { type PayoutGroup, payoutGroupNames } from '#contract/money/payout.ts';
import { payoutPath } from './payout-labels.tsx';

type SumsProps = { payout: PayoutDetail; group: PayoutGroup | null };

/** How the amount came about, group by group; each leads to its lines. */
export function PayoutSums({ payout, group }: SumsProps) {
  const { payout_id: id, opening, left, groups, amount } = payout;
  return (
    <section aria-labelledby="sums" className="max-w-xl">
      <h2 id="sums" className="mb-2 text-lg">
        Subtotals
      </h2>
      <table className="table border-t" aria-labelledby="sums">
        <tbody>
          {opening !== 0 && (
            <Sum name="Opening" dollars={opening}>
              <CarriedFrom from={payout.carried_from} />
            </Sum>
          )}
          {groups.map((one) => (
            <Sum
              key={one.group}
              name={
                <Link
                  to={`${payoutPath(id, one.group)}#lines`}
                  aria-current={one.group === group ? 'true' : undefined}
                  className="text-link aria-[current]:font-[560]"
                >
                  {payoutGroupNames[one.group]}
                </Link>
              }
              dollars={one.amount}
            />
          ))}
          {left !== 0 && (
            <Sum name="Left in the balance" dollars={-left}>
              It is in the next payout.
            </Sum>
          )}
        </tbody>
        <tfoot>
          <tr className="font-[560]">
            <th scope="row">This payout</th>
            <td className="num !text-right">{formatAmount(amount)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Payouts that left the amount carried over before the lines of a payout. */
export function CarriedFrom({ from }: { from: readonly string[] }) {
  if (from.length === 0) return null;
  return (
    <>
      left of the lines of{' '}
      {from.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={payoutPath(id)} className="text-link">
            {id}
          </Link>
        </span>
      ))}
    </>
  );
}

function Sum({ name, dollars, children }: { name: ReactNode; dollars: number; children?: ReactNode }) {
  return (
    <tr>
      <th scope="row" className="!font-normal !text-ink">
        {name}
        {children && <span className="block text-xs text-ink-3">{children}</span>}
      </th>
      <td className="num whitespace-nowrap !text-right">{formatSignedCents(Math.round(dollars * 100))}</td>
    </tr>
  );
}
