import type { Transaction } from 'kysely';
import { recordAudit } from '../../../audit/audit.ts';
import type { UnmatchedPaymentTable } from '../../../schema/ordering.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { insertUnmatchedPayment } from './unmatched-payment.store.ts';

/** Payment that arrived for no order: stored for the operator, and reported once. */
export async function recordUnmatched(
  transaction: Transaction<ApiTables>,
  service: Pick<CheckoutService, 'actor' | 'log' | 'now'>,
  payment: Omit<UnmatchedPaymentTable, 'seen_at'>,
): Promise<void> {
  if (!(await insertUnmatchedPayment(transaction, { ...payment, seen_at: service.now() }))) return;
  const { payment_id: id, reason, amount_cents, currency } = payment;
  const details = { reason, amount_cents, currency };
  await recordAudit(transaction, service.actor, {
    action: 'payment.unmatched',
    subject: { kind: 'payment', id },
    details,
  });
  service.log.error({ part: 'api', payment: id, ...details }, 'a payment is no order’s: look at it at the provider');
}
