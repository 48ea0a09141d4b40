import { Link, useNavigate } from 'react-router';
import { faultOfRange } from '#contract/selling/analytics.ts';
import { RangeForm } from '#ui/form/range-form.tsx';
import { type MarketplaceRange, marketplaceRangeQuery, marketplaceRanges, ownToday } from './marketplace-analytics.ts';

/** Which days the figures are of, which the address says. */
export function MarketplaceRangeChoice({ range }: { range: MarketplaceRange }) {
  const navigate = useNavigate();
  const today = ownToday();
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <nav aria-label="Range" className="flex flex-wrap gap-2">
        {marketplaceRanges.map((days) => (
          <Link
            key={days}
            to={{ search: marketplaceRangeQuery({ ...range, days }) }}
            aria-current={range.days === days ? 'true' : undefined}
            className="chip"
            preventScrollReset
          >
            {days === 1 ? 'Today' : `${days} days`}
          </Link>
        ))}
      </nav>
      <RangeForm
        key={`${range.from} ${range.to}`}
        from={range.from}
        to={range.to}
        today={today}
        faultOf={(from, to) => faultOfRange(from, to, today)}
        onShow={(from, to) => navigate({ search: marketplaceRangeQuery({ from, to, days: null }) })}
      />
    </div>
  );
}
