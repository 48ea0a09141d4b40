import type { StoredOrder } from '../../src/api/order/order.rules.ts';

type Line = StoredOrder['lines'][number];

/** An order that was paid by card, with one line; what a test does not care about is filled in. */
export function anOrder(changes: Partial<StoredOrder> = {}): StoredOrder {
  return {
    order_id: 'D6WH9EAKFEMP',
    user_id: 'jane@example.com',
    account_id: 'jane',
    status: 'paid',
    payment_method: 'card',
    subtotal_cents: 498_000,
    discount_cents: 0,
    total_cents: 498_000,
    refunded_cents: 0,
    received_cents: changes.total_cents ?? 498_000,
    review_reason: null,
    resume_status: null,
    items_returned: false,
    next_check_at: null,
    coupon_code: null,
    session_id: null,
    checkout_url: null,
    payment_intent: null,
    card_brand: null,
    card_last4: null,
    billing: null,
    created_at: new Date('2026-11-20T09:30:00Z'),
    expires_at: new Date('2026-11-20T10:00:00Z'),
    paid_at: new Date('2026-11-20T09:31:00Z'),
    fulfilled_at: null,
    lines: [aLine()],
    refunds: [],
    ...changes,
  };
}

export function aLine(changes: Partial<Line> = {}): Line {
  return {
    line: 0,
    product_id: 'data',
    product_name: 'Data set',
    unit_price_micros: 2_490_000_000,
    quantity: 2,
    amount_cents: 498_000,
    discount_cents: 0,
    counted: false,
    selected_options: [],
    is_variant: false,
    price_unit: '',
    license: '',
    license_texts: [],
    goods: {},
    edition: '',
    seller_id: null,
    product_version: null,
    delivered_at: null,
    refunded_cents: 0,
    given_back: false,
    seller: null,
    seller_suspended: false,
    ...changes,
  };
}
