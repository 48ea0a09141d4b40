import type { z } from 'zod';
import type {
  billedOrderRequestSchema,
  billingSchema,
  cartItemSchema,
  cartSchema,
  checkoutRequestSchema,
  quoteRequestSchema,
  quoteSchema,
} from './checkout.schema.ts';

export type Cart = z.infer<typeof cartSchema>;
export type CartItem = z.infer<typeof cartItemSchema>;
export type QuoteRequest = z.infer<typeof quoteRequestSchema>;
export type Quote = z.infer<typeof quoteSchema>;
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>;
export type Billing = z.infer<typeof billingSchema>;
export type BilledOrderRequest = z.infer<typeof billedOrderRequestSchema>;
