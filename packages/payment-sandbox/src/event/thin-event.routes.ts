import { Hono } from 'hono';
import { z } from 'zod';
import type { Env } from '../protocol/endpoint.ts';
import { listV2, notFound, pageV2, pagingV2, readsV2 } from '../protocol/endpoint-v2.ts';
import { text } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import type { TimeRange } from '../schema.ts';
import { thinEventObject } from './event.object.ts';
import { findEvent, listThinEvents } from './event.store.ts';

/** Characters. */
const LONGEST_TYPE = 100;
const MOST_TYPES = 20;

const time = z.iso.datetime({ offset: true }).transform((written) => new Date(written));
const created = z.strictObject({
  gt: time.optional(),
  gte: time.optional(),
  lt: time.optional(),
  lte: time.optional(),
});
const retrieve = z.strictObject({});
const list = z.strictObject({
  ...pagingV2,
  created: created.optional(),
  object_id: text().optional(),
  types: z.array(text(LONGEST_TYPE)).max(MOST_TYPES).optional(),
});

export function thinEventRoutes({ db }: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.get(
    '/events',
    readsV2(list, async ({ created = {}, object_id, types, ...paging }, _id, url) => {
      const asked = { types: types ?? null, object: object_id ?? null, created: rangeOf(created) };
      const events = await listThinEvents(db, asked, pageV2(paging));
      return listV2(url, paging, events, (event) => thinEventObject(event, { withData: true }));
    }),
  );

  app.get(
    '/events/:id{\\w+}',
    readsV2(retrieve, async (_params, id) => {
      const event = await findEvent(db, id);
      if (!event?.thin) throw notFound('event', id);
      return thinEventObject(event, { withData: true });
    }),
  );

  return app;
}

/** Times are kept to the thousandth of a second here. */
function rangeOf({ gt, gte, lt, lte }: z.output<typeof created>): TimeRange {
  const next = (time: Date) => new Date(time.getTime() + 1);
  const from = gte ?? (gt && next(gt));
  const before = lt ?? (lte && next(lte));
  return { ...(from && { from }), ...(before && { before }) };
}
