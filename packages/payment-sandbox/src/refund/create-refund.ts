import { recordRefund } from '../balance/record-payment.ts';
import { isChargedBack } from '../dispute/dispute.store.ts';
import { emit } from '../event/emit.ts';
import { amountStep } from '../money/currency.rules.ts';
import { chargeObject } from '../payment-intent/charge.object.ts';
import { lockPaymentIntent, updatePaymentIntent } from '../payment-intent/payment-intent.store.ts';
import {
  alreadyRefunded,
  chargedBack,
  invalid,
  noFundsToRefund,
  noSuch,
  notPaid,
  refundTooLarge,
  unevenAmount,
} from '../protocol/errors.ts';
import { newId } from '../protocol/new-id.ts';
import { type Sandbox, settlesAt } from '../sandbox.ts';
import type { Db, Metadata, Refund, RefundPlan } from '../schema.ts';
import { refundObject } from './refund.object.ts';
import { addRefund } from './refund.store.ts';

type NewRefund = {
  of: { payment_intent: string } | { charge: string };
  /** Minor units; all that is left without. */
  amount: number | undefined;
  reason: string | null;
  metadata: Metadata;
};

/** How a refund begins, and what it becomes later. */
const courses: Record<
  Exclude<RefundPlan, 'refused'>,
  Pick<Refund, 'status' | 'becomes'> & Partial<Pick<Refund, 'pending_reason'>>
> = {
  succeeds: { status: 'succeeded', becomes: null },
  pending_then_succeeds: { status: 'pending', becomes: 'succeeded', pending_reason: 'processing' },
  pending_then_fails: { status: 'pending', becomes: 'failed', pending_reason: 'processing' },
  succeeds_then_fails: { status: 'succeeded', becomes: 'failed' },
  waits_for_funds: { status: 'pending', becomes: null, pending_reason: 'insufficient_funds' },
};

/** Gives back a part of what was captured. All refunds of a payment together never exceed it, however many at once. */
export async function createRefund(
  transaction: Db,
  sandbox: Pick<Sandbox, 'now' | 'listensTo' | 'settleMs'>,
  asked: NewRefund,
): Promise<Refund> {
  const intent = await lockPaymentIntent(
    transaction,
    'charge' in asked.of ? { charge: asked.of.charge } : { id: asked.of.payment_intent },
  );
  if (!intent) {
    const [[object, id] = ['payment_intent', '']] = Object.entries(asked.of);
    throw noSuch(object, id, object, 400);
  }
  const { charge, currency, amount_received: received, amount_refunded: refunded } = intent;
  if (intent.status !== 'succeeded' || !charge) throw notPaid(intent.id);
  const left = received - refunded;
  if (left === 0) throw alreadyRefunded(charge);
  if (intent.disputed && (await isChargedBack(transaction, intent.id))) throw chargedBack(charge);
  const plan = intent.plan.refunds ?? 'succeeds';
  if (plan === 'refused') throw noFundsToRefund();
  const amount = asked.amount ?? left;
  const step = amountStep(currency);
  if (amount % step !== 0) throw invalid('amount', unevenAmount(currency, step));
  if (amount > left) throw refundTooLarge(amount, left, received, currency);

  const id = newId('re');
  // A refund that waits for funds has not left the balance.
  const isFunded = courses[plan].pending_reason !== 'insufficient_funds';
  const moved = isFunded ? await recordRefund(transaction, sandbox, { id, amount, currency }, intent) : null;
  const refund = await addRefund(transaction, {
    id,
    balance_transaction: moved?.id ?? null,
    payment_intent: intent.id,
    charge,
    currency,
    amount,
    reason: asked.reason,
    metadata: JSON.stringify(asked.metadata),
    created_at: sandbox.now(),
    ...courses[plan],
    settles_at: courses[plan].becomes ? settlesAt(sandbox) : null,
  });
  const changed = await updatePaymentIntent(transaction, intent.id, { amount_refunded: refunded + amount });
  await emit(transaction, sandbox, [
    { type: 'refund.created', object: refundObject(refund) },
    { type: 'charge.refunded', object: chargeObject(changed), previous: { amount_refunded: refunded } },
  ]);
  return refund;
}
