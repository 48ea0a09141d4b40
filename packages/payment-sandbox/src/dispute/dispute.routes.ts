import { Hono } from 'hono';
import { z } from 'zod';
import { listMovementsOf } from '../balance/balance.store.ts';
import { type ExpandedPayment, expandablePayment, withPayment } from '../payment-intent/with-payment.ts';
import { type Env, reads, writes } from '../protocol/endpoint.ts';
import { noSuch } from '../protocol/errors.ts';
import { listObject, pageOf } from '../protocol/list-object.ts';
import { expand, expandEach, metadata, oneOf, paging, text } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Db, Dispute } from '../schema.ts';
import { answerDispute, closeDispute } from './answer-dispute.ts';
import { disputeObject } from './dispute.object.ts';
import { findDispute, listDisputes, lockDispute } from './dispute.store.ts';

const retrieve = z.strictObject({ expand: expand(...expandablePayment) });
const list = z.strictObject({
  ...paging,
  charge: text().exactOptional(),
  payment_intent: text().exactOptional(),
  expand: expandEach(...expandablePayment),
});
const LONGEST_EVIDENCE = 20_000;
const update = z.strictObject({
  evidence: z.record(z.string().regex(/^[a-z_]+$/), text(LONGEST_EVIDENCE)).default({}),
  metadata,
  submit: oneOf('true', 'false').default('true'),
  expand: expand(...expandablePayment),
});

export function disputeRoutes(sandbox: Sandbox): Hono<Env> {
  const { db } = sandbox;
  const app = new Hono<Env>();

  app.get(
    '/disputes',
    reads(list, async ({ limit, starting_after, expand, ...filter }) => {
      const paging = { limit, starting_after };
      const page = await pageOf('dispute', paging, (id) => findDispute(db, id));
      const disputes = await listDisputes(db, filter, page);
      return listObject('/v1/disputes', paging, disputes, (dispute) => expandedDispute(db, dispute, expand));
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

async function expandedDispute(db: Db, dispute: Dispute, expanded: ExpandedPayment): Promise<object> {
  const object = disputeObject(dispute, await listMovementsOf(db, dispute.id));
  return withPayment(db, object, dispute.payment_intent, expanded);
}
