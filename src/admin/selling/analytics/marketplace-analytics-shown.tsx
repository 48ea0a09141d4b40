import { ChartColumn } from 'lucide-react';
import { dayAfter, daysBetween } from '#contract/selling/analytics.ts';
import type { MarketplaceAnalytics } from '#contract/selling/marketplace-analytics.schema.ts';
import { marketplaceMeasures } from '#contract/selling/marketplace-analytics.ts';
import { ColumnChart } from '#ui/chart/column-chart.tsx';
import { FigureList } from '#ui/chart/figure-list.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { changeOf, rangeName } from '#ui/form/range-labels.ts';
import {
  formatAxis,
  formatMeasure,
  marketplaceAxisName,
  marketplaceMeasureNames,
  marketplacePartName,
} from './marketplace-analytics-labels.ts';

export function MarketplaceTotals({ figures: { totals, previous_totals: before } }: { figures: MarketplaceAnalytics }) {
  return (
    <FigureList
      figures={marketplaceMeasures.map((measure) => {
        const renderValue = (value: number | null) => (value === null ? <NotCounted /> : formatMeasure(measure, value));
        return {
          name: marketplaceMeasureNames[measure],
          now: renderValue(totals[measure]),
          before: renderValue(before[measure]),
          change: changeOf(totals[measure], before[measure]),
        };
      })}
    />
  );
}

function NotCounted() {
  return (
    <span>
      <span aria-hidden="true">–</span>
      <span className="sr-only">not counted</span>
    </span>
  );
}

type ChartProps = {
  measure: 'sales' | 'customers';
  /** Stands in the table beside it. */
  beside: 'orders' | 'refunds';
  figures: MarketplaceAnalytics;
};

/** Columns of a measure beside those of before, with the same as a table. */
export function MarketplaceChart({ measure, beside, figures }: ChartProps) {
  const { series, step, totals } = figures;
  const days = daysBetween(figures.from, figures.to);
  const title = `${marketplaceMeasureNames[measure]} by ${step}`;
  const most = series.reduce((best, part) => (part[measure] > best[measure] ? part : best), series[0] as Part);
  if (totals[measure] === 0 && figures.previous_totals[measure] === 0)
    return (
      <section aria-label={title}>
        <h2 className="mb-3 text-lg">{title}</h2>
        <EmptyState icon={ChartColumn} title={measure === 'sales' ? 'Nothing was sold.' : 'Nobody new has come.'}>
          Neither in these days nor in those before. Choose a longer range, or look again later.
        </EmptyState>
      </section>
    );
  return (
    <div className="grid min-w-0 gap-4">
      <ColumnChart
        title={title}
        description={`${formatMeasure(measure, totals[measure])} in all; most, ${formatMeasure(measure, most[measure])}, ${marketplacePartName(most, step)}. The table below has every ${step}.`}
        isWhole={measure !== 'sales'}
        columns={series.map((part) => ({
          key: part.at,
          name: marketplacePartName(part, step),
          axisName: marketplaceAxisName(part, step),
          value: part[measure],
          before: part.previous[measure],
          beforeName: beforeName(part, step, days),
        }))}
        format={(value) => formatMeasure(measure, value)}
        formatShort={(value) => formatAxis(measure, value)}
        legend={{ now: rangeName(figures), before: rangeName(figures.previous) }}
      />
      <details>
        <summary className="text-link w-fit cursor-pointer text-sm">The same as a table</summary>
        <SeriesTable caption={title} measure={measure} beside={beside} figures={figures} />
      </details>
    </div>
  );
}

type Part = MarketplaceAnalytics['series'][number];

function beforeName(part: Part, step: MarketplaceAnalytics['step'], days: number): string {
  if (step === 'hour') return 'the day before';
  return marketplacePartName(
    { from: dayAfter(part.from, -days), to: dayAfter(part.to, -days), at: part.previous.at },
    step,
  );
}

const cell = 'py-2 pl-4 text-right';

function SeriesTable({ caption, measure, beside, figures }: ChartProps & { caption: string }) {
  const { series, step, totals, previous_totals: before } = figures;
  const days = daysBetween(figures.from, figures.to);
  const whole = days === 1 ? 'The day' : `${days} days`;
  return (
    <table className="num mt-3 w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-ink-3">
        <tr>
          <th scope="col" className="py-2 text-left font-normal first-letter:uppercase">
            {step}
          </th>
          <th scope="col" className={`${cell} font-normal`}>
            {marketplaceMeasureNames[beside]}
          </th>
          <th scope="col" className={`${cell} font-normal`}>
            {marketplaceMeasureNames[measure]}
          </th>
          <th scope="col" className={`${cell} font-normal max-sm:hidden`}>
            {days === 1 ? 'The day before' : `${days} days before`}
          </th>
        </tr>
      </thead>
      <tbody>
        {series.map((part) => (
          <tr key={part.at} className="border-t">
            <th scope="row" className="py-2 text-left font-normal">
              {marketplacePartName(part, step)}
            </th>
            <td className={cell}>{formatMeasure(beside, part[beside])}</td>
            <td className={cell}>{formatMeasure(measure, part[measure])}</td>
            <td className={`${cell} text-ink-3 max-sm:hidden`}>{formatMeasure(measure, part.previous[measure])}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-ink font-[560]">
          <th scope="row" className="py-2 text-left">
            {whole}
          </th>
          <td className={cell}>{formatMeasure(beside, totals[beside])}</td>
          <td className={cell}>{formatMeasure(measure, totals[measure])}</td>
          <td className={`${cell} max-sm:hidden`}>{formatMeasure(measure, before[measure])}</td>
        </tr>
      </tfoot>
    </table>
  );
}
