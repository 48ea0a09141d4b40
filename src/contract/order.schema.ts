import { z } from 'zod';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const amount = z.number().meta({ description: 'US dollars, whole cents', example: 12.5 });

export const orderStatuses = ['pending', 'paid', 'fulfilled', 'cancelled', 'expired', 'refunded'] as const;
export const paymentMethods = ['card', 'transfer', 'check'] as const;

export const orderProductSchema = z.strictObject({
  product_id: z.string(),
  product_name: z.string().meta({ description: 'As it was when it was ordered' }),
  num: z.int().meta({ description: 'How many' }),
  unit_price: z.number().meta({ description: 'US dollars, exact to 6 decimals, as it was when it was ordered' }),
  amount: amount.meta({ description: 'Of the line, before the discount' }),
});

export const orderSchema = z
  .strictObject({
    order_id: z.string(),
    create_time: instant,
    order_status: z.enum(orderStatuses),
    products: z.array(orderProductSchema),
    subtotal: amount,
    discount: amount,
    coupon: z.string().nullable(),
    total: amount,
    refunded: amount,
    payment_method: z.enum(paymentMethods),
    paid_at: instant.nullable(),
    expires_at: instant.nullable().meta({ description: 'Until when a pending order holds its items' }),
    checkout_url: z.string().nullable().meta({ description: 'Where a pending order can still be paid by card' }),
  })
  .meta({ id: 'Order' });
