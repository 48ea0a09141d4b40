import { useApi } from '#client/query/use-api.ts';
// The figures of the marketplace: which days are asked for, which the address says.
import { dayAfter, faultOfRange } from '#contract/selling/analytics.ts';
import type { MarketplaceAnalytics } from '#contract/selling/marketplace-analytics.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

export const marketplaceRanges = [1, 7, 30, 90] as const;
const USUAL_DAYS = 30;

export type MarketplaceRange = {
  from: string;
  to: string;
  /** So many days up to today; null: a range of one's own. */
  days: number | null;
};

/** The reader's own zone, by which the days are meant. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** Today, as the reader's calendar has it. */
export function ownToday(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Reads the range of the address. Values that make no sense are not asked for. */
export function readShopRange(query: URLSearchParams, today: string): MarketplaceRange {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  if (faultOfRange(from, to, today) === null) return { from, to, days: null };
  const days = marketplaceRanges.find((range) => String(range) === query.get('days')) ?? USUAL_DAYS;
  return { from: dayAfter(today, 1 - days), to: today, days };
}

/** As the address says it; the usual range goes without saying. */
export function marketplaceRangeQuery({ from, to, days }: MarketplaceRange): string {
  const query = new URLSearchParams(
    days === null ? { from, to } : days === USUAL_DAYS ? {} : { days: String(days) },
  ).toString();
  return query ? `?${query}` : '';
}

export function useMarketplaceAnalytics({ from, to }: MarketplaceRange): Loaded<MarketplaceAnalytics> {
  // Both days are counted, as the zone has them.
  const query = { from, to, zone: ownZone() };
  return useApi('/admin/figures', { params: { query } });
}
