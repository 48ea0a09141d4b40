// The figures of a shop: which range is asked for, and how they are written into files.
import { ApiError } from '#client/api-client/api-client.ts';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { getFigures } from '#client/api-client/figures.ts';
import type { Figures } from '#contract/figures.schema.ts';
import { dayAfter, daysBetween, longestRange, type Measure, measures } from '#contract/figures.ts';
import { type Loaded, useLoaded } from '#ui/use-loaded.ts';

export const usualRanges = [7, 30, 90, 365] as const;
const USUAL_DAYS = 30;

export type FiguresAsked = {
  from: string;
  to: string;
  /** One of the usual ranges, up to today; null: a range of one's own. */
  days: number | null;
  measure: Measure;
  /** null: all of them. */
  product: string | null;
};

/** What the address says. What makes no sense is not asked for. */
export function readFiguresQuery(query: URLSearchParams, today: string): FiguresAsked {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const rest = {
    measure: measures.find((one) => one === query.get('measure')) ?? 'revenue',
    product: query.get('product') || null,
  };
  if (faultOfRange(from, to, today) === null) return { from, to, days: null, ...rest };
  const days = usualRanges.find((range) => String(range) === query.get('days')) ?? USUAL_DAYS;
  return { from: dayAfter(today, 1 - days), to: today, days, ...rest };
}

/** Why a range cannot be asked for; null: it can. */
export function faultOfRange(from: string, to: string, today: string): string | null {
  if (!isDay(from) || !isDay(to)) return 'Choose the first and the last day';
  if (from > to) return 'The first day must not be after the last one';
  if (to > today) return 'The last day can be today at most (days are those of UTC)';
  if (from < '2000-01-01') return 'The first day is too early';
  return daysBetween(from, to) > longestRange ? `A range has at most ${longestRange} days` : null;
}

function isDay(text: string): boolean {
  const time = Date.parse(text);
  // The 30th of February is taken for the 2nd of March.
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Today in UTC, by which days are counted. */
export function todayUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

export function figuresPath(seller: string, asked: FiguresAsked): string {
  const { from, to, days, measure, product } = asked;
  const range: Record<string, string> =
    days === null ? { from, to } : days === USUAL_DAYS ? {} : { days: String(days) };
  const query = new URLSearchParams({
    seller,
    ...range,
    ...(measure !== 'revenue' && { measure }),
    ...(product && { product }),
  });
  return `/profile/figures?${query}`;
}

/** What is refused is an answer too: there is nothing to try again. */
export function useFigures(sellerId: string, asked: FiguresAsked): Loaded<{ figures: Figures } | { refusal: string }> {
  return useLoaded(async () => {
    try {
      return { figures: await getFigures(createBrowserApi(), sellerId, asked) };
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 400))
        return { refusal: failureText(error) };
      throw error;
    }
  });
}

/** A file that every table program opens: rows of what stands in the tables. */
export function figuresFile({ series, products }: Figures, what: 'range' | 'products'): Blob {
  const rows =
    what === 'range'
      ? [
          ['from', 'to', ...measures],
          ...series.map((part) => [part.from, part.to, ...measures.map((one) => part[one])]),
        ]
      : [
          ['product_id', 'product_name', ...measures],
          ...products.map((product) => [
            product.product_id,
            product.product_name,
            ...measures.map((one) => product[one]),
          ]),
        ];
  const text = rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
  return new Blob([text], { type: 'text/csv;charset=utf-8' });
}

/** What a table program would take for a formula is text. */
function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
