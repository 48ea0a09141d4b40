import { Hono } from 'hono';
import { z } from 'zod';
import { type Env, reads } from '../protocol/endpoint.ts';
import { noSuch } from '../protocol/errors.ts';
import { cursor, listObject, oneMore } from '../protocol/list-object.ts';
import { expand, expandEach, paging, text } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { expandedIntent } from './expanded-charge.ts';
import { findPaymentIntent, listPaymentIntents } from './payment-intent.store.ts';

const expandable = ['latest_charge', 'latest_charge.refunds'] as const;
const retrieve = z.strictObject({ expand: expand(...expandable) });
const list = z.strictObject({ ...paging, customer: text().optional(), expand: expandEach(...expandable) });

export function paymentIntentRoutes({ db }: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.get(
    '/payment_intents',
    reads(list, async (params) => {
      const after = await cursor('payment_intent', params, (id) => findPaymentIntent(db, id));
      const filter = { customer: params.customer ?? null, before: after?.number ?? null, limit: oneMore(params) };
      return listObject('/v1/payment_intents', params, await listPaymentIntents(db, filter), (intent) =>
        expandedIntent(db, intent, params.expand),
      );
    }),
  );

  app.get(
    '/payment_intents/:id{\\w+}',
    reads(retrieve, async (params, id) => {
      const intent = await findPaymentIntent(db, id);
      if (!intent) throw noSuch('payment_intent', id, 'intent', 404);
      return expandedIntent(db, intent, params.expand);
    }),
  );

  return app;
}
