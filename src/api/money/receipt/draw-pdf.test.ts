import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { aLine, anOrder } from '../../../../test/factories/order.ts';
import { aShop } from '../../../../test/factories/shop.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import { type Draft, draftInvoices } from '../invoice/invoice.rules.ts';
import { invoicePdfOf } from '../invoice/invoice-pdf.rules.ts';
import { drawPdf } from './draw-pdf.ts';
import { drawStatement } from './draw-statement.ts';
import { type Font, isFont, openPdfFonts } from './pdf-fonts.ts';
import type { PdfStatement } from './pdf-statement.rules.ts';
import { receiptOf } from './receipt.rules.ts';

const fonts = openPdfFonts([]);
const vat = { tax_name: 'VAT', tax_thousandths: 19_000, tax_cents: 1_900, tax_country: 'DE' };
const drawn = (changes: Partial<StoredOrder> = {}) => drawPdf(receiptOf(anOrder(changes), aShop()), fonts);

/** The words of each page of a PDF in the plain font, a line for each piece that is set at once. */
function pagesOf(pdf: Buffer): string[][] {
  const streams = pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g);
  return [...streams].flatMap(([, packed = '']) => {
    const words = [...unpacked(packed).matchAll(/\[(.*?)\] TJ/g)].map(([, pieces = '']) =>
      [...pieces.matchAll(/<([\da-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
    );
    return words.length > 0 ? [words] : [];
  });
}

function unpacked(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  } catch {
    return '';
  }
}

test('a receipt says who sold what to whom, how it was paid, and what it cost', async () => {
  const [text = []] = pagesOf(await drawn({ card_brand: 'visa', card_last4: '4242' }));
  for (const part of [
    'Receipt',
    'Hearth',
    '10115 Berlin',
    'D6WH9EAKFEMP',
    'jane@example.com',
    'Visa ending in 4242',
    'Data set',
    '$2,490.00',
    '2',
    '$4,980.00',
  ])
    expect(text).toContain(part);
});

test('without the account there is no customer to name', async () => {
  const [text = []] = pagesOf(await drawn({ user_id: null }));
  expect(text).toContain('D6WH9EAKFEMP');
  expect(text).not.toContain('To');
  expect(text.join()).not.toMatch(/null|undefined/);
});

test('many lines go on over pages that begin with the same head, and none is lost', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => aLine({ product_name: `Product ${index}` }));
  const pages = pagesOf(await drawn({ lines }));
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, page] of pages.entries()) {
    expect(page).toEqual(expect.arrayContaining(['Product', 'Price', 'Quantity', 'Amount']));
    expect(page.join(' ')).toContain(`page ${index + 1} of ${pages.length}`);
  }
  const named = pages.flat().filter((text) => /^Product \d+$/.test(text));
  expect(named).toEqual(lines.map(({ product_name }) => product_name));
  expect(pages.at(-1)).toContain('Total');
});

test('a name over many lines keeps the next row below it', async () => {
  const lines = [aLine({ product_name: 'a name '.repeat(60) }), aLine({ product_name: 'Next' })];
  const [text = []] = pagesOf(await drawn({ lines }));
  expect(text.filter((piece) => piece.includes('a name')).length).toBeGreaterThan(3);
  expect(text).toContain('Next');
});

test('the typeface is the first that has a sign for everything', () => {
  expect(fonts.chooseFor(['Żółw'])[0]?.regular).toMatchObject({ postscriptName: 'DejaVuSans' });
  expect(fonts.chooseFor(['plain — and €uro'])[0]?.regular).toBe('Helvetica');
  expect(fonts.chooseFor(['Ελλάδα', 'Набор'])[0]?.bold).toMatchObject({ postscriptName: 'DejaVuSans-Bold' });
});

test('[V-02] what is chosen is written in a typeface that has its signs', async () => {
  const lines = [aLine({ selected_options: [{ name: 'Регион', value: 'Норвегия' }] })];
  expect((await drawn({ lines })).toString('latin1')).toContain('DejaVuSans');
  expect((await drawn()).toString('latin1')).not.toContain('DejaVuSans');
});

test("the operator's own font is taken for what the others cannot write, and only where it can", () => {
  const file = new URL('../../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuMathTeXGyre.ttf', import.meta.url).pathname;
  const own = openPdfFonts([file]);
  const named = (text: string) =>
    own.chooseFor([text]).map(({ regular }) => (typeof regular === 'string' ? regular : regular.postscriptName));
  // A mathematical double-struck letter that DejaVu Sans does not have.
  expect(named('Ω 𝒜 set')).toEqual(['DejaVuSans', 'DejaVuMathTeXGyre-Regular']);
  expect(named('Набор')).toEqual(['DejaVuSans']);
  expect(named('語音')).toEqual(['DejaVuSans']);
  expect([isFont(file), isFont(import.meta.filename), isFont('/none')]).toEqual([true, false, false]);
});

test('what no font has stands in boxes as wide as they were measured, in its column, on every paper', async () => {
  const name = 'अनुष्का शर्मा ไทยสวัสดี';
  const statement: PdfStatement = {
    ...{ kind: 'statement', title: 'Statement', shop: name, contact: '', moment: '2026-11-26T00:00:00Z' },
    ...{ of: [name], facts: [], rows: [{ day: '', name, details: name, amount: '', balance: '' }], sums: [] },
  };
  const papers = [
    await drawn({ lines: [aLine({ product_name: name })] }),
    await drawPdf({ ...receiptOf(anOrder(), aShop()), kind: 'invoice', buyer: ['ह'.repeat(200)] }, fonts),
    await drawStatement(statement, fonts),
  ];
  for (const pdf of papers) {
    // Width of each embedded font's first sign, which is the box, in thousandths.
    const widths = [...pdf.toString('latin1').matchAll(/\/W \[0 \[([\d.]+)/g)].map(([, width]) => Number(width));
    expect(widths.length).toBeGreaterThan(0);
    for (const width of widths) expect(width).toBeLessThan(700);
  }
});

test('a name from right to left stands word by word from right to left, a space apart', async () => {
  const receipt = { ...receiptOf(anOrder(), aShop()), buyer: ['דוד כהן'] };
  const pdf = await drawPdf(receipt, fonts);
  const streams = [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)];
  const places = streams.flatMap(([, packed = '']) =>
    [...unpacked(packed).matchAll(/1 0 0 1 ([\d.]+) [\d.]+ Tm/g)].map(([, x]) => Number(x)),
  );
  const face = fonts.chooseFor(['דוד'])[0]?.regular as Font;
  const wide = (text: string) => (face.layout(text).advanceWidth / face.unitsPerEm) * 9.5;
  const left = 56 + 157;
  const second = left + wide('כהן') + wide(' ');
  expect(places.filter((x) => Math.abs(x - second) < 0.01)).toHaveLength(1);
  // The title of the block, and the word that is read last.
  expect(places.filter((x) => x === left)).toHaveLength(2);
});

test('[W-12] [W-13] an invoice shows its number and its taxes on paper; a credit note counts nothing', async () => {
  const order = { ...anOrder({ lines: [aLine({ ...vat, amount_cents: 11_900 })] }), paid_at: new Date() };
  const given = { order, issuedAt: new Date('2026-11-21T10:00:00Z'), operator: aShop(), shop: null };
  const [draft] = draftInvoices(order, 'operator') as [Draft];
  const [invoice = []] = pagesOf(await drawPdf(invoicePdfOf({ ...given, draft, number: 'INV-2026-000007' }), fonts));
  for (const part of [
    'Invoice',
    'INV-2026-000007',
    'Tax included',
    '19 % VAT',
    '$100.00',
    '$19.00',
    '$119.00',
    'Quantity',
  ])
    expect(invoice).toContain(part);
  const corrects = { invoice_id: 'one', number: 'INV-2026-000007' };
  const note: Draft = { ...draft, kind: 'credit_note', corrects };
  const [credit = []] = pagesOf(
    await drawPdf(invoicePdfOf({ ...given, draft: note, number: 'CN-2026-000001' }), fonts),
  );
  for (const part of ['Credit note', 'CN-2026-000001', 'INV-2026-000007', 'Total credited'])
    expect(credit).toContain(part);
  expect(credit).not.toContain('Quantity');
});

test('[W-13] who does not sell as the operator has no mark of the operator at the head', async () => {
  const receipt = receiptOf(anOrder(), aShop());
  const own = await drawPdf(receipt, fonts);
  const shops = await drawPdf({ ...receipt, isOwn: false }, fonts);
  expect(shops.length).toBeLessThan(own.length);
});
