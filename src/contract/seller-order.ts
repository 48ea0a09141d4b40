// Words about sales: of an order, what one seller may know and do. Free of the validator.
import type { z } from 'zod';
import type { refundedOrderSchema, sellerOrderSchema, sellerOrderStates } from './seller-order.schema.ts';

export type SellerOrder = z.infer<typeof sellerOrderSchema>;
export type SellerOrderLine = SellerOrder['lines'][number];
/** `on_hold`: its payment is looked at, and nothing is to be done meanwhile. */
export type SellerOrderState = (typeof sellerOrderStates)[number];
export type SellerRefundAnswer = z.infer<typeof refundedOrderSchema>;

/** What a list of sales may be narrowed to. */
export const sellerOrderFilters = ['to_deliver', 'delivered', 'refunded'] as const satisfies SellerOrderState[];
export type SellerOrderFilter = (typeof sellerOrderFilters)[number];
