import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { TableFacts } from '#contract/goods/file-format.ts';
import { aSource } from '../../../../../test/file-format/byte-sources.ts';
import { inspectFile } from '../inspect-file.ts';

async function tableOf(path: string, text: string | Uint8Array) {
  const { facts, sample, reason } = await inspectFile(aSource(path, text));
  const table = facts as TableFacts;
  return {
    header: table.header,
    columns: table.columns.map(({ name, type }) => `${name} ${type}`),
    rows: table.rows,
    sample: sample?.rows,
    truncated: sample?.truncated,
    reason,
  };
}

/** More records than types are guessed from, so that the rows are counted by their bytes. */
const many = (row: string, count = 600) => row.repeat(count);

test.each([
  [
    'dates',
    'id,name,2024-01-31,2024-02-29\n1,North,10.5,11.2\n',
    'id integer,name text,2024-01-31 number,2024-02-29 number',
  ],
  ['numbers', 'label,0,1\n5,0,12\n3,0,9\n', 'label integer,0 integer,1 integer'],
  ['words that are true and false', 'text,true,false\nhello,1,0\n', 'text text,true integer,false integer'],
  ['a name that comes twice', 'name,score,score\na,1,2\n', 'name text,score integer,score (2) integer'],
  ['a name that comes twice and has been told apart', 'x,x,x (2)\n1,2,3\n', 'x integer,x (3) integer,x (2) integer'],
  ['texts that come twice above texts', 'name,note,note\na,b,c\n', 'name text,note text,note (2) text'],
  ['no last name and nothing below it', 'sensor,value,\n1,3.5,\n2,4.5,\n', 'sensor integer,value number'],
  ['quotes around its names', '"id";"price, net"\n"1";"2,5"\n', 'id integer,price, net text'],
  ['years', 'Country,2019,2020\nNorway,5.1,4.4\nPeru,6.2,12.8\n', 'Country text,2019 number,2020 number'],
  ['numbers above what is missing', 'a,b\nNA,1\nNA,2\n', 'a text,b integer'],
])('[G-06] a first row of %s is the header', async (_what, text, columns) => {
  const table = await tableOf('a.csv', text);
  expect([table.header, table.columns.join(',')]).toEqual([true, columns]);
  expect(table.rows).toBe(text.trim().split('\n').length - 1);
  expect(table.truncated).toBe(false);
});

test.each([
  ['numbers above numbers', '1,2.5\n3,4\n'],
  ['dates and numbers', '1,2026-01-01\n2,2026-01-02\n'],
  ['a number above decimals', '0,0.1\n0.5,0.2\n0.7,0.3\n'],
  ['answers that come again', 'yes,yes,no\nno,yes,no\n'],
  ['what is missing', 'NA,1\nNA,2\n'],
  ['what is missing, and texts', '?,setosa\n6,virginica\n'],
])('[G-06] a first row of %s is none', async (_what, text) => {
  const table = await tableOf('a.csv', text);
  expect([table.header, table.rows]).toEqual([false, text.trim().split('\n').length]);
});

test.each([
  ['a mark of the byte order before quotes', 'a.csv', '\ufeff"id","v"\n', '"1","2"\n', ['1', '2']],
  ['quotes that are letters, between tabs', 'a.tsv', 'name\talias\n', 'say "hi"\tz\n', ['say "hi"', 'z']],
  ['a quote that is not closed, between tabs', 'a.tsv', 'name\talias\n', '"so she said\tz\n', ['"so she said', 'z']],
  ['backslashes before quotes', 'a.csv', 'id,text\n', '1,"he said \\"hi, you\\""\n', ['1', 'he said "hi, you"']],
  ['backslashes, between semicolons', 'a.csv', 'id;text;x\n', '1;"a \\"b\\"; c";\n', ['1', 'a "b"; c', '']],
  ['a space before a quote', 'a.csv', 'id, name\n', '1, "Smith, J"\n', ['1', 'Smith, J']],
  ['inches', 'a.csv', 'size,q\n', '3.5" disk,1\n', ['3.5" disk', '1']],
  ['last cells left out', 'a.csv', 'a;b;c\n', '1;2\n1;2;3\n1;2;4\n', ['1', '2', '']],
  ['lines that end in two ways', 'a.csv', 'a,b\r\n', '1,2\n3,4\r\n', ['1', '2']],
  ['a hint of Excel', 'a.csv', 'sep=;\na;b\n', '1;2\n', ['1', '2']],
  ['a hint after a mark of the byte order, in quotes', 'a.csv', '\ufeff"sep=|"\r\na, x|b\r\n', '1|2\r\n', ['1', '2']],
  ['a hint that the name of the file denies', 'a.tsv', 'SEP=,\na,b\n', '1,2\n', ['1', '2']],
  ['returns alone', 'a.csv', 'a,b\r', '1,"x\ny"\r', ['1', 'x y']],
])('[G-06] with %s, in a short and in a long file', async (_what, path, header, row, first) => {
  const perRow = row.replace(/"[^"]*\n[^"]*"/g, '').split(/\r\n|\r|\n/).length - 1;
  for (const count of [1, 600]) {
    const { rows, sample, reason, columns } = await tableOf(path, header + many(row, count));
    expect({ rows, first: sample?.[0], reason }).toEqual({ rows: count * perRow, first, reason: null });
    expect(columns).toHaveLength(first.length);
  }
});

test('[G-06] a quote in a plain cell far down costs neither the rows nor their number', async () => {
  const plain = await tableOf('a.csv', `size,q\n${many('"4, or 5",1\n')}3.5" disk,1\n`);
  expect([plain.rows, plain.sample?.[0]]).toEqual([601, ['4, or 5', '1']]);
  const tabs = await tableOf('a.tsv.gz', gzipSync(`size\tq\n${many('"4 or 5"\t1\n')}"not closed\t1\n`));
  expect([tabs.rows, tabs.sample?.[0]], 'not all of it parses as quoted').toEqual([601, ['"4 or 5"', '1']]);
});

test('[G-06] of what no rule of quotes reads the rows before are shown, and their number is not known', async () => {
  const table = await tableOf('a.csv', 'id,text\n1,a\n2,"b\n');
  expect(table).toMatchObject({
    columns: ['id integer', 'text text'],
    rows: null,
    sample: [['1', 'a']],
    truncated: true,
  });
  expect(table.reason).toBe('Its quotes are not those of CSV, in row 3: rows before it are shown.');
});

test('[G-06] a text of a megabyte without a line feed has lines where it has returns', async () => {
  const { rows, columns } = await tableOf('a.csv', `id,word\r${many('1,some words of a line\r', 60_000)}`);
  expect([rows, columns]).toEqual([60_000, ['id integer', 'word text']]);
});

test('[G-07] numbers of JSON lines are shown as they are written, where JavaScript has no such number', async () => {
  const { sample, columns } = await tableOf(
    'a.jsonl',
    '{"a":0.12345678901234567891,"b":1e400,"c":-0.0,"d":[null,{"e":null}]}\n',
  );
  expect(columns).toEqual(['a number', 'b number', 'c integer', 'd list']);
  expect(sample).toEqual([['0.12345678901234567891', '1e400', '-0', '[null, {"e": null}]']]);
});

test.each([
  ['1e-400', '-1E-400', '0e-400', '1e400', '123456789012345678901234567890', '1.0000000000000000001', '1.2345678e-320'],
])('[G-07] numbers that a double does not hold are shown as they are written: %s …', async (...numbers) => {
  const { sample } = await tableOf('a.jsonl', `{"a":[${numbers.join(',')}]}\n`);
  expect(sample).toEqual([[`[${numbers.join(', ').replace('0e-400', '0')}]`]]);
});

test('[G-06] fields of JSON lines stand in the order of the file, also where their names are integers', async () => {
  const { columns, sample } = await tableOf(
    'a.jsonl',
    '{"name":"a:\\"1\\":","10":1,"2":{"b":[{"c":0,"7":1}],"1":12345678901234567890}}\n{"2":{},"x":1, "1" : 2}\n',
  );
  expect(columns).toEqual(['name text', '10 integer', '2 object', 'x integer', '1 integer']);
  expect(sample).toEqual([
    ['a:"1":', '1', '{"b": [{"c": 0, "7": 1}], "1": 12345678901234567890}', '', ''],
    ['', '', '{}', '1', '2'],
  ]);
});
