// Payouts as they are told, to their shop and to the staff.
import type { Payout, PayoutBatch, StaffPayout } from '#contract/money/payout.schema.ts';
import type { BatchState, PayoutMethod, PayoutState, PayoutStep } from '#contract/money/payout.ts';
import type { SellerState } from '#contract/selling/seller.ts';
import { bankReference } from './bank-file/bank-text.rules.ts';
import { holdOf, isHeld } from './payout.rules.ts';

/** A payout with its shop, as it is stored. */
export type ListedPayout = {
  payout_id: string;
  seller_id: string;
  seller_name: string | null;
  seller_state: SellerState;
  amount_cents: number;
  state: PayoutState;
  method: PayoutMethod;
  bank_last4: string | null;
  failure: string | null;
  hold: string | null;
  released_by: string | null;
  by_schedule: boolean;
  batch_id: string | null;
  transfer: string | null;
  begun_at: Date | null;
  created_at: Date;
  sent_at: Date | null;
  paid_at: Date | null;
  ended_at: Date | null;
  stuck_since: Date | null;
  stuck_because: string | null;
  retried_as: string | null;
};
type ListedBatch = {
  batch_id: string;
  made_at: Date;
  sent_at: Date | null;
  payouts: number;
  open: number;
  failed: number;
  amount_cents: number | string;
};

export function toPayout(shopName: string, payout: ListedPayout): Payout {
  return {
    payout_id: payout.payout_id,
    amount: payout.amount_cents / 100,
    state: payout.state,
    method: payout.method,
    last4: payout.bank_last4,
    reference: bankReference(shopName, payout.payout_id),
    failure: payout.failure,
    hold: holdOfPayout(payout),
    by_schedule: payout.by_schedule,
    create_time: payout.created_at.toISOString(),
    sent_at: payout.sent_at?.toISOString() ?? null,
    paid_at: payout.paid_at?.toISOString() ?? null,
    ended_at: payout.ended_at?.toISOString() ?? null,
    stuck_since: payout.stuck_since?.toISOString() ?? null,
  };
}

export function toStaffPayout(shopName: string, payout: ListedPayout): StaffPayout {
  const { seller_id, seller_name, batch_id, transfer, stuck_because } = payout;
  const steps = stepsOf(payout);
  return { ...toPayout(shopName, payout), seller_id, seller_name, batch_id, transfer, stuck_because, steps };
}

/** Actions that the staff can take on it now; each checks again. */
function stepsOf(payout: ListedPayout): PayoutStep[] {
  const { state, method, batch_id: batch, begun_at: begun, stuck_since: stuck, retried_as: retried } = payout;
  if (stuck) return ['retry'];
  if (state === 'failed' || state === 'returned') return retried ? [] : ['retry'];
  if (state === 'pending' && batch) return ['take-out'];
  if (state === 'pending') return begun ? [] : [holdOfPayout(payout) ? 'release' : 'hold', 'failed'];
  if (method === 'connect') return [];
  return state === 'sent' ? ['paid', 'failed'] : ['failed'];
}

function holdOfPayout(payout: ListedPayout): string | null {
  if (isHeld(payout)) return payout.hold;
  return payout.state === 'pending' && payout.released_by === null ? holdOf(payout.seller_state) : null;
}

export function toBatch(batch: ListedBatch): PayoutBatch {
  return {
    batch_id: batch.batch_id,
    create_time: batch.made_at.toISOString(),
    sent_at: batch.sent_at?.toISOString() ?? null,
    payouts: batch.payouts,
    state: batchStateOf(batch),
    open: batch.open,
    failed: batch.failed,
    amount: Number(batch.amount_cents) / 100,
  };
}

function batchStateOf({ sent_at: sentAt, payouts, open, failed }: ListedBatch): BatchState {
  if (!sentAt) return 'unsent';
  if (open > 0) return 'sent';
  if (failed === 0) return 'paid';
  return failed === payouts ? 'failed' : 'mixed';
}
