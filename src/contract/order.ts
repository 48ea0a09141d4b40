import type { z } from 'zod';
import type { orderSchema, orderStatuses, paymentMethods } from './order.schema.ts';

export type Order = z.infer<typeof orderSchema>;
export type OrderStatus = (typeof orderStatuses)[number];
export type PaymentMethod = (typeof paymentMethods)[number];
