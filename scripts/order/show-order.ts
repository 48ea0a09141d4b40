// Everything that the shop knows of one order, as text for whoever is asked about it.

import type { Kysely } from 'kysely';
import type { DownloadsOfLine } from '#api/goods/download/download.rules.ts';
import { downloadsOfOrders } from '#api/goods/download/download.store.ts';
import { listOfOrder } from '#api/money/invoice/invoice.store.ts';
import { rateText } from '#api/money/tax/tax.rules.ts';
import { listOrderMails } from '#api/ordering/order/order-mail.store.ts';
import { listNotes } from '#api/ordering/staff-order/order-note.store.ts';
import type { ApiTables } from '#api/schema/schema.ts';
import { printable } from '#api/text/printable-text.rules.ts';
import { countText } from '#contract/catalogue/product/price-unit.ts';
import { nameWithOptions } from '#contract/catalogue/product/variant.ts';
import { downloadsText } from '#contract/goods/download.ts';
import { formatCents, fromMicros } from '#contract/money/amount/money.ts';
import { invoiceName } from '#contract/money/invoice-labels.ts';
import { listAudit } from '#platform/audit/audit-log.ts';

const MOST_ENTRIES = 1_000;
const LONGEST = 500;

type OrderRecord = NonNullable<Awaited<ReturnType<typeof readOrder>>>;

/** null when there is no such order. */
export async function readOrder(db: Kysely<ApiTables>, orderId: string) {
  const order = await db.selectFrom('api.order').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  if (!order) return null;
  const lines = db.selectFrom('api.order_line').selectAll().where('order_id', '=', orderId).orderBy('line');
  const refunds = db.selectFrom('api.refund').selectAll().where('order_id', '=', orderId).orderBy('created_at');
  const disputes = db.selectFrom('api.dispute').selectAll().where('order_id', '=', orderId).orderBy('created_at');
  return {
    order,
    lines: await lines.execute(),
    downloads: await downloadsOfOrders(db, [orderId]),
    refunds: await refunds.execute(),
    disputes: await disputes.execute(),
    invoices: await listOfOrder(db, orderId),
    mails: await listOrderMails(db, orderId),
    notes: await listNotes(db, orderId, MOST_ENTRIES),
    history: await listAudit(db, { subject: orderId, limit: MOST_ENTRIES }),
  };
}

export function orderText(record: OrderRecord): string {
  const { order, lines, downloads, refunds, disputes, invoices, mails, notes, history } = record;
  return [
    `Order ${order.order_id}: ${order.status}${order.review_reason ? ` (${order.review_reason})` : ''}`,
    '',
    ...table(factRows(order)),
    ...part('Lines', lines.map(lineRow)),
    ...part(
      'Downloads',
      downloads.map((had) => [`Line ${had.line}`, hadText(had)]),
    ),
    ...part('Sums', sumRows(order)),
    ...part('Billing', billingRows(order)),
    ...part('Invoiced to', invoicedToRows(order)),
    ...part('Refunds', refunds.map(refundRow)),
    ...part('Disputes', disputes.map(disputeRow)),
    ...part('Invoices', invoices.map(invoiceRow)),
    ...part('Mails', mails.map(mailRow)),
    ...part('Notes', notes.map(recordRow)),
    ...part('History', history.map(historyRow)),
  ].join('\n');
}

/** Downloads of a line's files, to look at before a refund. */
export function downloadsLine(had: DownloadsOfLine): string {
  return `Line ${had.line}: ${hadText(had)}`;
}

function hadText({ started, completed, files, last_at }: DownloadsOfLine): string {
  const last = last_at ? `, last at ${time(last_at)}` : '';
  return `${downloadsText({ downloaded: completed, started, files })}${last}`;
}

function factRows(order: OrderRecord['order']): string[][] {
  return [
    ['customer', order.user_id ?? 'has left'],
    ['account', order.account_id ?? ''],
    ['ordered', time(order.created_at)],
    [order.status === 'pending' ? 'waits until' : 'waited until', time(order.expires_at)],
    ['paid', order.paid_at ? time(order.paid_at) : 'no'],
    ['method', order.payment_method],
    ['session', order.session_id ?? ''],
    ['to be paid at', order.status === 'pending' ? (order.checkout_url ?? '') : ''],
    ['payment', order.payment_intent ?? ''],
  ];
}

function lineRow(line: OrderRecord['lines'][number]): string[] {
  return [
    `${countText(line.quantity, line.machines)} ×`,
    `${nameWithOptions(line.product_name, line.selected_options)} (${line.product_id})`,
    `at $${fromMicros(line.unit_price_micros)}`,
    formatCents(line.amount_cents),
    line.tax_name === null ? '' : taxText(line.tax_name, line),
    line.discount_cents > 0 ? `less ${formatCents(line.discount_cents)}` : '',
    line.counted ? '' : 'not counted in stock',
    line.seller_id ? `of ${line.seller_id}` : '',
    line.delivered_at ? `delivered ${time(line.delivered_at)}` : '',
    line.refunded_cents > 0 ? `refunded ${formatCents(line.refunded_cents)}` : '',
  ];
}

function sumRows(order: OrderRecord['order']): string[][] {
  const coupon = order.coupon_code ? ` (coupon ${order.coupon_code})` : '';
  return [
    ['subtotal', formatCents(order.subtotal_cents)],
    ['discount', order.discount_cents > 0 ? `${formatCents(order.discount_cents)}${coupon}` : ''],
    ['total', formatCents(order.total_cents)],
    [
      'from the wallet',
      order.wallet_cents > 0
        ? `${formatCents(order.wallet_cents)}${order.wallet_returned ? ', which is back there' : ''}`
        : '',
    ],
    ['received', order.received_cents === null ? '' : formatCents(order.received_cents)],
    ['refunded', order.refunded_cents > 0 ? formatCents(order.refunded_cents) : ''],
  ];
}

function billingRows({ billing }: OrderRecord['order']): string[][] {
  return Object.entries(billing ?? {}).map(([name, value]) => [name.replace('_', ' '), `${value}`]);
}

function taxText(name: string, { tax_thousandths, tax_cents }: OrderRecord['lines'][number]): string {
  return `${formatCents(tax_cents)} of it ${rateText({ name, thousandths: tax_thousandths ?? 0 })}`;
}

/** Invoice details of a card order; others say it with their billing details. */
function invoicedToRows({ invoice_to }: OrderRecord['order']): string[][] {
  return Object.entries(invoice_to ?? {}).map(([name, value]) => [
    name.replace('_', ' '),
    value.replaceAll('\n', ', '),
  ]);
}

function invoiceRow(invoice: OrderRecord['invoices'][number]): string[] {
  return [time(invoice.issued_at), invoiceName(invoice), formatCents(invoice.total_cents), `of ${invoice.issuer_name}`];
}

function refundRow(refund: OrderRecord['refunds'][number]): string[] {
  return [
    time(refund.created_at),
    formatCents(refund.amount_cents),
    refund.state,
    refund.provider_id ?? '',
    refund.origin === 'shop' ? '' : `by ${refund.origin}`,
    refund.failure ?? refund.reason,
  ];
}

function disputeRow({
  created_at,
  amount_cents,
  state,
  dispute_id,
  reason,
}: OrderRecord['disputes'][number]): string[] {
  return [time(created_at), formatCents(amount_cents), state, dispute_id, reason];
}

function mailRow({ written_at, subject }: OrderRecord['mails'][number]): string[] {
  return [time(written_at), subject];
}

function recordRow({ written_at, written_by, text }: OrderRecord['notes'][number]): string[] {
  return [time(written_at), `by ${written_by}`, text.replaceAll('\n', ' ')];
}

function historyRow({ at, action, actor_kind, actor_name, details }: OrderRecord['history'][number]): string[] {
  const more = Object.keys(details).length > 0 ? JSON.stringify(details) : '';
  return [time(at), action, `by ${actor_name || actor_kind}`, more];
}

function part(title: string, rows: string[][]): string[] {
  const lines = table(rows);
  return lines.length > 0 ? ['', title, ...lines] : [];
}

/** Rows with something behind their first cell, in columns. What people typed must not steer a terminal. */
function table(rows: string[][]): string[] {
  const filledRows = rows.filter(([, ...more]) => more.some((cell) => cell !== ''));
  const safe = filledRows.map((row) => row.map((cell) => printable(cell, LONGEST)));
  const widths = safe.reduce<number[]>((most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)), []);
  return safe.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
}

function time(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
