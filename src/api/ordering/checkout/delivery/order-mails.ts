// Emails to customers about their orders.

import { countText, quantityInUnits } from '#contract/catalogue/product/price-unit.ts';
import { nameWithOptions } from '#contract/catalogue/product/variant.ts';
import { minutesText } from '#contract/goods/access/hours.ts';
import { kindsOf } from '#contract/goods/goods.ts';
import { libraryPath } from '#contract/goods/library/library.ts';
import { bankFacts } from '#contract/money/amount/bank.ts';
import { formatCents, sumCents } from '#contract/money/amount/money.ts';
import { momentText } from '#contract/text/moment-text.ts';
import type { Message } from '#mail/mailer.ts';
import { addressLines, cardCents, paidCents } from '../../../money/ports.rules.ts';
import type { StoredLine, StoredOrder } from '../../../schema/order.record.ts';
import { mailedName, mailedText, mailedTitle } from '../../../text/foreign-words.rules.ts';
import type { CheckoutService } from '../checkout-service.ts';

type Shop = Pick<CheckoutService, 'shop'>;

export type OrderMail = (shop: Shop, order: StoredOrder, to: string) => Message;

/** The receipt is drawn when the mail is delivered: whoever settles the order does not wait for that. */
export function confirmationMail({ shop }: Shop, order: StoredOrder, to: string): Message {
  return {
    to,
    subject: `Your ${shop.name} order ${order.order_id}`,
    heading: 'Thank you for your order',
    paragraphs: [
      `${isFreeOrder(order) ? 'There was nothing to pay.' : 'Your payment has arrived.'} The receipt is attached; you find it with the state of your order in your profile too.`,
      ...goodsTexts(shop, order.lines),
    ],
    rows: [...linesOf(order), { label: 'Total', value: totalText(order), strong: true }, ...paidFrom(order)],
    action: { label: 'See your order', url: orderUrl(shop.origin, order) },
    note: `Order ${order.order_id}. Keep this message as your receipt.`,
    attachments: [
      {
        filename: `receipt-${order.order_id}.pdf`,
        contentType: 'application/pdf',
        source: 'receipt',
        id: order.order_id,
      },
    ],
  };
}

/** Parts of the total paid from the wallet and by card. */
function paidFrom(order: StoredOrder): NonNullable<Message['rows']> {
  if (order.wallet_cents === 0) return [];
  const byCard = paidCents(order) - order.wallet_cents;
  return [
    { label: 'From your wallet', value: formatCents(order.wallet_cents) },
    ...(byCard > 0 ? [{ label: 'By card', value: formatCents(byCard) }] : []),
  ];
}

/** Wallet note of an order that ended unpaid. */
function backInWallet(order: StoredOrder): string {
  return order.wallet_cents > 0 ? ` The ${formatCents(order.wallet_cents)} from your wallet are there again.` : '';
}

function isFreeOrder({ total_cents }: StoredOrder): boolean {
  return total_cents === 0;
}

function totalText(order: StoredOrder): string {
  return isFreeOrder(order) ? 'Free' : formatCents(order.total_cents);
}

/** An order that is paid by transfer or check: how, where to and until when. */
export function placedMail({ shop }: Shop, order: StoredOrder, to: string): Message {
  const byTransfer = order.payment_method === 'transfer';
  const total = formatCents(order.total_cents);
  return {
    to,
    subject: `How to pay your ${shop.name} order ${order.order_id}`,
    heading: 'Your order is placed',
    paragraphs: [
      `Its items are held for you until ${momentText(order.expires_at)}. Please see to it that your payment has arrived by then.`,
      ...(byTransfer ? transferTexts(shop, order) : checkTexts(shop, order)),
    ],
    rows: [
      { label: byTransfer ? 'To transfer' : 'Amount of the check', value: total, strong: true },
      ...(byTransfer && shop.bank
        ? [...bankFacts(shop.bank), { label: 'Payment reference', value: order.order_id, strong: true }]
        : []),
      ...linesOf(order),
    ],
    action: { label: 'See your order', url: orderUrl(shop.origin, order) },
    note: `Order ${order.order_id}. You hear from us as soon as your payment has arrived.`,
  };
}

function transferTexts(shop: Shop['shop'], order: StoredOrder): string[] {
  const reference = `Use ${order.order_id} as the payment reference, so that we know what it is for.`;
  return shop.bank ? [reference] : [`Ask us for our bank details at ${shop.email}. ${reference}`];
}

function checkTexts(shop: Shop['shop'], order: StoredOrder): string[] {
  const { name, address } = shop;
  return [
    `Make your check out to ${name}, write ${order.order_id} on its back, and send it to:`,
    addressLines({ name, address }).join('\n'),
  ];
}

/** `refundedCents` is all that was refunded of the order, with this; `parts` are the places that this goes to. */
export function refundMail(
  { shop }: Shop,
  order: StoredOrder,
  to: string,
  refund: {
    parts: ReadonlyArray<{ amountCents: number; destination: 'origin' | 'wallet' }>;
    refundedCents: number;
    reason: string;
    /** Minutes of machine time that go with it. */
    minutes?: number;
  },
): Message {
  const sumTo = (place: 'origin' | 'wallet') =>
    sumCents(refund.parts.flatMap(({ amountCents, destination }) => (destination === place ? [amountCents] : [])));
  const [toWallet, toOrigin] = [sumTo('wallet'), sumTo('origin')];
  const amountCents = toWallet + toOrigin;
  const amount = formatCents(amountCents);
  const paid = paidCents(order);
  const before = refund.refundedCents - amountCents;
  const what = amountCents === paid ? `the whole ${amount}` : `${amount} of the ${formatCents(paid)}`;
  const wallet = `${shop.origin}/profile/wallet`;
  return {
    to,
    subject: `A refund of ${amount} for your ${shop.name} order ${order.order_id}`,
    heading: toOrigin === 0 ? `${amount} is in your wallet` : `${amount} is on its way back`,
    paragraphs: [
      `We have refunded ${what} that you paid for order ${order.order_id}.`,
      ...(refund.minutes ? [`Machine time that goes with it: ${minutesText(refund.minutes)}.`] : []),
      ...(refund.reason.trim() ? [`Why: ${mailedText(refund.reason.trim())}`] : []),
      ...(toWallet > 0 && toOrigin > 0
        ? [
            `${formatCents(toWallet)} of it is in your wallet now: ${wallet}`,
            `${formatCents(toOrigin)} goes back to what you paid with. Depending on your bank it takes a few days until you see it.`,
          ]
        : [
            toWallet > 0
              ? `It is in your wallet now: ${wallet}`
              : 'Depending on your bank it takes a few days until you see it.',
          ]),
    ],
    rows: [
      { label: 'Paid', value: formatCents(paid) },
      ...(before > 0 ? [{ label: 'Refunded before', value: `-${formatCents(before)}` }] : []),
      { label: before > 0 ? 'Refunded now' : 'Refunded', value: `-${amount}` },
      { label: 'Paid after refunds', value: formatCents(paid - refund.refundedCents), strong: true },
    ],
    action: { label: 'See your order', url: orderUrl(shop.origin, order) },
  };
}

/** To somebody of a shop that has sold these lines: what to deliver, and nothing of the buyer nor of what others have sold. */
export function soldMail({ shop }: Shop, order: StoredOrder, to: string, lines: StoredLine[]): Message {
  const seller = lines[0]?.seller;
  const query = new URLSearchParams({ ...(seller && { seller: seller.address }), id: order.order_id });
  return {
    to,
    subject: `${seller ? mailedName(seller.name, 'Your shop') : shop.name} has sold something: order ${order.order_id}`,
    heading: 'You have a sale',
    paragraphs: [toDeliver(order, lines)],
    rows: lines.map((line) => ({
      label: lineWithUnits(line),
      value: formatCents(line.amount_cents - line.discount_cents),
    })),
    action: { label: 'See the sale', url: `${shop.origin}/profile/sales?${query}` },
    note: `You get this as an owner or editor of a shop at ${shop.name}.`,
  };
}

/** Task of the seller. Automatic delivery waits for nobody. */
function toDeliver(order: StoredOrder, lines: StoredLine[]): string {
  const paid = isFreeOrder(order) ? 'There was nothing to pay.' : 'The payment has arrived.';
  const byHand = lines.filter(({ goods }) => kindsOf(goods).length === 0);
  if (byHand.length === lines.length)
    return `${paid} Deliver what is yours of the order, and say so: the buyer waits for it.`;
  if (byHand.length === 0) return `${paid} The buyer has it in their library, or gets it there by itself.`;
  return `${paid} Deliver what is not delivered by itself, and say so: the buyer waits for it.`;
}

/** Lines that their seller has handed over. */
export function deliveredMail({ shop }: Shop, order: StoredOrder, to: string, lines: StoredLine[]): Message {
  const seller = sellerName(shop, lines[0]);
  return {
    to,
    subject: `${seller} has delivered your ${shop.name} order ${order.order_id}`,
    heading: 'Delivered',
    paragraphs: [
      ...(lines.every(isByHand)
        ? [`${seller} says that this was delivered to you. If something is missing, write to them from your order.`]
        : [libraryText(shop)]),
    ],
    rows: lines.map((line) => ({
      label: lineTitle(line),
      value: `× ${countText(line.quantity, line.machines)}`,
    })),
    action: { label: 'See your order', url: orderUrl(shop.origin, order) },
    note: `Order ${order.order_id}.`,
  };
}

/** Another amount arrived than the order's. */
export function inReviewMail({ shop }: Shop, order: StoredOrder, to: string): Message {
  return {
    to,
    subject: `We are looking at the payment of your ${shop.name} order ${order.order_id}`,
    heading: 'We are looking at your payment',
    paragraphs: [
      'Your payment arrived, but it is not the amount of your order. Somebody looks at it, and writes to you. You need not do anything, and please do not pay again.',
    ],
    action: { label: 'See your order', url: orderUrl(shop.origin, order) },
  };
}

/** A payment that takes days was refused in the end. */
export function paymentFailedMail({ shop }: Shop, order: StoredOrder, to: string): Message {
  return {
    to,
    subject: `Your payment for ${shop.name} order ${order.order_id} did not arrive`,
    heading: 'Your payment did not arrive',
    paragraphs: [
      `Your bank or card has refused the payment. Nothing was charged, and the order has ended.${backInWallet(order)} You can order again.`,
    ],
    action: { label: 'See your order', url: orderUrl(shop.origin, order) },
  };
}

/** Nothing could be delivered any more when the payment came. */
export function lateRefundMail({ shop }: Shop, order: StoredOrder, to: string): Message {
  const isPending = order.status === 'pending';
  return {
    to,
    subject: `Your ${shop.name} payment for order ${order.order_id} is refunded`,
    heading: isPending ? 'There is less than we thought' : 'Your payment came too late',
    paragraphs: [
      `${isPending ? 'When your payment arrived, the items of your order were not there any more.' : 'Your order had ended before your payment arrived, and what you ordered can no longer be had for it.'} We are sorry. The whole amount is on its way back to you.${backInWallet(order)}`,
    ],
    rows: [{ label: 'Refunded', value: formatCents(cardCents(order)), strong: true }],
    action: { label: 'See your order', url: orderUrl(shop.origin, order) },
  };
}

/** The shop has fewer items than it said when the order was placed. */
export function releasedMail({ shop }: Shop, order: StoredOrder, to: string): Message {
  const paid =
    order.payment_method === 'card'
      ? 'Nothing was charged.'
      : 'Please do not pay for it. If your money is on its way already, we give all of it back.';
  return {
    to,
    subject: `Your ${shop.name} order ${order.order_id} is cancelled`,
    heading: 'There is less than we thought',
    paragraphs: [
      `We cannot hold the items of your order any longer: there are fewer than we said. We are sorry. ${paid}${backInWallet(order)}`,
    ],
    rows: linesOf(order),
    action: { label: 'See your order', url: orderUrl(shop.origin, order) },
  };
}

/** A shop is suspended before something of it was paid for. */
export function withdrawnMail({ shop }: Shop, order: StoredOrder, to: string): Message {
  const paid =
    order.payment_method === 'card'
      ? 'Nothing was charged.'
      : 'Please do not pay for it. If your money is on its way already, we give all of it back.';
  return {
    to,
    subject: `Your ${shop.name} order ${order.order_id} is cancelled`,
    heading: 'Something you ordered is not sold any more',
    paragraphs: [
      `Your order was not paid yet, and a product in it is not sold here at the moment. We are sorry. ${paid}${backInWallet(order)} What is still in the catalogue you can order again.`,
    ],
    rows: linesOf(order),
    action: { label: 'See your order', url: orderUrl(shop.origin, order) },
  };
}

function libraryText({ origin }: Shop['shop']): string {
  return `What you bought is in your library: ${origin}${libraryPath()}`;
}

/** Where what was bought is, and what comes by hand. */
function goodsTexts(shop: Shop['shop'], lines: StoredLine[]): string[] {
  const byHand = lines.filter(isByHand);
  const names = byHand.map((line) => lineTitle(line));
  return [
    ...(byHand.length < lines.length ? [libraryText(shop)] : []),
    ...(byHand.length > 0 && byHand.length < lines.length ? [`To be delivered by hand: ${names.join(', ')}.`] : []),
  ];
}

function isByHand({ goods }: StoredLine): boolean {
  return kindsOf(goods).length === 0;
}

/** As its seller named it and its choices. */
function lineTitle({ product_name, selected_options }: StoredLine): string {
  return mailedTitle(nameWithOptions(product_name, selected_options));
}

function sellerName(shop: Shop['shop'], line: StoredLine | undefined): string {
  return line?.seller ? mailedName(line.seller.name, 'The seller') : shop.name;
}

/** 'GPU (Region: Norway) × 2 × 24, 2 machines × 24 hours'. */
function lineWithUnits(line: StoredLine): string {
  const units = mailedTitle(quantityInUnits(line.quantity, line.price_unit, line.machines) ?? '');
  return `${lineTitle(line)} × ${countText(line.quantity, line.machines)}${units ? `, ${units}` : ''}`;
}

function linesOf(order: StoredOrder): NonNullable<Message['rows']> {
  const lines = order.lines.map((line) => ({ label: lineWithUnits(line), value: formatCents(line.amount_cents) }));
  if (order.discount_cents === 0) return lines;
  return [...lines, { label: `Coupon ${order.coupon_code}`, value: `-${formatCents(order.discount_cents)}` }];
}

function orderUrl(origin: string, order: StoredOrder): string {
  return `${origin}/profile/order?${new URLSearchParams({ id: order.order_id })}`;
}
