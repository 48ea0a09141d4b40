import type { Transaction } from 'kysely';
import { afterCommit } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../../audit/audit.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { countMoney, countOrder, type OrderEvent } from '../../order/order-metrics.ts';
import type { CheckoutService } from '../checkout-service.ts';

/**
 * Writes into the audit log what becomes of an order, in the transaction (of `inTransaction`) that makes it so, and counts
 * it once that is committed.
 */
export async function recordOrder(
  transaction: Transaction<ApiTables>,
  { actor, by }: Pick<CheckoutService, 'actor' | 'by'>,
  orderId: string,
  event: Exclude<OrderEvent, 'placed'>,
  given: Record<string, string | number> & { amount_cents?: number } = {},
): Promise<void> {
  const details = { ...(by !== undefined && { by }), ...given };
  await recordAudit(transaction, actor, { action: `order.${event}`, subject: { kind: 'order', id: orderId }, details });
  afterCommit(transaction, () => {
    countOrder({ event });
    if (event === 'paid' || event === 'refunded') countMoney({ direction: event }, given.amount_cents ?? 0);
  });
}
