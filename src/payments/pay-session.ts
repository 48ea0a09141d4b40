// Paying a session, as its page asks for. Each step is one transaction that holds the session's row: of several at once
// the first pays, and the others find it paid.
import type { Insertable } from 'kysely';
import { checkoutSessionObject } from './checkout-session/checkout-session.object.ts';
import { lockSession, updateSession } from './checkout-session/checkout-session.store.ts';
import { expireSession, isOverdue } from './checkout-session/expire-session.ts';
import { emit } from './event/emit.ts';
import { newId } from './ids.ts';
import { paymentIntentObject } from './payment-intent/payment-intent.object.ts';
import { addPaymentIntent, lockPaymentIntent, updatePaymentIntent } from './payment-intent/payment-intent.store.ts';
import type { Sandbox } from './sandbox.ts';
import type {
  BillingDetails,
  Card,
  CheckoutSession,
  Db,
  Failure,
  PaymentIntent,
  PaymentIntentTable,
} from './schema.ts';

/** What the bank of a card does when it is asked for money. */
export type BankAnswer = 'pays' | 'declines' | 'lacks funds' | 'asks the customer';

export type CardAttempt = { card: Card; billing: BillingDetails; bank: BankAnswer };

export type Outcome =
  | { kind: 'unknown' }
  /** `events` are those that the shop has not been told of. */
  | { kind: 'paid'; session: CheckoutSession; events: string[] }
  | { kind: 'expired' | 'authenticate' | 'nothing to authenticate'; session: CheckoutSession }
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
    const attempt = {
      card: JSON.stringify(card),
      billing_details: JSON.stringify(billing),
      ...answered(sandbox, open.session, bank),
    };
    const intent = open.intent
      ? await updatePaymentIntent(open.transaction, open.intent.id, attempt)
      : await createIntent(sandbox, open, attempt);
    return conclude(sandbox, open, intent);
  });
}

/** Ends what `paySession` has left to the customer of the bank. */
export function answerAuthentication(sandbox: Sandbox, id: string, confirmed: boolean): Promise<Outcome> {
  return whileOpen(sandbox, id, async (open) => {
    const { transaction, session, intent } = open;
    if (intent?.status !== 'requires_action') return { kind: 'nothing to authenticate', session };
    const answer = answered(sandbox, session, confirmed ? 'pays' : 'fails to authenticate');
    return conclude(sandbox, open, await updatePaymentIntent(transaction, intent.id, answer));
  });
}

async function whileOpen(sandbox: Sandbox, id: string, act: (open: Open) => Promise<Outcome>): Promise<Outcome> {
  return sandbox.db.transaction().execute(async (transaction) => {
    const session = await lockSession(transaction, id);
    if (!session) return { kind: 'unknown' };
    if (session.status === 'complete') return { kind: 'paid', session, events: [] };
    if (session.status === 'expired') return { kind: 'expired', session };
    if (isOverdue(session, sandbox.now()))
      return { kind: 'expired', session: await expireSession(transaction, sandbox, session) };
    const { payment_intent } = session;
    const intent = payment_intent ? await lockPaymentIntent(transaction, { id: payment_intent }) : null;
    return act({ transaction, session, intent });
  });
}

/** What a payment becomes by the bank's answer. Who fails to prove that the card is theirs is not charged. */
function answered({ now }: Sandbox, session: CheckoutSession, bank: BankAnswer | 'fails to authenticate') {
  const charged = { charge: newId('ch'), charged_at: now() };
  const open = { charge: null, charged_at: null };
  if (bank === 'pays')
    return { status: 'succeeded', amount_received: session.amount_total, failure: null, ...charged } as const;
  if (bank === 'asks the customer') return { status: 'requires_action', failure: null, ...open } as const;
  return {
    status: 'requires_payment_method',
    failure: JSON.stringify(failures[bank]),
    ...(bank === 'fails to authenticate' ? open : charged),
  } as const;
}

function createIntent(
  { now }: Sandbox,
  { transaction, session }: Open,
  attempt: Pick<Insertable<PaymentIntentTable>, 'status' | 'card' | 'billing_details'>,
): Promise<PaymentIntent> {
  const { description, metadata } = session.payment_intent_data;
  return addPaymentIntent(transaction, {
    ...attempt,
    id: newId('pi'),
    currency: session.currency,
    amount: session.amount_total,
    customer: session.customer,
    description,
    metadata: JSON.stringify(metadata),
    created_at: now(),
  });
}

/** What follows for the session from the state of its payment. */
async function conclude(
  sandbox: Sandbox,
  { transaction, session: before }: Open,
  intent: PaymentIntent,
): Promise<Outcome> {
  const isPaid = intent.status === 'succeeded';
  const isChanged = isPaid || before.payment_intent === null;
  const complete = { status: 'complete', customer_details: JSON.stringify(intent.billing_details) } as const;
  const session = isChanged
    ? await updateSession(transaction, before.id, { payment_intent: intent.id, ...(isPaid && complete) })
    : before;
  if (intent.status === 'requires_action') return { kind: 'authenticate', session };
  const object = paymentIntentObject(intent);
  if (!isPaid) {
    await emit(transaction, sandbox, [{ type: 'payment_intent.payment_failed', object }]);
    return { kind: 'declined', session, intent };
  }
  const completed = {
    type: 'checkout.session.completed',
    object: checkoutSessionObject(session, sandbox.origin),
  } as const;
  const events = await emit(transaction, sandbox, [{ type: 'payment_intent.succeeded', object }, completed], {
    directly: true,
  });
  return { kind: 'paid', session, events };
}
