// The receipt as a PDF of one or more A4 pages.
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { formatCents, formatUnitPrice, fromMicros } from '#contract/money.ts';
import type { StoredOrder } from './order/order.rules.ts';

const require = createRequire(import.meta.url);
/** In every PDF reader, and a tenth of the work to use; it knows Western Europe only. */
const plainFont = 'Helvetica';
/** Latin, Greek, Cyrillic, Arabic and many signs. */
const wideFont = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range that the plain font is encoded in
const plain = /^[\u0000-\u007e\u00a0-\u00ff]*$/;
const MARGIN = 56;
const columns = { name: 0, price: 270, quantity: 360, amount: 410 } as const;
const WIDTH = 483;
const INK = '#17181c';
const FAINT = '#65666e';

export async function receiptPdf(
  order: StoredOrder,
  shop: { name: string; address: string[]; origin: string },
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: `Receipt ${order.order_id}`, Author: shop.name, CreationDate: order.paid_at ?? order.created_at },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.once('end', resolve));
  draw(document, order, shop);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function draw(
  document: PDFKit.PDFDocument,
  order: StoredOrder,
  shop: { name: string; address: string[]; origin: string },
) {
  const texts = [shop.name, ...shop.address, order.user_id ?? '', ...order.lines.map((line) => line.product_name)];
  document.font(texts.every((text) => plain.test(text)) ? plainFont : wideFont);
  document.fillColor(INK).fontSize(22).text(shop.name);
  document
    .fontSize(9)
    .fillColor(FAINT)
    .text([...shop.address, shop.origin].join('\n'));
  document.moveDown(2).fillColor(INK).fontSize(16).text('Receipt');
  document.moveDown(0.5).fontSize(9);
  for (const [label, value] of facts(order))
    document.fillColor(FAINT).text(`${label}  `, { continued: true }).fillColor(INK).text(value);
  document.moveDown(1.5);
  row(document, ['Product', 'Price', 'Quantity', 'Amount'], FAINT);
  for (const line of order.lines)
    row(document, [
      line.product_name,
      formatUnitPrice(fromMicros(line.unit_price_micros)),
      String(line.quantity),
      formatCents(line.amount_cents),
    ]);
  rule(document);
  row(document, ['Subtotal', '', '', formatCents(order.subtotal_cents)]);
  if (order.discount_cents > 0)
    row(document, [`Coupon ${order.coupon_code ?? ''}`, '', '', `-${formatCents(order.discount_cents)}`]);
  row(document, ['Total', '', '', formatCents(order.total_cents)]);
  if (order.refunded_cents > 0) row(document, ['Refunded', '', '', `-${formatCents(order.refunded_cents)}`]);
}

function facts(order: StoredOrder): Array<[string, string]> {
  const day = (date: Date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return [
    ['Order', order.order_id],
    // Unknown once the account is deleted.
    ...(order.user_id ? [['Customer', order.user_id] as [string, string]] : []),
    ['Ordered', day(order.created_at)],
    ...(order.paid_at ? [['Paid', day(order.paid_at)] as [string, string]] : []),
    ['Payment', { card: 'Card', transfer: 'Direct bank transfer', check: 'Check' }[order.payment_method]],
  ];
}

/** Four cells; a long name wraps, and the next row begins below it. */
function row(
  document: PDFKit.PDFDocument,
  [name, price, quantity, amount]: [string, string, string, string],
  color = INK,
) {
  document.fontSize(10).fillColor(color);
  const height = document.heightOfString(name, { width: columns.price - 16 });
  if (document.y + height > document.page.height - MARGIN) document.addPage();
  const top = document.y;
  document.text(name, MARGIN + columns.name, top, { width: columns.price - 16 });
  document.text(price, MARGIN + columns.price, top, { width: 80 });
  document.text(quantity, MARGIN + columns.quantity, top, { width: 50 });
  document.text(amount, MARGIN + columns.amount, top, { width: WIDTH - columns.amount, align: 'right' });
  document.x = MARGIN;
  document.y = top + height + 6;
}

function rule(document: PDFKit.PDFDocument) {
  document
    .moveTo(MARGIN, document.y)
    .lineTo(MARGIN + WIDTH, document.y)
    .strokeColor('#d8d8d3')
    .stroke();
  document.y += 8;
}
