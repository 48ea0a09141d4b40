import { recordCharge } from '../balance/record-payment.ts';
import { checkoutSessionObject } from '../checkout-session/checkout-session.object.ts';
import { updateSession } from '../checkout-session/checkout-session.store.ts';
import { redeemCoupon } from '../coupon/coupon.store.ts';
import { openDispute } from '../dispute/open-dispute.ts';
import { emit } from '../event/emit.ts';
import { paymentIntentObject } from '../payment-intent/payment-intent.object.ts';
import { updatePaymentIntent } from '../payment-intent/payment-intent.store.ts';
import { newId } from '../protocol/new-id.ts';
import type { Sandbox } from '../sandbox.ts';
import type { BillingDetails, Card, CheckoutSession, PaymentIntent, Plan } from '../schema.ts';
import { type DeclineName, declines } from './declines.ts';
import { recordAttempt } from './record-attempt.ts';
import { type Open, type Outcome, whileOpen } from './while-open.ts';

/** Answer of a card's bank to a payment, and its later actions. */
export type Bank = Plan & { answer: 'pays' | 'asks the customer' | DeclineName };

export type CardAttempt = { card: Card; billing: BillingDetails; bank: Bank };

/** Tries to pay an open session with a card. */
export function payByCard(sandbox: Sandbox, id: string, { card, billing, bank }: CardAttempt): Promise<Outcome> {
  const { answer, ...plan } = bank;
  return whileOpen(sandbox, id, async (open) => {
    const intent = await recordAttempt(sandbox, open, {
      card: JSON.stringify(card),
      bank_account: null,
      billing_details: JSON.stringify(billing),
      plan: JSON.stringify(plan),
      ...answered(sandbox, open.session, answer),
    });
    return conclude(sandbox, open, intent);
  });
}

/** Ends what `payByCard` has left to the customer of the bank. */
export function answerAuthentication(sandbox: Sandbox, id: string, confirmed: boolean): Promise<Outcome> {
  return whileOpen(sandbox, id, async (open) => {
    const { transaction, session, intent } = open;
    if (intent?.status !== 'requires_action') return { kind: 'nothing to authenticate', session };
    const answer = confirmed ? (intent.plan.declinesLater ?? 'pays') : 'fails to authenticate';
    return conclude(
      sandbox,
      open,
      await updatePaymentIntent(transaction, intent.id, answered(sandbox, session, answer)),
    );
  });
}

/** Payment fields by the bank's answer. A customer who fails to prove that the card is theirs is not charged. */
function answered({ now }: Sandbox, session: CheckoutSession, answer: Bank['answer']) {
  const charged = { charge: newId('ch'), charged_at: now(), balance_transaction: null };
  const open = { charge: null, charged_at: null, balance_transaction: null };
  if (answer === 'pays')
    return {
      status: 'succeeded',
      amount_received: session.amount_total,
      failure: null,
      ...charged,
      balance_transaction: newId('txn'),
    } as const;
  if (answer === 'asks the customer') return { status: 'requires_action', failure: null, ...open } as const;
  return {
    status: 'requires_payment_method',
    failure: JSON.stringify(declines[answer]),
    ...(answer === 'fails to authenticate' ? open : charged),
  } as const;
}

/** Updates the session by the state of its payment. */
async function conclude(
  sandbox: Sandbox,
  { transaction, session: before }: Open,
  intent: PaymentIntent,
): Promise<Outcome> {
  const isPaid = intent.status === 'succeeded';
  const isChanged = isPaid || before.payment_intent === null;
  const customer_details = JSON.stringify(intent.billing_details);
  const complete = { status: 'complete', payment_status: 'paid', customer_details } as const;
  const session = isChanged
    ? await updateSession(transaction, before.id, { payment_intent: intent.id, ...(isPaid && complete) })
    : before;
  if (isPaid) await recordCharge(transaction, sandbox, intent);
  if (isPaid && before.discount) await redeemCoupon(transaction, before.discount.coupon);
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
  if (intent.plan.dispute) await openDispute(transaction, sandbox, intent, intent.plan.dispute);
  return { kind: 'complete', session, events };
}
