import { Hono } from 'hono';
import { z } from 'zod';
import { paymentIntentObject } from '../payment-intent/payment-intent.object.ts';
import { lockPaymentIntent, updatePaymentIntent } from '../payment-intent/payment-intent.store.ts';
import { type Env, writes } from '../protocol/endpoint.ts';
import { noSuch } from '../protocol/errors.ts';
import { oneOf } from '../protocol/parameters.ts';
import { refundObject } from '../refund/refund.object.ts';
import { findRefund } from '../refund/refund.store.ts';
import { settleRefund } from '../refund/settle-refund.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Db, type Refund, refundPlans } from '../schema.ts';

const plan = z.strictObject({ plan: oneOf(...refundPlans) });
const nothing = z.strictObject({});
const failure = z.strictObject({
  failure_reason: oneOf(
    'lost_or_stolen_card',
    'expired_or_canceled_card',
    'charge_for_pending_refund_disputed',
    'insufficient_funds',
    'declined',
    'merchant_request',
    'unknown',
  ).default('unknown'),
});

export function refundHelperRoutes(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.post(
    '/test_helpers/payment_intents/:id{\\w+}/refund_plan',
    writes(sandbox, plan, async (transaction, params, id) => {
      const intent = await lockPaymentIntent(transaction, { id });
      if (!intent) throw noSuch('payment_intent', id, 'intent', 404);
      const plan = JSON.stringify({ ...intent.plan, refunds: params.plan });
      return paymentIntentObject(await updatePaymentIntent(transaction, id, { plan }));
    }),
  );

  app.post(
    '/test_helpers/refunds/:id{\\w+}/succeed',
    writes(sandbox, nothing, async (transaction, _params, id) => {
      const refund = await refundOf(transaction, id);
      return refundObject(await settleRefund(transaction, sandbox, refund, 'succeeded'));
    }),
  );
  app.post(
    '/test_helpers/refunds/:id{\\w+}/fail',
    writes(sandbox, failure, async (transaction, { failure_reason }, id) => {
      const refund = await refundOf(transaction, id);
      return refundObject(await settleRefund(transaction, sandbox, refund, 'failed', failure_reason));
    }),
  );

  return app;
}

async function refundOf(transaction: Db, id: string): Promise<Refund> {
  const refund = await findRefund(transaction, id);
  if (!refund) throw noSuch('refund', id, 'id', 404);
  return refund;
}
