import type { z } from 'zod';
import type { orderSchema, orderStatuses, paymentMethods, reviewReasons } from './order.schema.ts';

export type Order = z.infer<typeof orderSchema>;
export type OrderStatus = (typeof orderStatuses)[number];
/** 'pending': the provider works on it. */
export type RefundState = 'decided' | 'pending' | 'succeeded' | 'failed';
export type ReviewReason = (typeof reviewReasons)[number];
export type PaymentMethod = (typeof paymentMethods)[number];
