import type { Transaction } from 'kysely';
import type { Refusal } from '#contract/refusal.ts';
import { findOffers } from '../../../catalogue/ports.ts';
import { lockRefundableMinutes } from '../../../goods/ports.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import type { RefundDecision } from './write-refund.ts';

/** No more machine time of a line goes back than is left of it. The hours stay as they are until the transaction ends. */
export async function refusalOfTime(
  transaction: Transaction<ApiTables>,
  order: StoredOrder,
  { lines }: Pick<RefundDecision, 'lines'>,
  at: Date,
): Promise<Extract<Refusal, { code: 'line_time_too_long' }> | null> {
  const named = lines.filter(({ minutes }) => minutes !== undefined);
  // Products before hours, as whoever sells them locks both.
  if (named.length > 0)
    await findOffers(
      transaction,
      order.lines.map(({ product_id: id }) => id),
      { lock: true },
    );
  for (const { line, minutes = 0 } of named) {
    const leftMinutes = await lockRefundableMinutes(transaction, { orderId: order.order_id, line }, at);
    const productName = order.lines.find((one) => one.line === line)?.product_name ?? '';
    if (minutes > leftMinutes) return { code: 'line_time_too_long', productName, leftMinutes };
  }
  return null;
}
