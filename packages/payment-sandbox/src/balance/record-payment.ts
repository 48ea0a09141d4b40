// The movements on the platform's balance that come of payments, refunds and disputes.
import type { Sandbox } from '../sandbox.ts';
import type { BalanceTransaction, Db, Dispute, PaymentIntent, Refund } from '../schema.ts';
import { addMovement } from './add-movement.ts';
import { findMovement } from './balance.store.ts';
import { DISPUTE_FEE, feeOf } from './fees.rules.ts';

/** A payment has come in: `intent.balance_transaction` names the movement already. */
export async function recordCharge(
  transaction: Db,
  { now, processingFee }: Pick<Sandbox, 'now' | 'processingFee'>,
  intent: PaymentIntent,
): Promise<void> {
  const { balance_transaction: id, charge, amount_received: amount } = intent;
  if (!id || !charge) throw new Error(`${intent.id} has no charge`);
  await addMovement(transaction, {
    id,
    account: null,
    type: intent.bank_account ? 'payment' : 'charge',
    reporting_category: 'charge',
    amount,
    fee: feeOf(amount, processingFee),
    currency: intent.currency,
    source: charge,
    description: intent.description,
    available_on: 'incoming',
    created_at: now(),
  });
}

/** Refunds leave pending money first, while the payment itself is pending. The fee of the payment stays paid. */
export async function recordRefund(
  transaction: Db,
  { now }: Pick<Sandbox, 'now'>,
  refund: Pick<Refund, 'id' | 'amount' | 'currency'>,
  intent: PaymentIntent,
): Promise<BalanceTransaction> {
  const paid = intent.balance_transaction ? await findMovement(transaction, intent.balance_transaction, null) : null;
  return addMovement(transaction, {
    account: null,
    type: intent.bank_account ? 'payment_refund' : 'refund',
    reporting_category: 'refund',
    amount: -refund.amount,
    currency: refund.currency,
    source: refund.id,
    description: 'REFUND FOR CHARGE',
    ...(paid && paid.available_on > now() && { available_on: paid.available_on }),
    created_at: now(),
  });
}

/** A refund that had left the balance has come back. */
export function recordFailedRefund(
  transaction: Db,
  { now }: Pick<Sandbox, 'now'>,
  refund: Pick<Refund, 'id' | 'amount' | 'currency'>,
): Promise<BalanceTransaction> {
  return addMovement(transaction, {
    account: null,
    type: 'refund_failure',
    reporting_category: 'refund_failure',
    amount: refund.amount,
    currency: refund.currency,
    source: refund.id,
    description: 'REFUND FAILURE',
    created_at: now(),
  });
}

export function recordWithdrawal(
  transaction: Db,
  { now }: Pick<Sandbox, 'now'>,
  dispute: Pick<Dispute, 'id' | 'amount' | 'currency' | 'charge'>,
): Promise<BalanceTransaction> {
  return addMovement(transaction, {
    account: null,
    type: 'adjustment',
    reporting_category: 'dispute',
    amount: -dispute.amount,
    fee: DISPUTE_FEE,
    currency: dispute.currency,
    source: dispute.id,
    description: `Chargeback withdrawal for ${dispute.charge}`,
    created_at: now(),
  });
}

/** The fee of the dispute stays paid. */
export function recordReinstatement(
  transaction: Db,
  { now }: Pick<Sandbox, 'now'>,
  dispute: Pick<Dispute, 'id' | 'amount' | 'currency' | 'charge'>,
): Promise<BalanceTransaction> {
  return addMovement(transaction, {
    account: null,
    type: 'adjustment',
    reporting_category: 'dispute_reversal',
    amount: dispute.amount,
    currency: dispute.currency,
    source: dispute.id,
    description: `Chargeback reversal for ${dispute.charge}`,
    created_at: now(),
  });
}
