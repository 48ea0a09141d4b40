import { ChartColumn } from 'lucide-react';
import type { Figures } from '#contract/selling/analytics.schema.ts';
import { daysBetween, type Measure, mostProducts, type Numbers } from '#contract/selling/analytics.ts';
import { t } from '#language/message.ts';
import { ColumnChart } from '#ui/chart/column-chart.tsx';
import { FigureList } from '#ui/chart/figure-list.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { axisName, changeOf, partName, rangeName } from '#ui/form/range-labels.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import type { SellerHere } from '../seller/seller-screen.tsx';
import { type FiguresAsked, figuresFile, figuresPath, useFigures } from './analytics.ts';
import { formatFigure, formatShort, measureNames, shownMeasures } from './analytics-labels.ts';

type ShownProps = { seller: SellerHere; asked: FiguresAsked };

/** Numbers beside their past, a chart with its table, and the products. Made anew for another range or product. */
export function FiguresShown({ seller, asked }: ShownProps) {
  const loaded = useFigures(seller.sellerId, asked);
  return (
    <ShowLoaded from={loaded} skeleton={<RowSkeleton rows={6} />} fault={t('The figures could not be loaded.')}>
      {(answer) =>
        'refusal' in answer ? (
          <p className="text-ink-2">
            {answer.refusal}{' '}
            <a className="text-link" href={figuresPath(seller.address, { ...asked, product: null })}>
              {t('Show all products')}
            </a>
          </p>
        ) : (
          <Shown seller={seller} asked={asked} figures={answer.figures} />
        )
      }
    </ShowLoaded>
  );
}

function Shown({ seller, asked, figures }: ShownProps & { figures: Figures }) {
  const { totals, previous_totals: before, products } = figures;
  const only = asked.product && (products[0]?.product_name ?? asked.product);
  const isEmpty = shownMeasures.every((measure) => totals[measure] === 0 && before[measure] === 0);
  return (
    <div className="grid gap-8">
      <p className="text-ink-2">
        {only && (
          <>
            {rich('Only {only}. <a>Show all products</a>.', {
              only: <bdi className="font-[560] text-ink">{only}</bdi>,
              a: (words) => (
                <a
                  className="text-link"
                  href={figuresPath(seller.address, { ...asked, product: null })}
                  data-keep-scroll
                >
                  {words}
                </a>
              ),
            })}{' '}
          </>
        )}
        {t('{figures}, beside the {figures2} before. Days are those of UTC; nobody is identified.', {
          figures: rangeName(figures),
          figures2: days(figures),
        })}
      </p>
      <Totals totals={totals} before={before} />
      {isEmpty ? (
        <EmptyState icon={ChartColumn} title={t('Nothing was counted in these days.')}>
          {t(
            'Views of your products, what is put into carts and what is sold are counted here from the moment on in which they happen.',
          )}
        </EmptyState>
      ) : (
        <>
          <Chart seller={seller} asked={asked} figures={figures} />
          {!asked.product && <Products seller={seller} asked={asked} figures={figures} />}
        </>
      )}
    </div>
  );
}

function Totals({ totals, before }: { totals: Numbers; before: Numbers }) {
  return (
    <FigureList
      figures={shownMeasures.map((measure) => ({
        name: t(measureNames[measure]),
        now: formatFigure(measure, totals[measure]),
        before: formatFigure(measure, before[measure]),
        change: changeOf(totals[measure], before[measure]),
      }))}
    />
  );
}

function Chart({ seller, asked, figures }: ShownProps & { figures: Figures }) {
  const { measure } = asked;
  const { series, step } = figures;
  const title = t('{value} by {step}', { value: t(measureNames[measure]), step });
  const highest = series.reduce(
    (best, part) => (part[measure] > best[measure] ? part : best),
    series[0] as (typeof series)[0],
  );
  const length = daysBetween(figures.from, figures.to);
  const before = (day: string) => new Date(Date.parse(day) - length * 86_400_000).toISOString().slice(0, 10);
  return (
    <div className="grid gap-4">
      <nav aria-label={t('Shown in the chart')} className="flex flex-wrap gap-2">
        {shownMeasures.map((one) => (
          <a
            key={one}
            href={figuresPath(seller.address, { ...asked, measure: one })}
            aria-current={measure === one ? 'true' : undefined}
            className="chip"
            data-keep-scroll
          >
            {t(measureNames[one])}
          </a>
        ))}
      </nav>
      <ColumnChart
        title={title}
        description={`${formatFigure(measure, figures.totals[measure])} in all; most, ${formatFigure(measure, highest[measure])}, on ${partName(highest)}. The table below has every ${step}.`}
        isWhole={measure !== 'revenue' && measure !== 'refunds'}
        columns={series.map((part) => ({
          key: part.from,
          name: partName(part),
          axisName: axisName(part, step),
          value: part[measure],
          before: part.previous[measure],
          beforeName: partName({ from: before(part.from), to: before(part.to) }),
        }))}
        format={(value) => formatFigure(measure, value)}
        formatShort={(value) => formatShort(measure, value)}
        legend={{ now: rangeName(figures), before: rangeName(figures.previous) }}
      />
      <details>
        <summary className="text-link w-fit cursor-pointer text-sm">{t('The same as a table')}</summary>
        <SeriesTable caption={title} measure={measure} figures={figures} />
      </details>
      <div>
        <button
          type="button"
          className="btn btn-line btn-sm"
          onClick={() => saveFile(figuresFile(figures, 'range'), `figures-${figures.from}-to-${figures.to}.csv`)}
        >
          {t('Export days as CSV')}
        </button>
      </div>
    </div>
  );
}

const cell = 'py-2.5 pl-4 text-right';

function SeriesTable({ caption, measure, figures }: { caption: string; measure: Measure; figures: Figures }) {
  const { series, step, totals, previous_totals: before } = figures;
  return (
    <table className="num mt-3 w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-ink-3">
        <tr>
          <th scope="col" className="py-2.5 text-left font-normal first-letter:uppercase">
            {step}
          </th>
          <th scope="col" className={`${cell} font-normal`}>
            {t(measureNames[measure])}
          </th>
          <th scope="col" className={`${cell} font-normal`}>
            {t('{figures} before', { figures: days(figures) })}
          </th>
        </tr>
      </thead>
      <tbody>
        {series.map((part) => (
          <tr key={part.from} className="border-t">
            <th scope="row" className="py-2.5 text-left font-normal">
              {partName(part)}
            </th>
            <td className={cell}>{formatFigure(measure, part[measure])}</td>
            <td className={`${cell} text-ink-3`}>{formatFigure(measure, part.previous[measure])}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-ink font-[560]">
          <th scope="row" className="py-2.5 text-left">
            {days(figures)}
          </th>
          <td className={cell}>{formatFigure(measure, totals[measure])}</td>
          <td className={cell}>{formatFigure(measure, before[measure])}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Which columns a phone has room for. */
const onPhones: readonly Measure[] = ['revenue', 'views'];

function Products({ seller, asked, figures }: ShownProps & { figures: Figures }) {
  return (
    <section aria-labelledby="by-product" className="grid gap-4 border-t pt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="by-product" className="text-lg">
          {t('By product')}
        </h2>
        {figures.products.length > 0 && (
          <button
            type="button"
            className="btn btn-line btn-sm"
            onClick={() => saveFile(figuresFile(figures, 'products'), `products-${figures.from}-to-${figures.to}.csv`)}
          >
            {t('Export products as CSV')}
          </button>
        )}
      </div>
      {figures.products.length === 0 ? (
        <p className="text-ink-2">{t('Nothing was counted in these days, only before.')}</p>
      ) : (
        <table className="num w-full text-sm [overflow-wrap:break-word]">
          <caption className="sr-only">{t('Figures by product')}</caption>
          <thead className="text-ink-3">
            <tr>
              <th scope="col" className="py-2.5 text-left font-normal">
                {t('Product')}
              </th>
              {shownMeasures.map((measure) => (
                <th
                  key={measure}
                  scope="col"
                  className={`${cell} font-normal ${onPhones.includes(measure) ? '' : 'max-lg:hidden'}`}
                >
                  {t(measureNames[measure])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.products.map((product) => (
              <tr key={product.product_id} className="border-t">
                <th scope="row" className="py-2.5 text-left font-normal">
                  <a
                    className="text-link"
                    href={figuresPath(seller.address, { ...asked, product: product.product_id })}
                    data-keep-scroll
                  >
                    <bdi>{product.product_name}</bdi>
                  </a>
                </th>
                {shownMeasures.map((measure) => (
                  <td key={measure} className={`${cell} ${onPhones.includes(measure) ? '' : 'max-lg:hidden'}`}>
                    <span className={product[measure] === 0 ? 'text-ink-3' : ''}>
                      {formatFigure(measure, product[measure])}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {figures.products.length === mostProducts && (
        <p className="text-sm text-ink-2">
          {t(
            'The {mostProducts} products with the most revenue and views; the totals and the days are of all of them.',
            { mostProducts },
          )}
        </p>
      )}
    </section>
  );
}

function days({ from, to }: { from: string; to: string }): string {
  const count = daysBetween(from, to);
  return count === 1 ? 'day' : t('{count} days', { count });
}
