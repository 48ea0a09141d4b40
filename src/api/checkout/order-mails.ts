// What customers are told by mail about their orders.
import { formatCents } from '#contract/money.ts';
import type { Message } from '#mail/mailer.ts';
import type { StoredOrder } from '../order/order.rules.ts';
import { receiptPdf } from '../receipt-pdf.ts';
import type { CheckoutService } from './checkout-service.ts';

type Shop = Pick<CheckoutService, 'shop'>;

export async function confirmationMail({ shop }: Shop, order: StoredOrder, to: string): Promise<Message> {
  return {
    to,
    subject: `Your ${shop.name} order ${order.order_id}`,
    heading: 'Thank you for your order',
    paragraphs: [
      'Your payment has arrived. The receipt is attached; you find it with the state of your order in your profile too.',
    ],
    rows: [
      ...order.lines.map((line) => ({
        label: `${line.product_name} × ${line.quantity}`,
        value: formatCents(line.amount_cents),
      })),
      ...(order.discount_cents > 0
        ? [{ label: `Coupon ${order.coupon_code}`, value: `-${formatCents(order.discount_cents)}` }]
        : []),
      { label: 'Total', value: formatCents(order.total_cents), strong: true },
    ],
    action: { label: 'See your order', url: orderUrl(shop.origin, order) },
    note: `Order ${order.order_id}. Keep this message as your receipt.`,
    attachments: [
      {
        filename: `receipt-${order.order_id}.pdf`,
        contentType: 'application/pdf',
        base64: (await receiptPdf(order, shop)).toString('base64'),
      },
    ],
  };
}

export function refundMail({ shop }: Shop, order: StoredOrder, to: string, amountCents: number): Message {
  return {
    to,
    subject: `A refund for your ${shop.name} order ${order.order_id}`,
    heading: `${formatCents(amountCents)} is on its way back`,
    paragraphs: ['We have refunded your payment. Depending on your bank it takes a few days until you see it.'],
    action: { label: 'See your order', url: orderUrl(shop.origin, order) },
  };
}

/** The items were gone when the payment came. */
export function lateRefundMail({ shop }: Shop, order: StoredOrder, to: string): Message {
  return {
    to,
    subject: `Your ${shop.name} payment for order ${order.order_id} is refunded`,
    heading: 'Your payment came too late',
    paragraphs: [
      'Your order had ended before your payment arrived, and its items were sold meanwhile. We are sorry. The whole amount is on its way back to you.',
    ],
    rows: [{ label: 'Refunded', value: formatCents(order.total_cents), strong: true }],
    action: { label: 'See your order', url: orderUrl(shop.origin, order) },
  };
}

function orderUrl(origin: string, order: StoredOrder): string {
  return `${origin}/profile/order?${new URLSearchParams({ id: order.order_id })}`;
}
