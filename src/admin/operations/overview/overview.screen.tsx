import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { daysBetween } from '#contract/selling/analytics.ts';
import type { MarketplaceAnalytics } from '#contract/selling/marketplace-analytics.schema.ts';
import { FigureListSkeleton } from '#ui/chart/figure-list.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import {
  type MarketplaceRange,
  ownToday,
  ownZone,
  readShopRange,
  useMarketplaceAnalytics,
} from '../../selling/analytics/marketplace-analytics.ts';
import { rangeSentence } from '../../selling/analytics/marketplace-analytics-labels.ts';
import { MarketplaceChart, MarketplaceTotals } from '../../selling/analytics/marketplace-analytics-shown.tsx';
import { MarketplaceRangeChoice } from '../../selling/analytics/marketplace-range.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { SellersByState } from './sellers-by-state.tsx';
import { useOverview } from './use-waiting.ts';

/** Sales of the marketplace, for those who may know them, and open tasks. */
export function Component() {
  const [query] = useSearchParams();
  const may = useMay();
  if (!may('readFigures'))
    return (
      <Screen title="Overview" lead="What needs somebody now.">
        <div className="grid gap-10 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
          <Attention />
          <SellerStates />
        </div>
      </Screen>
    );
  const range = readShopRange(query, ownToday());
  return (
    <Screen title="Overview" lead="What was sold, beside the days before, and what needs somebody now.">
      <MarketplaceRangeChoice range={range} />
      <WithFigures key={`${range.from} ${range.to}`} range={range} />
      <div className="mt-10 border-t pt-6 lg:w-1/2">
        <SellerStates />
      </div>
    </Screen>
  );
}

/** Made anew for another range. */
function WithFigures({ range }: { range: MarketplaceRange }) {
  const figures = useMarketplaceAnalytics(range);
  const days = daysBetween(range.from, range.to);
  return (
    <div className="mt-5 grid gap-8">
      <ShowLoaded
        from={figures}
        skeleton={
          <>
            <div className="skeleton mb-3 h-5 w-72 max-w-full" />
            <FigureListSkeleton count={6} />
          </>
        }
        fault="The figures could not be loaded."
      >
        {(value) => (
          <>
            <p className="mb-3 text-sm text-ink-2">
              {rangeSentence(value, days)}. Days are those of {ownZone()}.
            </p>
            <MarketplaceTotals figures={value} />
          </>
        )}
      </ShowLoaded>
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]">
        {/* On a phone what needs somebody comes before the chart. */}
        <div className="min-w-0 xl:col-start-2 xl:row-start-1">
          <Attention />
        </div>
        <div className="grid min-w-0 content-start gap-10 xl:col-start-1 xl:row-start-1">
          <Chart from={figures}>
            {(value) => <MarketplaceChart measure="sales" beside="orders" figures={value} />}
          </Chart>
          <Chart from={figures}>
            {(value) => <MarketplaceChart measure="customers" beside="orders" figures={value} />}
          </Chart>
        </div>
      </div>
    </div>
  );
}

/** Its failure is told once, above. */
function Chart({
  from,
  children,
}: {
  from: Loaded<MarketplaceAnalytics>;
  children: (value: MarketplaceAnalytics) => ReactNode;
}) {
  if (from.failed) return null;
  if (from.value) return children(from.value);
  return (
    <div aria-hidden="true">
      <div className="skeleton mb-4 h-6 w-40" />
      <div className="skeleton h-60" />
    </div>
  );
}

const fault = 'What there is to do could not be loaded.';

function Attention() {
  return (
    <ShowLoaded from={useOverview()} skeleton={<RowSkeleton rows={5} />} fault={fault}>
      {(value) => <NeedsAttention overview={value} />}
    </ShowLoaded>
  );
}

function SellerStates() {
  return (
    <ShowLoaded from={useOverview()} skeleton={<RowSkeleton rows={5} />} fault="The sellers could not be counted.">
      {(value) => <SellersByState overview={value} />}
    </ShowLoaded>
  );
}
