import { Hono } from 'hono';
import { z } from 'zod';
import { expandedMovement } from '../balance/expanded-movement.ts';
import { emit } from '../event/emit.ts';
import { LARGEST_AMOUNT } from '../money/amounts.rules.ts';
import { expandablePayment, withPayment } from '../payment-intent/with-payment.ts';
import { type Env, reads, writes } from '../protocol/endpoint.ts';
import { noSuch } from '../protocol/errors.ts';
import { listObject, pageOf } from '../protocol/list-object.ts';
import { expand, expandEach, integer, metadata, oneOf, paging, refuse, text } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Db, Refund } from '../schema.ts';
import { createRefund } from './create-refund.ts';
import { refundObject } from './refund.object.ts';
import { findRefund, listRefunds, lockRefund, updateRefund } from './refund.store.ts';

const expandable = [...expandablePayment, 'balance_transaction'] as const;

const retrieve = z.strictObject({ expand: expand(...expandable) });
const list = z.strictObject({
  ...paging,
  payment_intent: text().exactOptional(),
  charge: text().exactOptional(),
  expand: expandEach(...expandable),
});
const update = z.strictObject({ metadata, expand: expand(...expandable) });
const create = z
  .strictObject({
    payment_intent: text().optional(),
    charge: text().optional(),
    amount: integer({ least: 1, most: LARGEST_AMOUNT }).optional(),
    reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
    metadata,
    expand: expand(...expandable),
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
  const { db, now } = sandbox;
  const app = new Hono<Env>();

  app.get(
    '/refunds',
    reads(list, async ({ limit, starting_after, expand, ...filter }) => {
      const paging = { limit, starting_after };
      const page = await pageOf('refund', paging, (id) => findRefund(db, id));
      const refunds = await listRefunds(db, filter, page);
      return listObject('/v1/refunds', paging, refunds, (refund) => expandedRefund(db, refund, expand, now()));
    }),
  );
  app.post(
    '/refunds',
    writes(sandbox, create, async (transaction, { payment_intent = '', charge, amount, reason, metadata, expand }) => {
      const of = charge === undefined ? { payment_intent } : { charge };
      const refund = await createRefund(transaction, sandbox, { of, amount, reason: reason ?? null, metadata });
      return expandedRefund(transaction, refund, expand, now());
    }),
  );

  app.get(
    '/refunds/:id{\\w+}',
    reads(retrieve, async (params, id) => {
      const refund = await findRefund(db, id);
      if (!refund) throw noSuch('refund', id, 'id', 404);
      return expandedRefund(db, refund, params.expand, now());
    }),
  );
  app.post(
    '/refunds/:id{\\w+}',
    writes(sandbox, update, async (transaction, params, id) => {
      const refund = await lockRefund(transaction, id);
      if (!refund) throw noSuch('refund', id, 'id', 404);
      const metadata = JSON.stringify({ ...refund.metadata, ...params.metadata });
      const updated = await updateRefund(transaction, id, { metadata });
      const object = refundObject(updated);
      await emit(transaction, sandbox, [{ type: 'refund.updated', object, previous: { metadata: refund.metadata } }]);
      return expandedRefund(transaction, updated, params.expand, now());
    }),
  );

  return app;
}

async function expandedRefund(
  db: Db,
  refund: Refund,
  expanded: Set<(typeof expandable)[number]>,
  now: Date,
): Promise<object> {
  const object = refundObject(refund);
  const shown = expanded.has('balance_transaction') ? await expandedMovement(db, object, null, now) : object;
  return withPayment(db, shown, refund.payment_intent, expanded);
}
