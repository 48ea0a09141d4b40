// How disputes are called on the screens of both sides and of the staff. Free of the validator.
import { minutesText } from '../goods/access/hours.ts';
import { formatAmount } from '../money/amount/money.ts';
import type { Dispute, DisputeMoment, DisputePage } from './dispute.ts';
import type { DisputeSide } from './dispute-terms.ts';

/** As a badge shows it (ui/status-badge.tsx). */
type DisputeStatus = { badge: 'on' | 'wait' | 'due' | 'bad' | 'off' | 'back'; words: string };

/** Where it stands, for whoever reads it. */
export function statusOf(
  dispute: Pick<Dispute, 'state' | 'decision' | 'kind' | 'waits_for_bank'>,
  side: DisputeSide,
): DisputeStatus {
  const { state, decision } = dispute;
  if (dispute.waits_for_bank) return { badge: 'wait', words: 'The bank decides first' };
  switch (state) {
    case 'open':
      if (dispute.kind === 'card') return { badge: 'wait', words: 'The bank decides' };
      return side === 'seller'
        ? { badge: 'due', words: 'Answer it' }
        : { badge: 'wait', words: 'Waits for the seller' };
    case 'answered':
      return side === 'staff'
        ? { badge: 'due', words: 'Decide it' }
        : { badge: 'wait', words: 'Waits for our decision' };
    case 'decided':
      if (decision === 'seller') return { badge: 'off', words: 'Decided for the seller' };
      return { badge: 'back', words: decision === 'part' ? 'Decided in part' : 'Decided for the buyer' };
    case 'withdrawn':
      return { badge: 'off', words: 'Withdrawn' };
    case 'lost_by_silence':
      return { badge: 'back', words: 'Not answered in time' };
    case 'settled':
      return { badge: 'back', words: 'Settled: the money went back' };
    case 'won':
      return { badge: 'off', words: 'The bank decided for the shop' };
    case 'lost':
      return { badge: 'back', words: 'The bank took the money back' };
  }
}

/** Label of a moment that has happened, or is to happen. */
export function momentLabels(
  { what, amount, minutes }: DisputeMoment,
  { dispute }: Pick<DisputePage, 'dispute'>,
): string {
  const money = amount === null ? '' : ` ${goesBackLabels(amount, minutes)}`;
  switch (what) {
    case 'ordered':
      return 'Paid';
    case 'delivered':
      return 'Delivered, as the seller says';
    case 'opened':
      return dispute.kind === 'card' ? 'The bank asked for the payment' : 'Dispute opened';
    case 'answer_until':
      return 'The seller has to answer until then; otherwise the buyer gets the money back';
    case 'evidence_until':
      return 'The bank takes evidence until then; without any the payment is lost';
    case 'answered':
      return 'The seller answered';
    case 'ended':
      return statusOf(dispute, 'buyer').words;
    case 'refund_decided':
      return `Refund of${money} on its way`;
    case 'refund_arrived':
      return `Refund of${money} paid back`;
    case 'released':
      return 'The money came to the seller';
  }
}

/** Money that goes back to the buyer, and the machine time that goes with it. */
export function goesBackLabels(amount: number, minutes: number | null): string {
  return `${formatAmount(amount)}${minutes === null ? '' : ` with ${minutesText(minutes)} of machine time`}`;
}

export function moneyLabels({ money, dispute }: Pick<DisputePage, 'money' | 'dispute'>): string {
  const amount = dispute.amount === null ? 'The money' : formatAmount(dispute.amount);
  switch (money) {
    case 'waits_in_order':
      return dispute.ended_at === null
        ? `${amount} waits: the seller gets nothing of it before this is over.`
        : `What is the seller's comes to them when its holding time is over.`;
    case 'set_apart':
      return `${amount} was taken out of the seller's balance, and waits until this is over.`;
    case 'with_bank':
      return `${amount} waits until the bank has decided.`;
    case 'given_back':
      return 'What was to go back went back to the buyer, on the way it was paid.';
    case 'with_seller':
      return "What is the seller's is in their balance.";
  }
}

export function writerLabels(side: DisputeSide, dispute: Pick<Dispute, 'seller' | 'buyer'>, shopName: string): string {
  if (side === 'staff') return `${shopName} (staff)`;
  if (side === 'seller') return dispute.seller?.name ?? 'The seller';
  return dispute.buyer?.name ?? 'Former customer';
}

/** Evidence to send to the bank, where it decides. */
export const evidenceHint =
  'The bank decides by what it is shown: the order and its receipt, when and how it was delivered, downloads, and what both have written. Attach it here; the operator hands it in at the payment provider.';
