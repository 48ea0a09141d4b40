import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { drawStatement } from './draw-statement.ts';
import { openPdfFonts } from './pdf-fonts.ts';
import type { PdfStatement } from './pdf-statement.rules.ts';

const fonts = openPdfFonts([]);
const statement = (rows: PdfStatement['rows']): PdfStatement => ({
  kind: 'statement',
  title: 'Statement, November 2026',
  shop: 'Hearth',
  of: ['Saltmarsh'],
  facts: [['Movements', String(rows.length)]],
  rows,
  sums: [{ label: 'Closing', amount: '$5,178.70', strong: true }],
  contact: 'support@hearth.example',
  moment: '2026-11-23T12:00:00Z',
});

/** The words of each page in the plain font. */
function pagesOf(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, packed = '']) => {
    try {
      const page = inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
      const words = [...page.matchAll(/\[(.*?)\] TJ/g)].map(([, pieces = '']) =>
        [...pieces.matchAll(/<([\da-f]*)>/g)]
          .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
          .join(''),
      );
      return words.length > 0 ? [words.join('|')] : [];
    } catch {
      return [];
    }
  });
}

test('[W-05] a statement on paper has every movement with its amount and balance, page after page', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => ({
    day: '19 Nov',
    name: `Sale: Bird calls ${index}`,
    details: `order ORDER${index}, fee $9.90 by a rule`,
    amount: `+$${index}.00`,
    balance: `$${index}.50`,
  }));
  const pages = pagesOf(await drawStatement(statement(rows), fonts));
  expect(pages.length).toBeGreaterThan(2);
  const all = pages.join('|');
  for (const [index] of rows.entries()) {
    expect(all).toContain(`Sale: Bird calls ${index}|`);
    expect(all).toContain(`|$${index}.50|`);
  }
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Movement|Amount|Balance');
    // A word may be set in two pieces.
    expect(page.replaceAll('|', '')).toContain(`page ${index + 1} of ${pages.length}`);
  }
  expect(pages.at(-1)).toContain('Closing|$5,178.70');
});
