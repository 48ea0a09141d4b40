import type Stripe from 'stripe';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { Payout } from '../schema.ts';
import { isPayoutFailure, payoutFailures } from './payout-failures.rules.ts';

export function payoutObject(payout: Payout): Stripe.Payout {
  const { failure_code: code, status } = payout;
  return {
    id: payout.id,
    object: 'payout',
    amount: payout.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: unixSeconds(payout.arrives_at),
    automatic: payout.automatic,
    balance_transaction: payout.balance_transaction,
    created: unixSeconds(payout.created_at),
    currency: payout.currency,
    description: payout.description,
    destination: payout.bank_account.id,
    failure_balance_transaction: payout.failure_balance_transaction,
    failure_code: code,
    failure_message: code !== null && isPayoutFailure(code) ? payoutFailures[code] : null,
    livemode: false,
    metadata: payout.metadata,
    method: payout.method,
    original_payout: payout.original_payout,
    payout_method: null,
    reconciliation_status: !payout.automatic ? 'not_applicable' : status === 'paid' ? 'completed' : 'in_progress',
    reversed_by: payout.reversed_by,
    source_type: 'card',
    statement_descriptor: payout.statement_descriptor,
    status,
    trace_id: traceOf(payout),
    type: 'bank_account',
  };
}

/** Trace id at the bank, once it has the payout. */
function traceOf({ id, status }: Payout): Stripe.Payout.TraceId {
  if (status === 'pending' || status === 'canceled') return { status: 'pending', value: null };
  return { status: 'supported', value: `trace${id.slice(-12)}` };
}
