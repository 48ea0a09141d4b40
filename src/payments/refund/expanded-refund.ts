import { chargeObject } from '../payment-intent/charge.object.ts';
import { paymentIntentObject } from '../payment-intent/payment-intent.object.ts';
import { findPaymentIntent } from '../payment-intent/payment-intent.store.ts';
import type { Db, Refund } from '../schema.ts';
import { refundObject } from './refund.object.ts';

/** The refund with the properties that were asked for as objects instead of ids. */
export async function expandedRefund(
  db: Db,
  refund: Refund,
  expanded: Set<'charge' | 'payment_intent'>,
): Promise<object> {
  const intent = expanded.size > 0 ? await findPaymentIntent(db, refund.payment_intent) : null;
  return {
    ...refundObject(refund),
    ...(intent && expanded.has('charge') && { charge: chargeObject(intent) }),
    ...(intent && expanded.has('payment_intent') && { payment_intent: paymentIntentObject(intent) }),
  };
}
