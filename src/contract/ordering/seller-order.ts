// Words about sales: of an order, what one seller may know and do. Free of the validator.
import type { z } from 'zod';
import { formatCents } from '../money/amount/money.ts';
import { readCents } from '../text/typed-number.ts';
import type {
  deliverySchema,
  refundedOrderSchema,
  sellerOrderSchema,
  sellerOrderStates,
  sellerRefundSchema,
} from './seller-order.schema.ts';

export type SellerOrder = z.infer<typeof sellerOrderSchema>;
export type SellerOrderLine = SellerOrder['lines'][number];
/** `on_hold`: its payment is looked at, and nothing is to be done meanwhile. */
export type SellerOrderState = (typeof sellerOrderStates)[number];
export type DeliveredLines = z.infer<typeof deliverySchema>;
export type SellerRefund = z.infer<typeof sellerRefundSchema>;
export type SellerRefundAnswer = z.infer<typeof refundedOrderSchema>;

/** True if all that was paid for it is refunded. */
export function isRefunded({ paid, refunded }: SellerOrderLine): boolean {
  return paid > 0 && refunded >= paid;
}

/** True if it was delivered after the promised time, or that has passed and it is not. */
export function isLate({ promised_at: promised, delivered_at: delivered }: SellerOrderLine, now: Date): boolean {
  return promised !== undefined && (delivered ? new Date(delivered) : now) > new Date(promised);
}

/** Amount of a line that can still be refunded. */
export function leftCents({ paid, refunded }: SellerOrderLine): number {
  return Math.round((paid - refunded) * 100);
}

/** Why this amount of a line cannot go back; undefined where it can. */
export function amountFault(line: SellerOrderLine, text: string): string | undefined {
  const cents = readCents(text);
  if (cents === null || cents === 0) return 'Write an amount such as 12.50';
  if (cents > leftCents(line)) return `At most ${formatCents(leftCents(line))} is left of it`;
  return undefined;
}

/** Filters of a list of sales. */
export const sellerOrderFilters = ['to_deliver', 'delivered', 'refunded'] as const satisfies SellerOrderState[];
export type SellerOrderFilter = (typeof sellerOrderFilters)[number];
