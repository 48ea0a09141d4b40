import type Stripe from 'stripe';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { Dispute } from '../schema.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** How long a shop may answer: 'evidence_details.due_by'. */
const DAYS_TO_ANSWER = 9;

/** The dispute as the API shows it, but for the evidence: of that only what was submitted is there. */
export function disputeObject(dispute: Dispute): object {
  const created = unixSeconds(dispute.created_at);
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: [],
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
