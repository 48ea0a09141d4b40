import { expect, test } from 'vitest';
import { readHeader, recogniseFormat } from './catalogue-format.rules.ts';

test.each([
  ['{"product_id":"a"}\n', 'jsonl', 10],
  ['\ufeff\n  {"product_id":"a"}\n', 'jsonl', 10],
  ['{"product_id":"a"}\r{', 'jsonl', 13],
  ['product_id,price\r\na,1', 'csv', 10],
  ['product_id,price\ra,1\r', 'csv', 13],
  ['product_id,price\r\r\na,1', 'csv', 10],
  ['product_id,price\r\ra,1', 'csv', 13],
  ['\ufeffproduct_id,price', 'csv', 10],
])('%j is recognised', (text, kind, lineEnd) => {
  expect(recogniseFormat(Buffer.from(text))).toEqual({ ok: true, format: { kind, lineEnd } });
});

test.each([
  ['', 'it is empty'],
  ['\ufeff \r\n\n', 'it is empty'],
  ['[\n{"product_id":"a"}]', 'it is a JSON array; give one object per line'],
  [' \n{\n  "product_id": "a"\n}', 'its JSON is spread over several lines; give one object per line'],
  ['p\0r\0o\0d\0', 'it is binary, not text'],
  ['\u0001\u0002', 'it is binary, not text'],
  ['PK\u0003\u0004', 'it is a ZIP archive or a workbook; save it as CSV in UTF-8'],
])('%j is refused', (text, reason) => {
  expect(recogniseFormat(Buffer.from(text))).toEqual({ ok: false, reason });
});

test('UTF-16 and gzip are refused by name', () => {
  expect(recogniseFormat(Buffer.from('\ufeffproduct_id', 'utf16le'))).toMatchObject({
    reason: expect.stringContaining('UTF-16'),
  });
  expect(recogniseFormat(Buffer.from([0x1f, 0x8b, 8]))).toMatchObject({ reason: expect.stringContaining('gzip') });
});

test('a header names its columns in any order, and those that are not stored', () => {
  expect(readHeader(['price', ' product_type', 'note', 'product_name', 'product_id', ''])).toEqual({
    ok: true,
    columns: { names: ['price', 'product_type', null, 'product_name', 'product_id', null], unknown: ['note', ''] },
  });
});

test.each([
  [['product_id', 'product_name', 'stock'], 'it lacks the required columns product_type, price'],
  [
    ['product_id', 'product_name', 'product_type', 'cost'],
    'it lacks the required column price; it has cost, which is not known',
  ],
  [['product_id', 'price', 'price'], 'it has the column price twice'],
  [['id', 'na\u001bme'], /^it is neither JSON .* nor CSV; it lacks .*; it has id, na\u{FFFD}me, which are not known$/u],
  [['product_id;product_name;price'], /separated by ; instead of ,$/],
  [['product_id\tproduct_name'], /separated by tabs instead of ,$/],
])('the header %j is refused', (cells, reason) => {
  const answer = readHeader(cells);
  expect(answer).toMatchObject({ ok: false });
  if (typeof reason === 'string') expect(answer).toEqual({ ok: false, reason });
  else expect(answer).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});
