// Paying a session from a bank account: the session is complete at once, and the money comes, or does not, days later.
import { checkoutSessionObject } from './checkout-session/checkout-session.object.ts';
import { lockSession, updateSession } from './checkout-session/checkout-session.store.ts';
import { type DeclineName, declines } from './declines.ts';
import { notProcessing } from './errors.ts';
import { emit } from './event/emit.ts';
import { newId } from './ids.ts';
import { type Outcome, whileOpen } from './open-session.ts';
import { noteAttempt } from './payment-intent/note-attempt.ts';
import { paymentIntentObject } from './payment-intent/payment-intent.object.ts';
import { lockPaymentIntent, updatePaymentIntent } from './payment-intent/payment-intent.store.ts';
import { type Sandbox, settlesAt } from './sandbox.ts';
import type { BankAccount, BillingDetails, CheckoutSession, Db, Plan } from './schema.ts';

/** `ends`: how, and whether by itself. */
export type DebitAttempt = { account: BankAccount; billing: BillingDetails; ends: 'paid' | 'never' | DeclineName };

/** Completes an open session, with the money on its way. */
export function payByDebit(sandbox: Sandbox, id: string, { account, billing, ends }: DebitAttempt): Promise<Outcome> {
  const plan: Plan = ends === 'paid' || ends === 'never' ? {} : { declinesLater: ends };
  return whileOpen(sandbox, id, async (open) => {
    const intent = await noteAttempt(sandbox, open, {
      card: null,
      bank_account: JSON.stringify(account),
      billing_details: JSON.stringify(billing),
      plan: JSON.stringify(plan),
      status: 'processing',
      failure: null,
      charge: newId('ch'),
      charged_at: sandbox.now(),
      settles_at: ends === 'never' ? null : settlesAt(sandbox),
    });
    const session = await updateSession(open.transaction, id, {
      status: 'complete',
      payment_intent: intent.id,
      customer_details: JSON.stringify(billing),
    });
    const events = await emit(
      open.transaction,
      sandbox,
      [
        { type: 'payment_intent.processing', object: paymentIntentObject(intent) },
        { type: 'checkout.session.completed', object: checkoutSessionObject(session, sandbox.origin) },
      ],
      { directly: true },
    );
    return { kind: 'complete', session, events };
  });
}

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
      : { status: 'succeeded', amount_received: waiting.amount }),
  });
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
