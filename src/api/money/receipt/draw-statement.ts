// The statement of a month, or of a payout, as a PDF of one or more A4 pages, with the looks of a receipt.
import {
  BOTTOM,
  type Column,
  drawFeet,
  FAINT,
  heightOf,
  MARGIN,
  makeRoom,
  newDocument,
  newPage,
  type PdfDocument,
  rule,
  WIDTH,
  write,
} from './draw-pdf.ts';
import type { PdfFonts } from './pdf-fonts.ts';
import type { PdfStatement } from './pdf-statement.rules.ts';

const columns: Record<'day' | 'name' | 'amount' | 'balance', Column> = {
  day: { at: MARGIN, width: 44, align: 'left' },
  name: { at: MARGIN + 48, width: 262, align: 'left' },
  amount: { at: MARGIN + 314, width: 84, align: 'right' },
  balance: { at: MARGIN + 402, width: WIDTH - 402, align: 'right' },
};

export async function drawStatement(statement: PdfStatement, fonts: PdfFonts): Promise<Buffer> {
  const { title, shop, moment, contact } = statement;
  const { document, ended } = newDocument({ title, author: shop, moment }, fonts.chooseFor(textsOf(statement)));
  write(document, title, { at: MARGIN, width: 320, align: 'left' }, MARGIN, { size: 17, bold: true });
  const below = document.y;
  write(document, shop, { at: MARGIN + 330, width: WIDTH - 330, align: 'right' }, MARGIN, { size: 17 });
  document.y = Math.max(below, document.y) + 14;
  drawFacts(document, statement);
  drawRows(document, statement);
  drawSums(document, statement);
  drawFeet(document, { number: title, shop, contact });
  document.end();
  return ended;
}

function textsOf({ title, shop, of, facts, rows, contact }: PdfStatement): string[] {
  return [title, shop, contact, ...of, ...facts.flat(), ...rows.flatMap(({ name, details }) => [name, details])];
}

function drawFacts(document: PdfDocument, { of, facts }: PdfStatement) {
  const top = document.y;
  for (const line of of)
    write(document, line, { at: MARGIN, width: 220, align: 'left' }, document.y + 1, { size: 9.5 });
  const afterNames = document.y;
  let y = top;
  for (const [label, value] of facts) {
    write(document, label, { at: MARGIN + 240, width: 80, align: 'left' }, y, { size: 9.5, color: FAINT });
    write(document, value, { at: MARGIN + 324, width: WIDTH - 324, align: 'left' }, y, { size: 9.5 });
    y = document.y + 3;
  }
  document.y = Math.max(afterNames, y) + 22;
}

function drawRows(document: PdfDocument, { rows }: PdfStatement) {
  drawHead(document);
  for (const row of rows) {
    const nameHeight = heightOf(document, row.name, columns.name.width, 9.5);
    const height = nameHeight + (row.details ? 1 + heightOf(document, row.details, columns.name.width, 8) : 0);
    if (document.y + height + 10 > BOTTOM) {
      newPage(document);
      drawHead(document);
    }
    const top = document.y + 5;
    const look = { size: 9.5, bold: row.strong === true };
    write(document, row.day, columns.day, top, { size: 9.5, color: FAINT });
    write(document, row.amount, columns.amount, top, look);
    write(document, row.balance, columns.balance, top, look);
    write(document, row.name, columns.name, top, look);
    if (row.details) write(document, row.details, columns.name, top + nameHeight + 1, { size: 8, color: FAINT });
    document.y = top + height + 5;
    rule(document, row.strong ? 1 : 0.5);
  }
}

function drawHead(document: PdfDocument) {
  const top = document.y;
  const look = { size: 8.5, color: FAINT };
  write(document, 'Date', columns.day, top, look);
  write(document, 'Movement', columns.name, top, look);
  write(document, 'Amount', columns.amount, top, look);
  write(document, 'Balance', columns.balance, top, look);
  document.y += 5;
  rule(document, 1);
}

function drawSums(document: PdfDocument, { sums }: PdfStatement) {
  document.y += 10;
  for (const { label, amount, strong } of sums) {
    makeRoom(document, 20);
    const top = document.y;
    const look = { size: strong ? 11 : 9.5, bold: strong === true };
    write(document, label, { at: MARGIN + 150, width: 240, align: 'right' }, top, {
      ...look,
      color: strong ? undefined : FAINT,
    });
    write(document, amount, columns.balance, top, look);
    document.y = top + (strong ? 19 : 16);
  }
}
