import { Hono } from 'hono';
import { z } from 'zod';
import { type Env, reads } from '../endpoint.ts';
import { noSuch } from '../errors.ts';
import { cursor, listObject, oneMore } from '../lists.ts';
import { expand, expandEach, paging, text } from '../parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { paymentIntentObject } from './payment-intent.object.ts';
import { findPaymentIntent, listPaymentIntents } from './payment-intent.store.ts';

const retrieve = z.strictObject({ expand: expand('latest_charge') });
const list = z.strictObject({ ...paging, customer: text().optional(), expand: expandEach('latest_charge') });

export function paymentIntentRoutes({ db }: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.get(
    '/payment_intents',
    reads(list, async (params) => {
      const after = await cursor('payment_intent', params, (id) => findPaymentIntent(db, id));
      const filter = { customer: params.customer ?? null, before: after?.number ?? null, limit: oneMore(params) };
      const latest_charge = params.expand.has('latest_charge');
      return listObject('/v1/payment_intents', params, await listPaymentIntents(db, filter), (intent) =>
        paymentIntentObject(intent, { latest_charge }),
      );
    }),
  );

  app.get(
    '/payment_intents/:id{\\w+}',
    reads(retrieve, async (params, id) => {
      const intent = await findPaymentIntent(db, id);
      if (!intent) throw noSuch('payment_intent', id, 'intent', 404);
      return paymentIntentObject(intent, { latest_charge: params.expand.has('latest_charge') });
    }),
  );

  return app;
}
