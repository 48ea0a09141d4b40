// An order as the staff see it, and what can be done with it now.
import { kindsOf } from '#contract/goods/goods.ts';
import { formatCents, fromMicros } from '#contract/money/amount/money.ts';
import type { OrderNote, StaffOrder, StaffOrderLine } from '#contract/ordering/staff-order/staff-order.ts';
import type { StaffOrderAction } from '#contract/ordering/staff-order/staff-order-terms.ts';
import type { StaffAction } from '../../access/access.rules.ts';
import { type DownloadsOfLine, toLineDownloads } from '../../goods/ports.rules.ts';
import {
  fromWalletCents,
  lineCents,
  originRefundableCents,
  percentOf,
  refundableCents,
} from '../../money/ports.rules.ts';
import type { StoredLine, StoredOrder } from '../../schema/order.record.ts';
import { deliveredAt, isOfNobody, openLines } from '../order/order.rules.ts';

type Goods = {
  line: number;
  keys_given: number;
  keys_missing: number;
  access: 'waiting' | 'ready' | 'withdrawn' | null;
  promised_at: Date | null;
  minutes: number | null;
  minutes_bought: number | null;
};

type Refund = Pick<StaffOrder['refunds'][number], 'refund_id' | 'origin' | 'failure' | 'provider_id'>;

type Known = {
  order: StoredOrder;
  /** How the buyer's account is called; null where it never signed in, or has left. */
  username: string | null;
  goods: readonly Goods[];
  downloads: readonly DownloadsOfLine[];
  refunds: readonly Refund[];
  notes: OrderNote[];
  walletIsOpen: boolean;
  wish: 'card' | 'wallet';
  /** Rights of the reader's role, and whether they are the buyer or of a shop in the order. */
  may: (action: StaffAction) => boolean;
  isSide: boolean;
};

/** Which right each needs. */
const rightOf = {
  refund: 'refundSales',
  fulfil: 'deliverSales',
  cancel: 'handleSales',
  paid: 'refundSales',
  accept: 'refundSales',
  receipt: 'handleSales',
  note: 'handleSales',
} as const satisfies Record<StaffOrderAction, StaffAction>;

export const ownSide = 'You are a side of this order. Somebody else of the staff moves its money.';

/** Why it cannot be done now; null: it can. The verbs ask the same again. */
function whyNot(action: StaffOrderAction, order: StoredOrder, isSide: boolean): string | null {
  const { status } = order;
  const moves = action === 'refund' || action === 'fulfil' || action === 'paid' || action === 'accept';
  const own = moves && isSide ? ownSide : null;
  const reasons: Record<StaffOrderAction, string | null> = {
    note: null,
    receipt: !order.paid_at ? 'It is not paid: there is no receipt.' : !order.user_id ? 'Its buyer has left.' : null,
    cancel: status === 'pending' ? null : order.paid_at ? 'It is paid: refund it instead.' : 'It has ended already.',
    paid: paidWhyNot(order),
    accept:
      status === 'in_review' && order.review_reason === 'amount'
        ? null
        : 'No other amount than the total waits to be accepted.',
    fulfil: fulfilWhyNot(order),
    refund: refundWhyNot(order),
  };
  return reasons[action] ?? own;
}

function paidWhyNot(order: StoredOrder): string | null {
  if (order.payment_method === 'card') return 'It is paid by card: the payment provider says when.';
  if (order.paid_at) return 'It is paid already.';
  if (isOfNobody(order)) return 'Its buyer has left.';
  return ['pending', 'cancelled', 'expired'].includes(order.status) ? null : 'It does not wait for a payment.';
}

function fulfilWhyNot(order: StoredOrder): string | null {
  if (order.status === 'fulfilled') return 'Everything is delivered.';
  if (order.status !== 'paid') return 'It is not a paid order.';
  return openLines(order).length > 0 ? null : 'Nothing waits to be delivered.';
}

function refundWhyNot(order: StoredOrder): string | null {
  if (order.review_reason === 'dispute')
    return 'The bank is asked about this payment: its money goes back by that, if at all.';
  if (!['paid', 'fulfilled', 'in_review', 'refunded'].includes(order.status)) return 'Nothing was paid.';
  return refundableCents(order) > 0 ? null : 'All of it went back, or is on its way.';
}

/** Everything that is known of it. */
export function toStaffOrder(known: Known): StaffOrder {
  const { order, username, may, isSide } = known;
  const pending = order.status === 'pending';
  const sellers = order.lines.reduce((sum, line) => sum + (line.seller_discount_cents ?? line.discount_cents), 0);
  const { card_brand: brand, card_last4: last4 } = order;
  return {
    order_id: order.order_id,
    status: order.status,
    review_reason: order.review_reason,
    created_at: order.created_at.toISOString(),
    expires_at: order.expires_at.toISOString(),
    paid_at: order.paid_at?.toISOString() ?? null,
    fulfilled_at: order.fulfilled_at?.toISOString() ?? null,
    buyer: isOfNobody(order)
      ? null
      : {
          account_id: order.account_id,
          email: order.user_id,
          name: username ?? billedName(order) ?? order.user_id ?? '',
        },
    lines: order.lines.map((line) => toLine(line, known)),
    subtotal: order.subtotal_cents / 100,
    discount: order.discount_cents / 100,
    coupon: order.coupon_code
      ? { code: order.coupon_code, operator: (order.discount_cents - sellers) / 100, sellers: sellers / 100 }
      : null,
    total: order.total_cents / 100,
    received: order.received_cents === null ? null : order.received_cents / 100,
    refunded: order.refunded_cents / 100,
    refundable: Math.max(0, refundableCents(order)) / 100,
    wallet: order.wallet_cents > 0 ? { amount: order.wallet_cents / 100, returned: order.wallet_returned } : null,
    payment: {
      method: order.payment_method,
      card: brand && last4 ? { brand, last4 } : null,
      session: order.session_id,
      payment: order.payment_intent,
      pay_at: pending ? order.checkout_url : null,
    },
    billing: namedOf(order.billing),
    invoiced_to: namedOf(order.invoice_to),
    refunds: toRefunds(known),
    refund_targets: targetsOf(known),
    notes: known.notes,
    actions: (Object.keys(rightOf) as StaffOrderAction[])
      .filter((action) => may(rightOf[action]))
      .map((action) => ({ action, why_not: whyNot(action, order, isSide) })),
  };
}

/** The buyer's wish first. What only the wallet has paid goes back there alone. */
function targetsOf({ order, walletIsOpen, wish }: Known): StaffOrder['refund_targets'] {
  const toOrigin = originRefundableCents(order) > 0;
  if (!toOrigin) return fromWalletCents(order) > 0 ? ['wallet'] : ['card'];
  if (!walletIsOpen || !order.account_id) return ['card'];
  return wish === 'wallet' ? ['wallet', 'card'] : ['card', 'wallet'];
}

function toRefunds({ order, refunds }: Known): StaffOrder['refunds'] {
  return order.refunds.map(({ refund_id, created_at, amount_cents, state, destination, reason }) => {
    const more = refunds.find((one) => one.refund_id === refund_id);
    return {
      refund_id,
      created_at: new Date(created_at).toISOString(),
      amount: amount_cents / 100,
      state,
      to: destination === 'wallet' ? 'wallet' : 'card',
      reason,
      origin: more?.origin ?? 'shop',
      failure: more?.failure ?? null,
      provider_id: more?.provider_id ?? null,
    };
  });
}

function toLine(line: StoredLine, { order, goods, downloads }: Known): StaffOrderLine {
  const had = downloads.find((one) => one.line === line.line);
  const promised = goods.find((one) => one.line === line.line);
  const kinds = kindsOf(line.goods);
  return {
    line: line.line,
    product_id: line.product_id,
    product_name: line.product_name,
    product_version: line.product_version,
    selected_options: line.selected_options,
    price_unit: line.price_unit,
    unit_price: fromMicros(line.unit_price_micros),
    num: line.quantity,
    ...(line.machines > 1 && { machines: line.machines }),
    amount: line.amount_cents / 100,
    coupon: line.discount_cents / 100,
    tax:
      line.tax_name === null
        ? null
        : { name: line.tax_name, percent: percentOf(line.tax_thousandths ?? 0), amount: line.tax_cents / 100 },
    counted: line.counted,
    license: line.license,
    seller: line.seller_id
      ? { seller_id: line.seller_id, name: line.seller?.name ?? null, suspended: line.seller_suspended }
      : null,
    goods: kinds,
    delivered_at: deliveredAt(order, line)?.toISOString() ?? null,
    given_back: line.given_back,
    refunded: line.refunded_cents / 100,
    left: Math.max(0, Math.min(lineCents(line).left, refundableCents(order))) / 100,
    disputed: line.disputed,
    release_at: line.release_at && new Date(line.release_at).toISOString(),
    released_at: line.released_at && new Date(line.released_at).toISOString(),
    downloads: had ? toLineDownloads(had) : null,
    keys: promised && kinds.includes('keys') ? { given: promised.keys_given, missing: promised.keys_missing } : null,
    access: promised?.access
      ? { state: promised.access, promised_at: promised.promised_at?.toISOString() ?? null }
      : null,
    hours: toLineHours(promised),
  };
}

/** Null where the line has no machine time of its own. */
export function toLineHours(
  goods: { minutes: number | null; minutes_bought: number | null } | undefined,
): { bought: number; left: number } | null {
  return goods && goods.minutes !== null ? { bought: goods.minutes_bought ?? 0, left: goods.minutes } : null;
}

function namedOf(values: object | null): StaffOrder['billing'] {
  return Object.entries(values ?? {}).flatMap(([name, text]) =>
    typeof text === 'string' && text !== '' ? [{ name: name.replaceAll('_', ' '), text }] : [],
  );
}

function billedName({ billing }: StoredOrder): string | null {
  return billing ? `${billing.first_name} ${billing.last_name}`.trim() || null : null;
}

/** For who notes a transfer of an order that has ended. */
export function lateText(
  orderId: string,
  orderedCents: number,
  todayCents: number | null,
  problem: string | null,
): string {
  const today = todayCents === null ? 'and cannot be had today' : `today it costs ${formatCents(todayCents)}`;
  return [
    `${orderId} had ended before this payment. It was ordered at ${formatCents(orderedCents)}, ${today}.`,
    problem,
  ]
    .filter(Boolean)
    .join(' ');
}
