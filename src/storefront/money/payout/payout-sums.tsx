import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { PayoutDetail } from '#contract/money/payout.schema.ts';
import { type PayoutGroup, payoutGroupNames } from '#contract/money/payout.ts';
import { t } from '#language/message.ts';
import { Amount } from '../../page/amount.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { payoutsPath } from './payouts.ts';

type SumsProps = { seller: SellerHere; payout: PayoutDetail; group: PayoutGroup | null };

/** How the amount came about, group by group; each leads to its lines. */
export function PayoutSums({ seller, payout, group }: SumsProps) {
  const { payout_id: id, opening, left, groups, amount } = payout;
  return (
    <section aria-labelledby="what-it-comes-to" className="max-w-xl">
      <h2 id="what-it-comes-to" className="mb-2 text-lg">
        {t('How {amount} came about', { amount: formatAmount(amount) })}
      </h2>
      <table className="w-full border-t text-sm" aria-labelledby="what-it-comes-to">
        <tbody>
          {opening !== 0 && (
            <Sum name={t('Opening')} dollars={opening}>
              <CarriedFrom seller={seller} from={payout.carried_from} />
            </Sum>
          )}
          {groups.map((one) => (
            <Sum
              key={one.group}
              name={
                <Link
                  to={`${payoutsPath(seller.address, id, one.group)}#lines`}
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
            <Sum name={t('Left in the balance')} dollars={-left}>
              {t('It is in the next payout.')}
            </Sum>
          )}
        </tbody>
        <tfoot>
          <Sum name={t('This payout')} dollars={amount} isTotal />
        </tfoot>
      </table>
    </section>
  );
}

/** Payouts that left the amount before the lines of a payout. */
export function CarriedFrom({ seller, from }: { seller: SellerHere; from: readonly string[] }) {
  if (from.length === 0) return null;
  return (
    <>
      {t('left of the lines of')}{' '}
      {from.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={payoutsPath(seller.address, id)} className="text-link">
            {id}
          </Link>
        </span>
      ))}
    </>
  );
}

type SumProps = { name: ReactNode; dollars: number; isTotal?: boolean; children?: ReactNode };

function Sum({ name, dollars, isTotal, children }: SumProps) {
  return (
    <tr className={isTotal ? 'border-t border-ink font-[560]' : 'border-b'}>
      <th scope="row" className={`py-2 text-left ${isTotal ? '' : 'font-normal'}`}>
        {name}
        {children && <span className="block text-xs text-ink-3">{children}</span>}
      </th>
      <td className="num whitespace-nowrap py-2 pl-4 text-right align-top">
        <Amount amount={dollars} signed={!isTotal} />
      </td>
    </tr>
  );
}
