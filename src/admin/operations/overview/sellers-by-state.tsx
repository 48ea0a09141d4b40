import { Link } from 'react-router';
import type { Overview } from '#contract/people/staff.schema.ts';
import { type SellerState, sellerStates } from '#contract/selling/seller.ts';
import { StateBadge } from '../../frame/state-badge.tsx';
import { boundedText } from './needs-attention.tsx';

/** How many sellers there are in each state, each with the way to them. */
export function SellersByState({ overview }: { overview: Overview }) {
  return (
    <section aria-labelledby="sellers">
      <h2 id="sellers" className="mb-3 text-lg">
        Sellers
      </h2>
      <table className="table border-t" aria-labelledby="sellers">
        <thead className="sr-only">
          <tr>
            <th>State</th>
            <th>How many</th>
          </tr>
        </thead>
        <tbody>
          {sellerStates.map((state: SellerState) => (
            <tr key={state}>
              <td>
                <StateBadge state={state} />
              </td>
              <td className="num text-right">
                {overview.sellers[state].count > 0 ? (
                  <Link to={`/sellers?state=${state}`} className="text-link">
                    {boundedText(overview.sellers[state])}
                    <span className="sr-only"> sellers, {state}</span>
                  </Link>
                ) : (
                  <span className="text-ink-3">0</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
