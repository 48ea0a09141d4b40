import type Stripe from 'stripe';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { Refund } from '../schema.ts';

export function refundObject(refund: Refund): Stripe.Refund {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.balance_transaction,
    charge: refund.charge,
    created: unixSeconds(refund.created_at),
    currency: refund.currency,
    customer: null,
    customer_account: null,
    ...(refund.failure_balance_transaction && { failure_balance_transaction: refund.failure_balance_transaction }),
    ...(refund.failure_reason && { failure_reason: refund.failure_reason }),
    metadata: refund.metadata,
    payment_intent: refund.payment_intent,
    payment_method: null,
    ...(refund.pending_reason && { pending_reason: refund.pending_reason }),
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
}
