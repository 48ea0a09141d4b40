import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { longestRange } from '#contract/selling/analytics.ts';
import { marketplaceAnalyticsSchema } from '#contract/selling/marketplace-analytics.schema.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { badRequest, ok, problems } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import type { Db } from '../../schema/db.ts';
import { zoneOf } from '../../text/zone.rules.ts';
import { rangeOf } from './analytics.rules.ts';
import { marketplaceAnalyticsOf, momentsOf, planOf } from './marketplace-analytics.rules.ts';
import { readShopSums, readViewsFrom } from './marketplace-analytics.store.ts';

const day = z.iso.date('must be a day such as 2026-11-20').optional();

type Deps = { db: Db; authenticate: Authenticate; now: () => Date };

function routeFor(deps: Deps) {
  return createRoute({
    method: 'get',
    path: '/admin/figures',
    tags: ['Figures'],
    summary: 'Tells what the marketplace has sold in a range of days, beside the range before',
    description: `For the staff; nobody else finds anything at this address. Without a range the last 30 days, at most ${longestRange}. One day is told by hours, a long range by weeks or months. Views are at most some seconds old.`,
    middleware: requireStaff(deps)('readFigures'),
    request: {
      query: z.object({
        from: day,
        to: day,
        zone: z
          .string()
          .max(64)
          .default('UTC')
          .meta({ description: 'Whose days are meant: a name such as Europe/Berlin', example: 'Europe/Berlin' }),
      }),
    },
    responses: { 200: ok(marketplaceAnalyticsSchema, 'The figures'), ...problems(409) },
  });
}

/** Analytics of the whole marketplace, for the staff. */
export function mountMarketplaceAnalytics(app: OpenAPIHono, deps: Deps) {
  const { db, now } = deps;
  app.openapi(routeFor(deps), async (c) => {
    const { zone: name, ...given } = c.req.valid('query');
    const zone = zoneOf(name);
    if (!zone) throw badRequest('zone must be the name of a time zone, such as Europe/Berlin.');
    const at = now();
    const today = zone.dayOf(at);
    const range = rangeOf(given, today);
    if (typeof range === 'string') throw badRequest(range);
    if (range.to > today) throw badRequest('to must be today at most.');
    const plan = planOf(range, zone, at);
    const viewsFrom = await readViewsFrom(db);
    const figures = marketplaceAnalyticsOf(plan, await readShopSums(db, momentsOf(plan), viewsFrom));
    return c.json({ ...figures, zone: name, views_from: viewsFrom.toISOString() }, 200);
  });
}
