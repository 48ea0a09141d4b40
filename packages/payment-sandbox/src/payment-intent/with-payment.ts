import type { Db } from '../schema.ts';
import { chargeObject } from './charge.object.ts';
import { paymentIntentObject } from './payment-intent.object.ts';
import { findPaymentIntent } from './payment-intent.store.ts';

/** Fields of a refund or a dispute that can show objects of the payment instead of ids. */
export const expandablePayment = ['charge', 'payment_intent'] as const;

export type ExpandedPayment = Pick<ReadonlySet<string>, 'has' | 'size'>;

/** `object` with what was asked for of its payment, whose id is `intentId`. */
export async function withPayment(
  db: Db,
  object: object,
  intentId: string,
  expanded: ExpandedPayment,
): Promise<object> {
  const intent = expanded.size > 0 ? await findPaymentIntent(db, intentId) : null;
  return {
    ...object,
    ...(intent && expanded.has('charge') && { charge: chargeObject(intent) }),
    ...(intent && expanded.has('payment_intent') && { payment_intent: paymentIntentObject(intent) }),
  };
}
