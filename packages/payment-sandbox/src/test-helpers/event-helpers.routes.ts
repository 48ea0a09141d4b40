import { Hono } from 'hono';
import { z } from 'zod';
import { eventObject } from '../event/event.object.ts';
import { addEvents, findEvent } from '../event/event.store.ts';
import { acts, type Env } from '../protocol/endpoint.ts';
import { noSuch } from '../protocol/errors.ts';
import { newId } from '../protocol/new-id.ts';
import { oneOf, refuse, text, timestamp } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';

/** Characters. */
const LONGEST_TYPE = 100;
const LONGEST_OBJECT = 50_000;

const event = z.strictObject({
  type: text(LONGEST_TYPE),
  /** JSON: a form could not say what is null, a number or empty. */
  object: text(LONGEST_OBJECT).transform((written, context) => {
    try {
      const object: unknown = JSON.parse(written);
      if (typeof object === 'object' && object !== null && !Array.isArray(object)) return object;
    } catch {
      // Told below.
    }
    refuse(context, 'Invalid object');
    return {};
  }),
  livemode: oneOf('true', 'false').default('false'),
  created: timestamp.optional(),
});

export function eventHelperRoutes({ db, now, notifyShop }: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  // Any event whatever, told to the shop before this is answered and, where it does not take it, again later.
  app.post(
    '/test_helpers/events',
    acts(event, async ({ type, object, livemode, created }) => {
      const id = newId('evt');
      const createdAt = created === undefined ? now() : new Date(created * 1_000);
      const made = { id, type, object, previous: null, createdAt, livemode: livemode === 'true', deliver: true };
      await addEvents(db, [made], { directly: true });
      await notifyShop([id]);
      const found = await findEvent(db, id);
      if (!found) throw noSuch('event', id, 'id', 404);
      return eventObject(found);
    }),
  );

  return app;
}
