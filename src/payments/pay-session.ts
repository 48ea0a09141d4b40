// Paying a session, as its page asks for. Each step is one transaction that holds the session's row: of several at once
// the first pays, and the others find it paid.
import { checkoutSessionObject } from './checkout-session/checkout-session.object.ts';
import { lockSession, updateSession } from './checkout-session/checkout-session.store.ts';
import { expireSession, isOverdue } from './checkout-session/expire-session.ts';
import { emit } from './event/emit.ts';
import { newId } from './ids.ts';
import { paymentIntentObject } from './payment-intent/payment-intent.object.ts';
import { addPaymentIntent, lockPaymentIntent, updatePaymentIntent } from './payment-intent/payment-intent.store.ts';
import type { Sandbox } from './sandbox.ts';
import type { BillingDetails, Card, CheckoutSession, Db, Failure, PaymentIntent } from './schema.ts';

/** What the bank of a card does when it is asked for money. */
export type BankAnswer = 'pays' | 'declines' | 'lacks funds' | 'asks the customer';

export type CardAttempt = { card: Card; billing: BillingDetails; bank: BankAnswer };

export type Outcome =
  | { kind: 'unknown' }
  | { kind: 'paid' | 'expired' | 'authenticate' | 'nothing to authenticate'; session: CheckoutSession }
  | { kind: 'declined'; session: CheckoutSession; intent: PaymentIntent };

/** `intent` is null where nobody has tried to pay yet. */
type Open = { transaction: Db; session: CheckoutSession; intent: PaymentIntent | null };

const failures: Record<'declines' | 'lacks funds' | 'fails to authenticate', Failure> = {
  declines: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  'lacks funds': {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  'fails to authenticate': {
    code: 'payment_intent_authentication_failure',
    decline_code: null,
    message: 'We could not confirm that it is you. Try again, or use another card.',
  },
};

/** Tries to pay an open session with a card. */
export function paySession(sandbox: Sandbox, id: string, { card, billing, bank }: CardAttempt): Promise<Outcome> {
  return whileOpen(sandbox, id, async (open) => {
    const made = open.intent ?? (await createIntent(sandbox, open));
    const asked = await updatePaymentIntent(open.transaction, made.id, {
      card: JSON.stringify(card),
      billing_details: JSON.stringify(billing),
      failure: null,
      charge: null,
      charged_at: null,
      status: bank === 'asks the customer' ? 'requires_action' : 'requires_payment_method',
    });
    const step = { ...open, intent: asked };
    if (bank === 'asks the customer') return { kind: 'authenticate', session: open.session };
    if (bank === 'pays') return settle(sandbox, step);
    return decline(sandbox, step, failures[bank], { charged: true });
  });
}

/** Ends what `paySession` has left to the customer of the bank. */
export function answerAuthentication(sandbox: Sandbox, id: string, confirmed: boolean): Promise<Outcome> {
  return whileOpen(sandbox, id, async (open) => {
    const { session, intent } = open;
    if (intent?.status !== 'requires_action') return { kind: 'nothing to authenticate', session };
    const step = { ...open, intent };
    if (confirmed) return settle(sandbox, step);
    return decline(sandbox, step, failures['fails to authenticate'], { charged: false });
  });
}

async function whileOpen(sandbox: Sandbox, id: string, act: (open: Open) => Promise<Outcome>): Promise<Outcome> {
  return sandbox.db.transaction().execute(async (transaction) => {
    const session = await lockSession(transaction, id);
    if (!session) return { kind: 'unknown' };
    if (session.status === 'complete') return { kind: 'paid', session };
    if (session.status === 'expired') return { kind: 'expired', session };
    if (isOverdue(session, sandbox.now()))
      return { kind: 'expired', session: await expireSession(transaction, sandbox, session) };
    const { payment_intent } = session;
    const intent = payment_intent ? await lockPaymentIntent(transaction, { id: payment_intent }) : null;
    return act({ transaction, session, intent });
  });
}

async function createIntent({ now }: Sandbox, { transaction, session }: Open): Promise<PaymentIntent> {
  const { description, metadata } = session.payment_intent_data;
  const intent = await addPaymentIntent(transaction, {
    id: newId('pi'),
    status: 'requires_payment_method',
    currency: session.currency,
    amount: session.amount_total,
    customer: session.customer,
    description,
    metadata: JSON.stringify(metadata),
    created_at: now(),
  });
  await updateSession(transaction, session.id, { payment_intent: intent.id });
  return intent;
}

type Step = Open & { intent: PaymentIntent };

async function settle({ origin, now }: Sandbox, { transaction, session, intent }: Step): Promise<Outcome> {
  const paid = await updatePaymentIntent(transaction, intent.id, {
    status: 'succeeded',
    amount_received: intent.amount,
    charge: newId('ch'),
    charged_at: now(),
  });
  const complete = await updateSession(transaction, session.id, {
    status: 'complete',
    customer_details: JSON.stringify(paid.billing_details),
  });
  await emit(transaction, now(), 'payment_intent.succeeded', paymentIntentObject(paid));
  await emit(transaction, now(), 'checkout.session.completed', checkoutSessionObject(complete, origin));
  return { kind: 'paid', session: complete };
}

async function decline(
  { now }: Sandbox,
  { transaction, session, intent }: Step,
  failure: Failure,
  { charged }: { charged: boolean },
): Promise<Outcome> {
  const declined = await updatePaymentIntent(transaction, intent.id, {
    status: 'requires_payment_method',
    failure: JSON.stringify(failure),
    ...(charged && { charge: newId('ch'), charged_at: now() }),
  });
  await emit(transaction, now(), 'payment_intent.payment_failed', paymentIntentObject(declined));
  return { kind: 'declined', session, intent: declined };
}
