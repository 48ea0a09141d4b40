import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { t } from '#language/message.ts';
import { chartSteps, namedColumns } from './chart-scale.ts';

type ChartColumn = {
  key: string;
  /** Name of the column, in full and as the axis has it. */
  name: string;
  axisName: string;
  value: number;
  /** The same of the range before, which stands on the column as a tick. */
  before: number;
  beforeName: string;
};

type ColumnChartProps = {
  title: string;
  /** Summary of the chart in a sentence, for people who do not see it. */
  description: string;
  columns: ChartColumn[];
  /** Values are whole numbers. */
  isWhole?: boolean;
  /** A value in full, and as the axis has it. */
  format: (value: number) => string;
  formatShort: (value: number) => string;
  /** Meaning of columns and ticks. */
  legend: { now: string; before: string };
};

const WIDTH = 600;
const HEIGHT = 240;
const NAMES = 5;

/**
 * Sums as columns that begin at zero, beside those of before. Arrow keys, Home and End move from column to column, and a pointer does. Words are
 * HTML, so that they neither stretch nor shrink with the picture.
 */
export function ColumnChart({
  title,
  description,
  columns,
  isWhole = false,
  format,
  formatShort,
  legend,
}: ColumnChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const id = useId();
  const steps = chartSteps(Math.max(0, ...columns.flatMap(({ value, before }) => [value, before])), isWhole);
  const most = steps.at(-1) ?? 1;
  const slot = WIDTH / Math.max(1, columns.length);
  const y = (value: number) => HEIGHT - (Math.max(0, value) / most) * HEIGHT;
  const shown = at === null ? undefined : columns[at];
  const middle = (index: number) => ((index + 0.5) / columns.length) * 100;

  function move(event: KeyboardEvent) {
    const last = columns.length - 1;
    const to = {
      ArrowRight: at === null ? 0 : Math.min(last, at + 1),
      ArrowLeft: at === null ? last : Math.max(0, at - 1),
      Home: 0,
      End: last,
      Escape: null,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
  }

  function point(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * columns.length);
    setAt(Math.min(columns.length - 1, Math.max(0, index)));
  }

  return (
    <figure className="grid gap-3">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 className="text-lg">{title}</h2>
        <p className="num flex flex-wrap gap-x-5 text-xs text-ink-3">
          <span className="inline-flex items-center gap-2">
            <span aria-hidden="true" className="h-3 w-2 rounded-xs bg-accent" />
            {legend.now}
          </span>
          <span className="inline-flex items-center gap-2">
            <span aria-hidden="true" className="h-0.5 w-3.5 bg-ink" />
            {legend.before}
          </span>
        </p>
      </figcaption>
      <div className="num grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-2xs text-ink-3">
        <div aria-hidden="true" className="relative h-60 min-w-8">
          {steps.map((step) => (
            <span
              key={step}
              className="absolute right-0 translate-y-1/2 whitespace-nowrap"
              style={{ bottom: `${(step / most) * 100}%` }}
            >
              {formatShort(step)}
            </span>
          ))}
          {/* As wide as the widest. */}
          <span className="invisible block h-0">{formatShort(most)}</span>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in */}
        <div
          role="group"
          aria-label={t('{title}: arrow keys tell each column', { title })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move from column to column
          tabIndex={0}
          className="relative h-60"
          onKeyDown={move}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setAt(null)}
          onBlur={() => setAt(null)}
        >
          {steps.map((step) => (
            <span
              key={step}
              className="absolute inset-x-0 border-t border-line"
              style={{ bottom: `${(step / most) * 100}%` }}
            />
          ))}
          {at !== null && (
            <span
              className="absolute inset-y-0 bg-sunken"
              style={{ left: `${(at / columns.length) * 100}%`, width: `${100 / columns.length}%` }}
            />
          )}
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-labelledby={`${id}-title ${id}-desc`}
            className="absolute inset-0 size-full overflow-visible"
          >
            <title id={`${id}-title`}>{title}</title>
            <desc id={`${id}-desc`}>{description}</desc>
            <defs>
              <linearGradient id={`${id}-heat`} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2={HEIGHT}>
                <stop stopColor="var(--accent)" />
                <stop offset="1" stopColor="var(--accent)" stopOpacity="0.55" />
              </linearGradient>
            </defs>
            <g fill={`url(#${id}-heat)`}>
              {columns.map(({ key, value }, index) => (
                <rect key={key} x={(index + 0.25) * slot} y={y(value)} width={slot / 2} height={HEIGHT - y(value)} />
              ))}
            </g>
            <g stroke="var(--ink)" strokeWidth="2" vectorEffect="non-scaling-stroke">
              {columns.map(({ key, before }, index) => (
                <path
                  key={key}
                  d={`M${(index + 0.1) * slot} ${y(before)}h${slot * 0.8}`}
                  vectorEffect="non-scaling-stroke"
                />
              ))}
            </g>
          </svg>
          {shown && at !== null && (
            <div
              className="popup pointer-events-none absolute top-0 z-10 whitespace-nowrap px-3 py-2 text-xs"
              style={middle(at) > 55 ? { right: `${100 - middle(at)}%` } : { left: `${middle(at)}%` }}
            >
              <p>{shown.name}</p>
              <p className="text-base font-[560] text-ink">{format(shown.value)}</p>
              <p>
                {format(shown.before)}, {shown.beforeName}
              </p>
            </div>
          )}
        </div>
        <div aria-hidden="true" className="relative col-start-2 mt-2 h-4">
          {namedColumns(columns.length, NAMES).map((index, place, all) => (
            <span
              key={index}
              className={`absolute whitespace-nowrap ${place === 0 ? '' : place === all.length - 1 ? '-translate-x-full' : '-translate-x-1/2'} ${place % 2 === 1 && all.length === NAMES ? 'max-sm:hidden' : ''}`}
              style={{ left: place === 0 ? 0 : place === all.length - 1 ? '100%' : `${middle(index)}%` }}
            >
              {columns[index]?.axisName}
            </span>
          ))}
        </div>
      </div>
      <p role="status" className="sr-only">
        {shown && `${shown.name}: ${format(shown.value)}; ${shown.beforeName}: ${format(shown.before)}`}
      </p>
    </figure>
  );
}
