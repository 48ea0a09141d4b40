import { Hono } from 'hono';
import { z } from 'zod';
import { acts, type Env, reads } from '../protocol/endpoint.ts';
import { noSuch } from '../protocol/errors.ts';
import { listObject, pageOf } from '../protocol/list-object.ts';
import { expand, paging, text } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { eventObject, thinEventObject } from './event.object.ts';
import { findEvent, listEvents, resendEvent } from './event.store.ts';

/** Characters. */
const LONGEST_TYPE = 100;
const MOST_TYPES = 20;

const retrieve = z.strictObject({ expand: expand() });
const list = z.strictObject({
  ...paging,
  type: text(LONGEST_TYPE).optional(),
  types: z.array(text(LONGEST_TYPE)).max(MOST_TYPES).optional(),
  expand: expand(),
});

export function eventRoutes({ db, notifyShop }: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.get(
    '/events',
    reads(list, async (params, _id, { account }) => {
      const page = await pageOf('event', params, (id) => findEvent(db, id));
      const types = params.types ?? (params.type === undefined ? null : [params.type]);
      return listObject('/v1/events', params, await listEvents(db, types, page, account), eventObject);
    }),
  );

  app.get(
    '/events/:id{\\w+}',
    reads(retrieve, async (_params, id, { account }) => {
      const event = await findEvent(db, id);
      if (!event || event.thin || event.account !== account) throw noSuch('event', id, 'id', 404);
      return eventObject(event);
    }),
  );

  // As the provider's command line asks for it ('events resend').
  app.post(
    '/events/:id{\\w+}/retry',
    acts(retrieve, async (_params, id) => {
      const event = await findEvent(db, id);
      if (!event) throw noSuch('event', id, 'id', 404);
      await resendEvent(db, id);
      await notifyShop([id]);
      const current = (await findEvent(db, id)) ?? event;
      return current.thin ? thinEventObject(current, { withData: false }) : eventObject(current);
    }),
  );

  return app;
}
