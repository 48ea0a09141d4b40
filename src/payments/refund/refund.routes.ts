import { Hono } from 'hono';
import { z } from 'zod';
import { LARGEST_AMOUNT } from '../amounts.rules.ts';
import { type Env, reads, writes } from '../endpoint.ts';
import { noSuch } from '../errors.ts';
import { cursor, listObject, oneMore } from '../lists.ts';
import { expand, integer, metadata, oneOf, paging, refuse, text } from '../parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import { createRefund } from './create-refund.ts';
import { refundObject } from './refund.object.ts';
import { findRefund, listRefunds } from './refund.store.ts';

const retrieve = z.strictObject({ expand: expand() });
const list = z.strictObject({
  ...paging,
  payment_intent: text().optional(),
  charge: text().optional(),
  expand: expand(),
});
const create = z
  .strictObject({
    payment_intent: text().optional(),
    charge: text().optional(),
    amount: integer({ least: 1, most: LARGEST_AMOUNT }).optional(),
    reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
    metadata,
    expand: expand(),
  })
  .superRefine(({ payment_intent, charge }, context) => {
    const named = [payment_intent, charge].filter((id) => id !== undefined).length;
    if (named === 0)
      refuse(context, 'One of these parameters is needed: payment_intent, charge.', 'parameter_missing', [
        'payment_intent',
      ]);
    if (named === 2)
      refuse(context, 'You may only specify one of these parameters: charge, payment_intent.', 'parameters_exclusive', [
        'charge',
      ]);
  });

export function refundRoutes(sandbox: Sandbox): Hono<Env> {
  const { db } = sandbox;
  const app = new Hono<Env>();

  app.get(
    '/refunds',
    reads(list, async (params) => {
      const after = await cursor('refund', params, (id) => findRefund(db, id));
      const refunds = await listRefunds(db, {
        paymentIntent: params.payment_intent ?? null,
        charge: params.charge ?? null,
        before: after?.number ?? null,
        limit: oneMore(params),
      });
      return listObject('/v1/refunds', params, refunds, refundObject);
    }),
  );
  app.post(
    '/refunds',
    writes(sandbox, create, async (transaction, { payment_intent = '', charge, amount, reason, metadata }) => {
      const of = charge === undefined ? { payment_intent } : { charge };
      return refundObject(await createRefund(transaction, sandbox, { of, amount, reason: reason ?? null, metadata }));
    }),
  );

  app.get(
    '/refunds/:id{\\w+}',
    reads(retrieve, async (_params, id) => {
      const refund = await findRefund(db, id);
      if (!refund) throw noSuch('refund', id, 'id', 404);
      return refundObject(refund);
    }),
  );

  return app;
}
