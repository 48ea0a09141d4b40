import { Hono } from 'hono';
import { z } from 'zod';
import { chargeObject } from '../payment-intent/charge.object.ts';
import { paymentIntentObject } from '../payment-intent/payment-intent.object.ts';
import { findPaymentIntent } from '../payment-intent/payment-intent.store.ts';
import { type Env, reads, writes } from '../protocol/endpoint.ts';
import { noSuch } from '../protocol/errors.ts';
import { cursor, listObject, oneMore } from '../protocol/list-object.ts';
import { expand, expandEach, metadata, oneOf, paging, text } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Db, Dispute } from '../schema.ts';
import { answerDispute, closeDispute } from './answer-dispute.ts';
import { disputeObject } from './dispute.object.ts';
import { findDispute, listDisputes, lockDispute } from './dispute.store.ts';

const expandable = ['charge', 'payment_intent'] as const;
const retrieve = z.strictObject({ expand: expand(...expandable) });
const list = z.strictObject({
  ...paging,
  charge: text().optional(),
  payment_intent: text().optional(),
  expand: expandEach(...expandable),
});
const LONGEST_EVIDENCE = 20_000;
const update = z.strictObject({
  evidence: z.record(z.string().regex(/^[a-z_]+$/), text(LONGEST_EVIDENCE)).default({}),
  metadata,
  submit: oneOf('true', 'false').default('true'),
  expand: expand(...expandable),
});

export function disputeRoutes(sandbox: Sandbox): Hono<Env> {
  const { db } = sandbox;
  const app = new Hono<Env>();

  app.get(
    '/disputes',
    reads(list, async (params) => {
      const after = await cursor('dispute', params, (id) => findDispute(db, id));
      const disputes = await listDisputes(db, {
        paymentIntent: params.payment_intent ?? null,
        charge: params.charge ?? null,
        before: after?.number ?? null,
        limit: oneMore(params),
      });
      return listObject('/v1/disputes', params, disputes, (dispute) => expandedDispute(db, dispute, params.expand));
    }),
  );
  app.get(
    '/disputes/:id{\\w+}',
    reads(retrieve, async (params, id) => {
      const dispute = await findDispute(db, id);
      if (!dispute) throw noSuch('dispute', id, 'dispute', 404);
      return expandedDispute(db, dispute, params.expand);
    }),
  );
  app.post(
    '/disputes/:id{\\w+}',
    writes(sandbox, update, async (transaction, { evidence, metadata, submit, expand }, id) => {
      const dispute = await locked(transaction, id);
      const given = { evidence, metadata, submits: submit === 'true' };
      return expandedDispute(transaction, await answerDispute(transaction, sandbox, dispute, given), expand);
    }),
  );
  app.post(
    '/disputes/:id{\\w+}/close',
    writes(sandbox, retrieve, async (transaction, { expand }, id) => {
      const closed = await closeDispute(transaction, sandbox, await locked(transaction, id), 'lost');
      return expandedDispute(transaction, closed, expand);
    }),
  );

  return app;
}

async function locked(transaction: Db, id: string): Promise<Dispute> {
  const dispute = await lockDispute(transaction, id);
  if (!dispute) throw noSuch('dispute', id, 'dispute', 404);
  return dispute;
}

async function expandedDispute(db: Db, dispute: Dispute, expanded: Set<(typeof expandable)[number]>): Promise<object> {
  const intent = expanded.size > 0 ? await findPaymentIntent(db, dispute.payment_intent) : null;
  return {
    ...disputeObject(dispute),
    ...(intent && expanded.has('charge') && { charge: chargeObject(intent) }),
    ...(intent && expanded.has('payment_intent') && { payment_intent: paymentIntentObject(intent) }),
  };
}
