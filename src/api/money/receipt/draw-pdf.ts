// A paper, an invoice or a credit note as a PDF of one or more A4 pages.
import PDFDocument from 'pdfkit';
import type { Pdf } from '../../schema/invoice.record.ts';
import { titles } from './pdf.rules.ts';
import type { Font, PdfFonts, Typeface } from './pdf-fonts.ts';
import { fontsOf, hasRightToLeft, linesOf, type Piece } from './text-runs.rules.ts';

export type PdfDocument = PDFKit.PDFDocument & { typefaces: NamedTypeface[] };
type Weight = 'regular' | 'bold';
/** `font` is null of one that every PDF reader has: it writes what is plain, from left to right. */
type NamedTypeface = Record<Weight, { name: string; font: Font | null }>;

export const MARGIN = 56;
export const WIDTH = 483;
const RIGHT = MARGIN + WIDTH;
/** Where the table must end: below it is the foot of the page. */
export const BOTTOM = 842 - 84;
const INK = '#17181c';
export const FAINT = '#65666e';
const LINE = '#d8d8d3';
const EMBER = '#d2430b';
/** The shop's mark (src/storefront/layout/brand.tsx), 22 units wide and high. */
const ARCH = 'M3 19V11a8 8 0 0 1 16 0v8h-4.2v-7.6a3.8 3.8 0 0 0-7.6 0V19Z';

export type Column = { at: number; width: number; align: 'left' | 'right' };
const columns: Record<'name' | 'price' | 'quantity' | 'amount', Column> = {
  name: { at: MARGIN, width: 250, align: 'left' },
  price: { at: MARGIN + 262, width: 80, align: 'right' },
  quantity: { at: MARGIN + 350, width: 50, align: 'right' },
  amount: { at: MARGIN + 406, width: WIDTH - 406, align: 'right' },
};

export async function drawPdf(paper: Pdf, fonts: PdfFonts): Promise<Buffer> {
  const about = { title: `${titles[paper.kind]} ${paper.number}`, author: paper.shop, moment: paper.moment };
  const { document, ended } = newDocument(about, fonts.chooseFor(textsOf(paper)));
  drawHead(document, paper);
  drawParties(document, paper);
  drawLines(document, paper);
  drawSums(document, paper);
  drawTaxes(document, paper);
  drawRefunds(document, paper);
  drawNotes(document, paper);
  drawFeet(document, paper);
  document.end();
  return ended;
}

/** `ended`: its bytes, once it has been told to end. */
export function newDocument(
  about: { title: string; author: string; moment: string },
  typefaces: readonly Typeface[],
): { document: PdfDocument; ended: Promise<Buffer> } {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: about.title,
      Author: about.author,
      CreationDate: new Date(about.moment),
      ModDate: new Date(about.moment),
    },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve) => pdf.once('end', () => resolve(Buffer.concat(chunks))));
  return { document: Object.assign(pdf, { typefaces: nameFonts(pdf, typefaces) }), ended };
}

/**
 * The names that texts ask for. A font of every PDF reader keeps its own: under another one pdfkit would parse it again
 * for each text.
 */
function nameFonts(document: PDFKit.PDFDocument, typefaces: readonly Typeface[]): NamedTypeface[] {
  return typefaces.map((typeface, index) => {
    const named = (weight: Weight) => {
      const font = typeface[weight];
      if (typeof font === 'string') return { name: font, font: null };
      const name = `${weight}${index}`;
      // pdfkit takes an opened font too, which its types do not say.
      document.registerFont(name, font as never);
      fitMissingSign(document.font(name), font);
      return { name, font };
    };
    return { regular: named('regular'), bold: named('bold') };
  });
}

/**
 * Signs that no font has are drawn as the font's box, whose width pdfkit tells in the font's own units instead of thousandths: readers would set
 * such boxes twice as wide as they were measured, over what stands beside them.
 */
function fitMissingSign(document: PDFKit.PDFDocument, font: Font) {
  const { _font: embedded } = document as unknown as { _font: { widths: number[] } };
  embedded.widths[0] = (font.getGlyph(0).advanceWidth / font.unitsPerEm) * 1_000;
}

function textsOf(paper: Pdf): string[] {
  return [
    paper.shop,
    paper.contact,
    ...paper.seller,
    ...paper.buyer,
    ...paper.facts.flat(),
    ...paper.lines.flatMap(({ name, details }) => [name, details]),
    ...paper.sums.map(({ label }) => label),
    ...paper.taxes.map(({ rate }) => rate),
    ...paper.refunds.map(({ reason }) => reason),
    ...paper.notes,
  ];
}

function drawHead(document: PdfDocument, { kind, shop, isOwn }: Pdf) {
  if (isOwn) drawMark(document);
  const name: Column = isOwn
    ? { at: MARGIN + 28, width: 260, align: 'left' }
    : { at: MARGIN, width: 288, align: 'left' };
  write(document, shop, name, MARGIN, { size: 17, bold: true });
  const afterName = document.y;
  write(document, titles[kind], { at: MARGIN + 300, width: WIDTH - 300, align: 'right' }, MARGIN, { size: 17 });
  document.y = Math.max(afterName, document.y) + 26;
}

function drawMark(document: PdfDocument) {
  document
    .save()
    .translate(MARGIN - 4, MARGIN - 6)
    .scale(1.35);
  document.path(ARCH).fill(INK).circle(11, 17, 2.2).fill(EMBER).restore();
}

/** From whom, to whom, and what the order is, side by side. */
function drawParties(document: PdfDocument, paper: Pdf) {
  const top = document.y;
  const ends = [
    drawBlock(document, 'From', paper.seller, { at: MARGIN, width: 145, align: 'left' }, top),
    drawBlock(document, 'To', paper.buyer, { at: MARGIN + 157, width: 145, align: 'left' }, top),
    drawFacts(document, paper.facts, top),
  ];
  document.y = Math.max(...ends) + 30;
}

function drawBlock(document: PdfDocument, title: string, lines: string[], place: Column, top: number): number {
  if (lines.length === 0) return top;
  write(document, title, place, top, { size: 8.5, color: FAINT });
  for (const [index, line] of lines.entries())
    write(document, line, place, document.y + (index === 0 ? 3 : 1), { size: 9.5 });
  return document.y;
}

function drawFacts(document: PdfDocument, facts: Pdf['facts'], top: number): number {
  let y = top;
  for (const [label, value] of facts) {
    write(document, label, { at: MARGIN + 318, width: 50, align: 'left' }, y, { size: 9.5, color: FAINT });
    write(document, value, { at: MARGIN + 370, width: WIDTH - 370, align: 'left' }, y, { size: 9.5 });
    y = document.y + 3;
  }
  return y;
}

function drawLines(document: PdfDocument, { lines }: Pdf) {
  // A credit note has amounts alone.
  const counts = lines.some(({ quantity }) => quantity !== '');
  drawTableHead(document, counts);
  for (const line of lines) {
    const nameHeight = heightOf(document, line.name, columns.name.width, 10);
    const height = nameHeight + (line.details ? 2 + heightOf(document, line.details, columns.name.width, 8.5) : 0);
    if (document.y + height + 14 > BOTTOM) {
      newPage(document);
      drawTableHead(document, counts);
    }
    const top = document.y + 7;
    if (counts) {
      write(document, line.price, columns.price, top, { size: 10 });
      write(document, line.quantity, columns.quantity, top, { size: 10 });
    }
    write(document, line.amount, columns.amount, top, { size: 10 });
    write(document, line.name, columns.name, top, { size: 10 });
    if (line.details) write(document, line.details, columns.name, top + nameHeight + 2, { size: 8.5, color: FAINT });
    document.y = top + height + 7;
    rule(document, 0.5);
  }
}

function drawTableHead(document: PdfDocument, counts: boolean) {
  const top = document.y;
  const look = { size: 8.5, color: FAINT };
  write(document, 'Product', columns.name, top, look);
  if (counts) {
    write(document, 'Price', columns.price, top, look);
    write(document, 'Quantity', columns.quantity, top, look);
  }
  write(document, 'Amount', columns.amount, top, look);
  document.y += 5;
  rule(document, 1);
}

function drawSums(document: PdfDocument, { sums }: Pdf) {
  document.y += 8;
  for (const { label, amount, strong } of sums) {
    makeRoom(document, 24);
    const top = document.y;
    const look = { size: strong ? 12 : 10, bold: strong === true, color: strong ? INK : FAINT };
    write(document, label, { at: MARGIN + 200, width: 190, align: 'right' }, top, look);
    write(document, amount, columns.amount, top, { ...look, color: INK });
    document.y = top + (strong ? 22 : 18);
  }
}

const taxColumns: Record<'rate' | 'net' | 'tax' | 'gross', Column> = {
  rate: { at: MARGIN, width: 220, align: 'left' },
  net: { at: MARGIN + 226, width: 80, align: 'right' },
  tax: { at: MARGIN + 312, width: 80, align: 'right' },
  gross: { at: MARGIN + 398, width: WIDTH - 398, align: 'right' },
};

/** Draws the taxes that the amounts contain. */
function drawTaxes(document: PdfDocument, { taxes }: Pdf) {
  if (taxes.length === 0) return;
  document.y += 14;
  makeRoom(document, 40 + 20 * taxes.length);
  const top = document.y;
  const look = { size: 8.5, color: FAINT };
  write(document, 'Tax included', taxColumns.rate, top, look);
  write(document, 'Net', taxColumns.net, top, look);
  write(document, 'Tax', taxColumns.tax, top, look);
  write(document, 'Gross', taxColumns.gross, top, look);
  document.y += 5;
  rule(document, 0.5);
  for (const { rate, net, tax, gross } of taxes) {
    makeRoom(document, 20);
    const row = document.y + 6;
    write(document, net, taxColumns.net, row, { size: 10 });
    write(document, tax, taxColumns.tax, row, { size: 10 });
    write(document, gross, taxColumns.gross, row, { size: 10 });
    write(document, rate, taxColumns.rate, row, { size: 10 });
    document.y += 6;
    rule(document, 0.5);
  }
}

function drawNotes(document: PdfDocument, { notes }: Pdf) {
  if (notes.length > 0) document.y += 16;
  for (const note of notes) {
    const height = heightOf(document, note, WIDTH, 9.5);
    makeRoom(document, height + 4);
    write(document, note, { at: MARGIN, width: WIDTH, align: 'left' }, document.y, { size: 9.5, color: FAINT });
    document.y += 4;
  }
}

function drawRefunds(document: PdfDocument, { refunds }: Pdf) {
  if (refunds.length === 0) return;
  document.y += 14;
  makeRoom(document, 48);
  write(document, 'Refunds', { at: MARGIN, width: WIDTH, align: 'left' }, document.y, { size: 10, bold: true });
  document.y += 5;
  rule(document, 0.5);
  for (const { day, reason, amount } of refunds) {
    const place: Column = { at: MARGIN + 120, width: 270, align: 'left' };
    const height = heightOf(document, reason || ' ', place.width, 10);
    makeRoom(document, height + 14);
    const top = document.y + 6;
    write(document, day, { at: MARGIN, width: 116, align: 'left' }, top, { size: 10 });
    write(document, amount, columns.amount, top, { size: 10 });
    write(document, reason, place, top, { size: 10, color: FAINT });
    document.y = top + height + 6;
    rule(document, 0.5);
  }
}

/** Whom to ask, and which page of how many. */
export function drawFeet(document: PdfDocument, { number, shop, contact }: Pick<Pdf, 'number' | 'shop' | 'contact'>) {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page);
    // Text in the margin would begin a page of its own.
    document.page.margins.bottom = 0;
    const top = 842 - 52;
    document.y = top - 10;
    rule(document, 0.5);
    const look = { size: 8, color: FAINT };
    write(
      document,
      [shop, contact].filter(Boolean).join('  ·  '),
      { at: MARGIN, width: 350, align: 'left' },
      top,
      look,
    );
    const pages = count > 1 ? `${number}, page ${page - start + 1} of ${count}` : number;
    write(document, pages, { at: MARGIN + 350, width: WIDTH - 350, align: 'right' }, top, look);
  }
}

type Look = { size: number; bold?: boolean; color?: string | undefined };

/** Sets a text from `top` on, over as many lines as it needs; `document.y` is below it then. */
export function write(document: PdfDocument, text: string, place: Column, top: number, look: Look) {
  const weight = look.bold ? 'bold' : 'regular';
  document.fillColor(look.color ?? INK).fontSize(look.size);
  const set = setOf(document, text, { width: place.width, size: look.size, weight });
  if (!set) {
    const [first] = document.typefaces;
    document
      .font(first?.[weight].name ?? 'Helvetica')
      .text(text, place.at, top, { width: place.width, align: place.align });
    return;
  }
  for (const [index, pieces] of set.lines.entries()) {
    const width = pieces.reduce((sum, piece) => sum + set.measure(piece), 0);
    let x = place.align === 'right' ? place.at + place.width - width : place.at;
    for (const piece of pieces) {
      const y = top + index * set.lineHeight + set.ascent;
      if (piece.text.trim() !== '')
        document.font(set.nameOf(piece.font)).text(piece.text, x, y, { lineBreak: false, baseline: 'alphabetic' });
      x += set.measure(piece);
    }
  }
  document.y = top + set.lines.length * set.lineHeight;
}

export function heightOf(document: PdfDocument, text: string, width: number, size: number): number {
  const set = setOf(document, text, { width, size, weight: 'regular' });
  if (set) return set.lines.length * set.lineHeight;
  const [first] = document.typefaces;
  return document
    .font(first?.regular.name ?? 'Helvetica')
    .fontSize(size)
    .heightOfString(text, { width });
}

type Setting = { width: number; size: number; weight: Weight };

/** How a text stands that goes from right to left somewhere, or that one font alone cannot write; null: pdfkit sets it well. */
function setOf(document: PdfDocument, text: string, { width, size, weight }: Setting) {
  const faces = document.typefaces.map((face) => face[weight]);
  const [main] = faces;
  if (!main?.font || text === '') return null;
  const has = (font: number, point: number) => faces[font]?.font?.hasGlyphForCodePoint(point) ?? false;
  const chosen = [...new Set(fontsOf(text, faces.length, has))];
  if (!hasRightToLeft(text) && chosen.every((font) => font === 0)) return null;
  const nameOf = (font: number) => faces[font]?.name ?? main.name;
  const measure = (piece: Piece) => document.font(nameOf(piece.font)).fontSize(size).widthOfString(piece.text);
  const fonts = chosen.map((font) => faces[font]?.font ?? main.font).filter((font) => font !== null);
  const most = (of: (font: Font) => number) => Math.max(...fonts.map((font) => (of(font) / font.unitsPerEm) * size));
  const ascent = most((font) => font.ascent);
  return {
    lines: linesOf(text, { width, fonts: faces.length, has, measure }),
    lineHeight: ascent + most((font) => font.lineGap - font.descent),
    ascent,
    measure,
    nameOf,
  };
}

export function rule(document: PdfDocument, width: number) {
  document.lineWidth(width).moveTo(MARGIN, document.y).lineTo(RIGHT, document.y).strokeColor(LINE).stroke();
}

export function makeRoom(document: PdfDocument, height: number) {
  if (document.y + height > BOTTOM) newPage(document);
}

export function newPage(document: PdfDocument) {
  document.addPage();
  document.y = MARGIN;
}
