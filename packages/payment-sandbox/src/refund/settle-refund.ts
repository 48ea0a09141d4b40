import { recordFailedRefund, recordRefund } from '../balance/record-payment.ts';
import { emit } from '../event/emit.ts';
import { lockPaymentIntent, updatePaymentIntent } from '../payment-intent/payment-intent.store.ts';
import { refundSettled } from '../protocol/errors.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Db, Refund } from '../schema.ts';
import { refundObject } from './refund.object.ts';
import { lockRefund, updateRefund } from './refund.store.ts';

/**
 * Settles a refund by the final answer of the customer's bank. One that fails, also after it had succeeded, comes back to
 * the shop, and its amount can be refunded again.
 */
export async function settleRefund(
  transaction: Db,
  sandbox: Pick<Sandbox, 'now' | 'listensTo'>,
  found: Refund,
  status: 'succeeded' | 'failed',
  failure_reason = 'unknown',
): Promise<Refund> {
  const intent = await lockPaymentIntent(transaction, { id: found.payment_intent });
  const before = await lockRefund(transaction, found.id);
  if (!intent || !before) throw new Error(`${found.id} is gone`);
  if (before.status === 'failed' || before.status === status) throw refundSettled(before.status);
  const debits = status === 'succeeded' && !before.balance_transaction;
  const left = debits ? await recordRefund(transaction, sandbox, before, intent) : null;
  const returns = status === 'failed' && before.balance_transaction;
  const returned = returns ? await recordFailedRefund(transaction, sandbox, before) : null;
  const refund = await updateRefund(transaction, before.id, {
    ...(left && { balance_transaction: left.id }),
    ...(returned && { failure_balance_transaction: returned.id }),
    status,
    becomes: null,
    settles_at: null,
    pending_reason: null,
    failure_reason: status === 'failed' ? failure_reason : null,
  });
  const object = refundObject(refund);
  const updated = { type: 'refund.updated' as const, object, previous: { status: before.status } };
  if (status === 'succeeded') {
    await emit(transaction, sandbox, [updated]);
    return refund;
  }
  await updatePaymentIntent(transaction, intent.id, { amount_refunded: intent.amount_refunded - refund.amount });
  await emit(transaction, sandbox, [updated, { type: 'refund.failed', object }]);
  return refund;
}
