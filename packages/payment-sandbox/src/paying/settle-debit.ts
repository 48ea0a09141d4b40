import { recordCharge } from '../balance/record-payment.ts';
import { checkoutSessionObject } from '../checkout-session/checkout-session.object.ts';
import { lockSession, updateSession } from '../checkout-session/checkout-session.store.ts';
import { emit } from '../event/emit.ts';
import { paymentIntentObject } from '../payment-intent/payment-intent.object.ts';
import { lockPaymentIntent, updatePaymentIntent } from '../payment-intent/payment-intent.store.ts';
import { notProcessing } from '../protocol/errors.ts';
import { newId } from '../protocol/new-id.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CheckoutSession, Db } from '../schema.ts';
import { type DeclineName, declines } from './declines.ts';

/** The money of a session has come, or (`declined`) never will. Throws a ProviderError when none is on its way. */
export async function settleDebit(
  transaction: Db,
  sandbox: Sandbox,
  sessionId: string,
  declined: DeclineName | null,
): Promise<CheckoutSession> {
  const before = await lockSession(transaction, sessionId);
  const waiting = before?.payment_intent ? await lockPaymentIntent(transaction, { id: before.payment_intent }) : null;
  if (waiting?.status !== 'processing') throw notProcessing(sessionId);
  const intent = await updatePaymentIntent(transaction, waiting.id, {
    settles_at: null,
    ...(declined
      ? { status: 'requires_payment_method', failure: JSON.stringify(declines[declined]) }
      : { status: 'succeeded', amount_received: waiting.amount, balance_transaction: newId('txn') }),
  });
  if (!declined) await recordCharge(transaction, sandbox, intent);
  const session = await updateSession(transaction, sessionId, { payment_status: declined ? 'unpaid' : 'paid' });
  const [ofPayment, ofSession] = declined
    ? (['payment_intent.payment_failed', 'checkout.session.async_payment_failed'] as const)
    : (['payment_intent.succeeded', 'checkout.session.async_payment_succeeded'] as const);
  await emit(transaction, sandbox, [
    { type: ofPayment, object: paymentIntentObject(intent) },
    { type: ofSession, object: checkoutSessionObject(session, sandbox.origin) },
  ]);
  return session;
}
