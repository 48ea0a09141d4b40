import { recordWithdrawal } from '../balance/record-payment.ts';
import { emit } from '../event/emit.ts';
import { updatePaymentIntent } from '../payment-intent/payment-intent.store.ts';
import { newId } from '../protocol/new-id.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Db, Dispute, PaymentIntent } from '../schema.ts';
import { disputeObject } from './dispute.object.ts';
import { addDispute } from './dispute.store.ts';

/**
 * The customer's bank takes a payment back until it has decided, or (an inquiry) only asks about it. The payment must
 * have been made, and be locked by the transaction. `amount` is all of it unless given.
 */
export async function openDispute(
  transaction: Db,
  sandbox: Pick<Sandbox, 'now' | 'listensTo'>,
  { id, charge, currency, amount_received }: PaymentIntent,
  { reason, inquiry, amount = amount_received }: { reason: string; inquiry: boolean; amount?: number | undefined },
): Promise<Dispute> {
  const dispute = await addDispute(transaction, {
    id: newId('du'),
    payment_intent: id,
    charge: charge ?? '',
    currency,
    amount,
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
    created_at: sandbox.now(),
  });
  await updatePaymentIntent(transaction, id, { disputed: true });
  const withdrawn = inquiry ? [] : [await recordWithdrawal(transaction, sandbox, dispute)];
  const object = disputeObject(dispute, withdrawn);
  await emit(transaction, sandbox, [
    { type: 'charge.dispute.created', object },
    ...(inquiry ? [] : [{ type: 'charge.dispute.funds_withdrawn' as const, object }]),
  ]);
  return dispute;
}
