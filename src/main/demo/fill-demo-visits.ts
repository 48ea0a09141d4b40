// Views of the products of the demo's shops before the trial was opened: the counters that visits leave behind, and no visits.
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ApiTables } from '#api/schema/schema.ts';
import { addListingViews, addSeen, type Seen } from '#api/selling/analytics/analytics.store.ts';
import { addShopViews, countViewsFrom } from '#api/selling/analytics/marketplace-analytics.store.ts';
import type { DemoVisits } from './demo-story.ts';

const DAY_MS = 86_400_000;
/** Time of a day's views; those of the marketplace are counted by the quarter of an hour, and these all come in one. */
const BUSIEST_HOUR_MS = 10 * 3_600_000;
const WEEKEND_SHARE = 0.6;

export async function fillDemoVisits(
  { db, now }: { db: Kysely<ApiTables>; now: () => Date },
  story: DemoVisits,
  productIds: readonly string[],
): Promise<void> {
  const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
  const viewed = new Map(productIds.map((productId) => [productId, { productId, views: 0, adds: 0 }]));
  for (let ago = story.days; ago > 0; ago--) {
    const day = new Date(today - ago * DAY_MS);
    const seen = productIds.map((productId) => seenOn(day, productId, story));
    await addSeen(db, day.toISOString().slice(0, 10), seen);
    await addShopViews(db, new Date(day.getTime() + BUSIEST_HOUR_MS), seen);
    for (const { productId, views } of seen) (viewed.get(productId) as Seen).views += views;
  }
  await addListingViews(db, [...viewed.values()]);
  await countViewsFrom(db, new Date(today - story.days * DAY_MS));
}

/** The same for every trial that is opened on the same day. */
function seenOn(day: Date, productId: string, { least, most, adds_percent: percent }: DemoVisits): Seen {
  const chance = createHash('sha256').update(`${productId} ${day.toISOString()}`).digest();
  const between = (from: number, to: number, byte: number) => from + ((chance[byte] ?? 0) / 255) * (to - from);
  const share = [0, 6].includes(day.getUTCDay()) ? WEEKEND_SHARE : 1;
  const views = Math.round(between(least, most, 0) * share);
  return { productId, views, adds: Math.round(((views * percent) / 100) * between(0, 2, 1)) };
}
