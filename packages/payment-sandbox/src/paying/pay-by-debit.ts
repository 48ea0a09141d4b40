// Paying a session from a bank account: the session is complete at once, and the money comes, or does not, days later.

import { checkoutSessionObject } from '../checkout-session/checkout-session.object.ts';
import { updateSession } from '../checkout-session/checkout-session.store.ts';
import { redeemCoupon } from '../coupon/coupon.store.ts';
import { emit } from '../event/emit.ts';
import { paymentIntentObject } from '../payment-intent/payment-intent.object.ts';
import { newId } from '../protocol/new-id.ts';
import { type Sandbox, settlesAt } from '../sandbox.ts';
import type { BankAccount, BillingDetails, Plan } from '../schema.ts';
import type { DeclineName } from './declines.ts';
import { recordAttempt } from './record-attempt.ts';
import { type Outcome, whileOpen } from './while-open.ts';

/** `ends`: how, and whether by itself. */
export type DebitAttempt = { account: BankAccount; billing: BillingDetails; ends: 'paid' | 'never' | DeclineName };

/** Completes an open session, with the money on its way. */
export function payByDebit(sandbox: Sandbox, id: string, { account, billing, ends }: DebitAttempt): Promise<Outcome> {
  const plan: Plan = ends === 'paid' || ends === 'never' ? {} : { declinesLater: ends };
  return whileOpen(sandbox, id, async (open) => {
    const intent = await recordAttempt(sandbox, open, {
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
    if (session.discount) await redeemCoupon(open.transaction, session.discount.coupon);
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
