import type Stripe from 'stripe';
import { balanceTransactionObject } from '../balance/balance-transaction.object.ts';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { BalanceTransaction, Dispute } from '../schema.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** How long a shop may answer: 'evidence_details.due_by'. */
const DAYS_TO_ANSWER = 9;

/** The dispute with what it has moved on the balance, as the API shows it, but for the evidence: of that only what was submitted is there. */
export function disputeObject(dispute: Dispute, movements: BalanceTransaction[]): object {
  const created = unixSeconds(dispute.created_at);
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: movements.map((movement) => balanceTransactionObject(movement, movement.available_on)),
    charge: dispute.charge,
    created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: dispute.evidence,
    evidence_details: {
      due_by: created + DAYS_TO_ANSWER * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: Object.keys(dispute.evidence).length > 0,
      past_due: false,
      submission_count: dispute.submissions,
      submission_method: dispute.submissions > 0 ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: dispute.status.startsWith('warning'),
    livemode: false,
    metadata: dispute.metadata,
    payment_intent: dispute.payment_intent,
    reason: dispute.reason,
    status: dispute.status,
  } satisfies Partial<Record<keyof Stripe.Dispute, unknown>>;
}
