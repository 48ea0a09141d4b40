import { Hono } from 'hono';
import { z } from 'zod';
import { type Env, reads } from '../protocol/endpoint.ts';
import { noSuch } from '../protocol/errors.ts';
import { listObject, pageOf } from '../protocol/list-object.ts';
import { expand, expandEach, paging, text } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Db, PaymentIntent } from '../schema.ts';
import { expandedCharge } from './expanded-charge.ts';
import { paymentIntentObject } from './payment-intent.object.ts';
import { findByCharge, listPaymentIntents } from './payment-intent.store.ts';

const expandable = ['refunds', 'payment_intent', 'balance_transaction'] as const;
const retrieve = z.strictObject({ expand: expand(...expandable) });
const list = z.strictObject({
  ...paging,
  payment_intent: text().exactOptional(),
  customer: text().exactOptional(),
  transfer_group: text().exactOptional(),
  expand: expandEach(...expandable),
});

/** Each payment has one charge here, that of its last attempt; the provider keeps those before. */
export function chargeRoutes({ db, now }: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.get(
    '/charges',
    reads(list, async ({ limit, starting_after, expand, payment_intent: id, ...filter }) => {
      const paging = { limit, starting_after };
      const page = await pageOf('charge', paging, (charge) => findByCharge(db, charge));
      const charged = await listPaymentIntents(db, { ...filter, ...(id !== undefined && { id }) }, page, {
        charged: true,
      });
      return listObject('/v1/charges', paging, charged, (intent) => shownCharge(db, intent, expand, now()));
    }),
  );
  app.get(
    '/charges/:id{\\w+}',
    reads(retrieve, async (params, id) => {
      const intent = await findByCharge(db, id);
      if (!intent) throw noSuch('charge', id, 'id', 404);
      return shownCharge(db, intent, params.expand, now());
    }),
  );

  return app;
}

async function shownCharge(
  db: Db,
  intent: PaymentIntent,
  expanded: Set<(typeof expandable)[number]>,
  now: Date,
): Promise<object> {
  return {
    ...(await expandedCharge(db, intent, expanded, now)),
    ...(expanded.has('payment_intent') && { payment_intent: paymentIntentObject(intent) }),
  };
}
