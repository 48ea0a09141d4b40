// What nobody can bring about through the provider's API, because it happens at banks, in its dashboard or in its other
// mode. Under /v1/test_helpers with the secret key, as the provider's own test helpers are; docs/decisions/0010 lists them.
import { Hono } from 'hono';
import { z } from 'zod';
import { checkoutSessionObject } from '../checkout-session/checkout-session.object.ts';
import { findSession } from '../checkout-session/checkout-session.store.ts';
import { disputeObject } from '../dispute/dispute.object.ts';
import { openDispute } from '../dispute/open-dispute.ts';
import { eventObject } from '../event/event.object.ts';
import { addEvents, findEvent } from '../event/event.store.ts';
import { LARGEST_AMOUNT } from '../money/amounts.rules.ts';
import { payByDebit } from '../paying/pay-by-debit.ts';
import { settleDebit } from '../paying/settle-debit.ts';
import { paymentIntentObject } from '../payment-intent/payment-intent.object.ts';
import { lockPaymentIntent, updatePaymentIntent } from '../payment-intent/payment-intent.store.ts';
import { acts, type Env, writes } from '../protocol/endpoint.ts';
import { noSuch, notOpen, notPaid } from '../protocol/errors.ts';
import { newId } from '../protocol/new-id.ts';
import { integer, oneOf, refuse, text } from '../protocol/parameters.ts';
import { refundObject } from '../refund/refund.object.ts';
import { findRefund } from '../refund/refund.store.ts';
import { settleRefund } from '../refund/settle-refund.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Db, refundPlans } from '../schema.ts';

const LONGEST_OBJECT = 50_000;

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
const settlement = z.strictObject({ outcome: oneOf('succeeded', 'failed') });
const event = z.strictObject({
  type: text(100),
  /** JSON: a form could not say what is null, a number or empty. */
  object: text(LONGEST_OBJECT).transform((written, context) => {
    try {
      const object: unknown = JSON.parse(written);
      if (typeof object === 'object' && object !== null && !Array.isArray(object)) return object;
    } catch {
      // Told below.
    }
    refuse(context, 'Invalid object');
    return {};
  }),
  livemode: oneOf('true', 'false').default('false'),
  created: integer({ least: 0, most: 99_999_999_999 }).optional(),
});

export function testHelperRoutes(sandbox: Sandbox): Hono<Env> {
  const { db, origin, now, tellShop } = sandbox;
  const app = new Hono<Env>().basePath('/test_helpers') as Hono<Env>;

  app.post(
    '/payment_intents/:id{\\w+}/refund_plan',
    writes(sandbox, plan, async (transaction, params, id) => {
      const intent = await lockPaymentIntent(transaction, { id });
      if (!intent) throw noSuch('payment_intent', id, 'intent', 404);
      const plan = JSON.stringify({ ...intent.plan, refunds: params.plan });
      return paymentIntentObject(await updatePaymentIntent(transaction, id, { plan }));
    }),
  );

  app.post(
    '/refunds/:id{\\w+}/succeed',
    writes(sandbox, nothing, async (transaction, _params, id) => {
      const refund = await refundOf(transaction, id);
      return refundObject(await settleRefund(transaction, sandbox, refund, 'succeeded'));
    }),
  );
  app.post(
    '/refunds/:id{\\w+}/fail',
    writes(sandbox, failure, async (transaction, { failure_reason }, id) => {
      const refund = await refundOf(transaction, id);
      return refundObject(await settleRefund(transaction, sandbox, refund, 'failed', failure_reason));
    }),
  );

  app.post(
    '/disputes',
    writes(sandbox, dispute, async (transaction, { payment_intent: id, amount, reason, inquiry }) => {
      const intent = await lockPaymentIntent(transaction, { id });
      if (!intent) throw noSuch('payment_intent', id, 'payment_intent', 400);
      if (intent.status !== 'succeeded') throw notPaid(id);
      const asked = { reason, inquiry: inquiry === 'true', amount };
      return disputeObject(await openDispute(transaction, sandbox, intent, asked));
    }),
  );

  // Also where the session offers cards alone: it stands for a session from before the shop asked for that.
  app.post(
    '/checkout/sessions/:id{\\w+}/pay_by_debit',
    acts(nothing, async (_params, id) => {
      const before = await findSession(db, id);
      if (before && before.status !== 'open') throw notOpen(before.status);
      const account = { bank_name: 'STRIPE TEST BANK', last4: '6789', routing_number: '110000000' };
      const billing = { email: 'jenny@example.com', name: 'Jenny Rosen', country: 'US', postal_code: null };
      const outcome = await payByDebit(sandbox, id, { account, billing, ends: 'paid' });
      if (outcome.kind === 'unknown') throw noSuch('checkout.session', id, 'session', 404);
      if (outcome.kind !== 'complete') throw notOpen(outcome.session.status);
      await tellShop(outcome.events);
      return checkoutSessionObject(outcome.session, origin);
    }),
  );
  app.post(
    '/checkout/sessions/:id{\\w+}/settle',
    writes(sandbox, settlement, async (transaction, { outcome }, id) => {
      const declined = outcome === 'failed' ? 'lacks funds in the account' : null;
      return checkoutSessionObject(await settleDebit(transaction, sandbox, id, declined), origin);
    }),
  );

  // Any event whatever, told to the shop before this is answered and, where it does not take it, again later.
  app.post(
    '/events',
    acts(event, async ({ type, object, livemode, created }) => {
      const id = newId('evt');
      const createdAt = created === undefined ? now() : new Date(created * 1_000);
      const made = { id, type, object, previous: null, createdAt, livemode: livemode === 'true', deliver: true };
      await addEvents(db, [made], { directly: true });
      await tellShop([id]);
      const found = await findEvent(db, id);
      if (!found) throw noSuch('event', id, 'id', 404);
      return eventObject(found);
    }),
  );

  return app;
}

async function refundOf(transaction: Db, id: string) {
  const refund = await findRefund(transaction, id);
  if (!refund) throw noSuch('refund', id, 'id', 404);
  return refund;
}
