// The figures of a shop: which range is asked for, and how they are written into files.
import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { useAnswer } from '#client/query/use-api.ts';
import type { Figures } from '#contract/selling/analytics.schema.ts';
import { dayAfter, faultOfRange, type Measure, measures } from '#contract/selling/analytics.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

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

/** Reads the address. Values that make no sense are not asked for. */
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

/** Refusals are answers too: there is nothing to try again. */
export function useFigures(sellerId: string, asked: FiguresAsked): Loaded<{ figures: Figures } | { refusal: string }> {
  return useAnswer(['/seller/{sellerId}/figures', sellerId, asked.from, asked.to, asked.product], async () => {
    try {
      return {
        figures: await createBrowserApi().get('/seller/{sellerId}/figures', {
          params: {
            path: { sellerId },
            query: { from: asked.from, to: asked.to, product: asked.product || undefined },
          },
          asUser: true,
        }),
      };
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

/** Text that a table program would take for a formula stays text. */
function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
