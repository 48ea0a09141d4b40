import { fromMicros } from '#contract/money.ts';
import type { Order, OrderStatus } from '#contract/order.ts';

/** What may follow what. A payment that arrives late still makes its order paid, where the items can be had. */
const following: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['paid', 'cancelled', 'expired'],
  paid: ['fulfilled', 'refunded'],
  fulfilled: ['refunded'],
  cancelled: ['paid', 'refunded'],
  expired: ['paid', 'refunded', 'cancelled'],
  refunded: [],
};

export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return following[from].includes(to);
}

/** The order as its table keeps it, with its lines. */
export type StoredOrder = {
  order_id: string;
  user_id: string | null;
  account_id: string | null;
  status: OrderStatus;
  payment_method: Order['payment_method'];
  subtotal_cents: number;
  discount_cents: number;
  total_cents: number;
  refunded_cents: number;
  coupon_code: string | null;
  session_id: string | null;
  checkout_url: string | null;
  payment_intent: string | null;
  created_at: Date;
  expires_at: Date;
  paid_at: Date | null;
  lines: StoredLine[];
};

export type StoredLine = {
  product_id: string;
  product_name: string;
  unit_price_micros: number;
  quantity: number;
  amount_cents: number;
  discount_cents: number;
  counted: boolean;
};

/** As the API tells it to its customer. */
export function toOrder(order: StoredOrder): Order {
  const pending = order.status === 'pending';
  return {
    order_id: order.order_id,
    create_time: order.created_at.toISOString(),
    order_status: order.status,
    products: order.lines.map((line) => ({
      product_id: line.product_id,
      product_name: line.product_name,
      num: line.quantity,
      unit_price: fromMicros(line.unit_price_micros),
      amount: line.amount_cents / 100,
    })),
    subtotal: order.subtotal_cents / 100,
    discount: order.discount_cents / 100,
    coupon: order.coupon_code,
    total: order.total_cents / 100,
    refunded: order.refunded_cents / 100,
    payment_method: order.payment_method,
    paid_at: order.paid_at?.toISOString() ?? null,
    expires_at: pending ? order.expires_at.toISOString() : null,
    checkout_url: pending ? order.checkout_url : null,
  };
}

/** The lines whose items are counted, and so are held, sold and put back. */
export function countedItems(order: Pick<StoredOrder, 'lines'>): StoredLine[] {
  return order.lines.filter((line) => line.counted);
}
