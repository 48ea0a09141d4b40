import { Hono } from 'hono';
import { z } from 'zod';
import { type Env, reads } from '../protocol/endpoint.ts';
import { noSuch } from '../protocol/errors.ts';
import { listObject, pageOf } from '../protocol/list-object.ts';
import { expand, expandEach, paging, text } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { expandableOfCharge, expandedIntent } from './expanded-charge.ts';
import { findPaymentIntent, listPaymentIntents } from './payment-intent.store.ts';

const retrieve = z.strictObject({ expand: expand(...expandableOfCharge) });
const list = z.strictObject({ ...paging, customer: text().exactOptional(), expand: expandEach(...expandableOfCharge) });

export function paymentIntentRoutes({ db, now }: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.get(
    '/payment_intents',
    reads(list, async ({ limit, starting_after, expand, ...filter }) => {
      const paging = { limit, starting_after };
      const page = await pageOf('payment_intent', paging, (id) => findPaymentIntent(db, id));
      const intents = await listPaymentIntents(db, filter, page);
      return listObject('/v1/payment_intents', paging, intents, (intent) => expandedIntent(db, intent, expand, now()));
    }),
  );

  app.get(
    '/payment_intents/:id{\\w+}',
    reads(retrieve, async (params, id) => {
      const intent = await findPaymentIntent(db, id);
      if (!intent) throw noSuch('payment_intent', id, 'intent', 404);
      return expandedIntent(db, intent, params.expand, now());
    }),
  );

  return app;
}
