import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardCell, unguardCell } from './csv-cell.rules.ts';

const texts = fc.tuple(fc.constantFrom('', "'", "''", '=', '+', '-', '@', '＝', '\t', '\r', '\n', ' '), fc.string());

test('no guarded cell begins as a spreadsheet’s formula does, and taking the guard away gives the same text', () => {
  fc.assert(
    fc.property(texts, ([start, rest]) => {
      const cell = guardCell(start + rest);
      expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
      expect(unguardCell(cell)).toBe(start + rest);
    }),
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['=cmd|’/c calc’!A0', "'=cmd|’/c calc’!A0"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ["'=1", "''=1"],
  ['1+1', '1+1'],
  ["it's", "it's"],
])('%j becomes %j', (text, cell) => {
  expect(guardCell(text)).toBe(cell);
});
