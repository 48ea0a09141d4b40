import type { Insertable } from 'kysely';
import { addPaymentIntent, updatePaymentIntent } from '../payment-intent/payment-intent.store.ts';
import { newId } from '../protocol/new-id.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PaymentIntent, PaymentIntentTable } from '../schema.ts';
import type { Open } from './while-open.ts';

type Attempt = Pick<
  Insertable<PaymentIntentTable>,
  'status' | 'card' | 'bank_account' | 'billing_details' | 'plan' | 'failure' | 'amount_received'
> &
  Partial<Pick<PaymentIntent, 'charge' | 'charged_at' | 'settles_at' | 'balance_transaction'>>;

/** A session has one payment, made at the first attempt: each later one replaces what is known of the one before. */
export function recordAttempt(
  { now }: Pick<Sandbox, 'now'>,
  { transaction, session, intent }: Open,
  attempt: Attempt,
): Promise<PaymentIntent> {
  if (intent) return updatePaymentIntent(transaction, intent.id, attempt);
  const { description, metadata, transfer_group = null } = session.payment_intent_data;
  return addPaymentIntent(transaction, {
    ...attempt,
    id: newId('pi'),
    currency: session.currency,
    amount: session.amount_total,
    customer: session.customer,
    description,
    metadata: JSON.stringify(metadata),
    transfer_group,
    created_at: now(),
  });
}
