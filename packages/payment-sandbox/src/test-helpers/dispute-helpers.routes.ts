import { Hono } from 'hono';
import { z } from 'zod';
import { listMovementsOf } from '../balance/balance.store.ts';
import { disputeObject } from '../dispute/dispute.object.ts';
import { openDispute } from '../dispute/open-dispute.ts';
import { LARGEST_AMOUNT } from '../money/amounts.rules.ts';
import { lockPaymentIntent } from '../payment-intent/payment-intent.store.ts';
import { type Env, writes } from '../protocol/endpoint.ts';
import { noSuch, notPaid } from '../protocol/errors.ts';
import { integer, oneOf, text } from '../protocol/parameters.ts';
import type { Sandbox } from '../sandbox.ts';

const dispute = z.strictObject({
  payment_intent: text(),
  amount: integer({ least: 1, most: LARGEST_AMOUNT }).optional(),
  reason: oneOf(
    'bank_cannot_process',
    'credit_not_processed',
    'duplicate',
    'fraudulent',
    'general',
    'product_not_received',
    'product_unacceptable',
    'subscription_canceled',
    'unrecognized',
  ).default('fraudulent'),
  inquiry: oneOf('true', 'false').default('false'),
});

export function disputeHelperRoutes(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.post(
    '/test_helpers/disputes',
    writes(sandbox, dispute, async (transaction, { payment_intent: id, amount, reason, inquiry }) => {
      const intent = await lockPaymentIntent(transaction, { id });
      if (!intent) throw noSuch('payment_intent', id, 'payment_intent', 400);
      if (intent.status !== 'succeeded') throw notPaid(id);
      const asked = { reason, inquiry: inquiry === 'true', amount };
      const opened = await openDispute(transaction, sandbox, intent, asked);
      return disputeObject(opened, await listMovementsOf(transaction, opened.id));
    }),
  );

  return app;
}
