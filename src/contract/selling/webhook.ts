// Words about webhooks: what a seller's own machine is told of, by the Standard Webhooks convention. Free of the validator.
import type { SelectedOption } from '../catalogue/product/product.ts';

/** A line of an order as its seller is told of it. Amounts are US dollars. */
export type SoldLine = {
  /** Its place in the order. */
  line: number;
  product_id: string;
  product_name: string;
  /** Which approved version was bought. */
  product_version: number | null;
  selected_options: SelectedOption[];
  price_unit: string;
  quantity: number;
  /** How many machines at once, each for the whole quantity, where these are several. */
  machines?: number;
  unit_price: number;
  /** Before the discount, and what a coupon took off it. */
  amount: number;
  discount: number;
};

/** Data of each event. Of an order never more than the seller's own lines, and of a buyer nothing at all. */
export type WebhookData = {
  'order.paid': { order_id: string; paid_at: string; lines: SoldLine[] };
  'order.delivered': { order_id: string; lines: number[] };
  /** Amounts refunded now, by line; `whole`: nothing of what was paid for the seller's lines is left. */
  'order.refunded': {
    order_id: string;
    whole: boolean;
    lines: Array<{ line: number; product_id: string; refunded: number }>;
  };
  /** Also a review that its author has edited. */
  'review.posted': { review_id: string; product_id: string; rate: number; review_text: string; edited: boolean };
  'listing.approved': { product_id: string; version: number };
  'listing.returned': { product_id: string; reason: string };
  /** Never the text: what was written is read behind a sign-in or by a key. */
  'message.received': { thread_id: string; message_id: string; product_id: string | null; order_id: string | null };
  'seller.suspended': { reason: string };
  /** Few keys are left, or buyers wait for some; of a variant where it has keys of its own. Once for what was loaded. */
  'keys.low': { product_id: string; selected_options: SelectedOption[]; free: number; waiting: number };
};

export const webhookEvents = [
  'order.paid',
  'order.delivered',
  'order.refunded',
  'review.posted',
  'listing.approved',
  'listing.returned',
  'message.received',
  'seller.suspended',
  'keys.low',
] as const satisfies ReadonlyArray<keyof WebhookData>;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Subject of a delivery: an event, or a test that its owner has asked for. */
export type DeliveredEvent = WebhookEvent | 'webhook.test';

/** `delivered`: the other side has answered 2xx. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** `gone`: the other side has answered 410; `failing`: nothing has arrived there for days. */
export const offReasons = ['gone', 'failing'] as const;
export type OffReason = (typeof offReasons)[number];
