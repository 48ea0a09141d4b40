import { expect, test } from 'vitest';
import type { TableFacts } from '#contract/goods/file-format.ts';
import { aSource } from '../../../../../test/file-format/byte-sources.ts';
import {
  aParquetFile,
  asInt96,
  decimalBytes,
  type GivenColumn,
  int96Bytes,
  intervalBytes,
  leafTypes,
  list,
  map,
  struct,
  withRowsInFooter,
} from '../../../../../test/file-format/parquet-file.ts';
import { inspectFile } from '../inspect-file.ts';
import { valueText } from './parquet-value.ts';

async function shown(file: Buffer) {
  const { facts, sample, reason } = await inspectFile(aSource('a.parquet', file));
  expect(reason).toBeNull();
  const { columns, rows } = facts as TableFacts;
  return { rows, sample: sample?.rows, columns: columns.map(({ name, type }) => `${name} ${type}`) };
}

const day = 86_400n * 1_000_000n;
const noon = 20_000n * day + day / 2n + 123_456n;
const values: Array<{
  what: string;
  leaf: (name: string) => GivenColumn['elements'][0];
  stored: unknown;
  text: string;
}> = [
  { what: 'a decimal of 64 bits', leaf: (name) => leafTypes.decimal(name, 18, 2), stored: -5n, text: '-0.05' },
  {
    what: 'a decimal of 38 digits',
    leaf: (name) => leafTypes.decimal(name, 38, 10),
    stored: decimalBytes(12345678901234567890123456789012345678n),
    text: '1234567890123456789012345678.9012345678',
  },
  {
    what: 'a time of no zone',
    leaf: (name) => leafTypes.timestamp(name, 'MICROS', false),
    stored: noon,
    text: '2024-10-04T12:00:00.123456',
  },
  {
    what: 'an instant',
    leaf: (name) => leafTypes.timestamp(name, 'MICROS', true),
    stored: noon,
    text: '2024-10-04T12:00:00.123456Z',
  },
  {
    what: 'nanoseconds',
    leaf: (name) => leafTypes.timestamp(name, 'NANOS', false),
    stored: noon * 1_000n + 789n,
    text: '2024-10-04T12:00:00.123456789',
  },
  {
    what: 'a time of day',
    leaf: (name) => leafTypes.time(name, 'MICROS'),
    stored: 36_000_123_456n,
    text: '10:00:00.123456',
  },
  { what: 'the end of a day', leaf: (name) => leafTypes.time(name, 'MICROS'), stored: day, text: '24:00:00' },
  { what: 'a day', leaf: leafTypes.date, stored: -719_162, text: '0001-01-01' },
  { what: 'a day that JavaScript has not', leaf: leafTypes.date, stored: 2_147_483_647, text: '+5881580-07-11' },
  {
    what: 'an interval',
    leaf: leafTypes.interval,
    stored: intervalBytes(14, 3, 14_706_789),
    text: '1 year 2 months 3 days 04:05:06.789',
  },
  {
    what: 'an unsigned number of 64 bits',
    leaf: leafTypes.unsigned64,
    stored: 2n ** 64n - 1n,
    text: '18446744073709551615',
  },
  { what: 'an unsigned number of 32 bits', leaf: leafTypes.unsigned32, stored: 4_294_967_295, text: '4294967295' },
  { what: 'a number of 32 bits', leaf: leafTypes.float, stored: Math.fround(1.1), text: '1.1' },
  { what: 'a number of 16 bits', leaf: leafTypes.half, stored: 0.1, text: '0.1' },
  { what: 'a zero below zero', leaf: leafTypes.double, stored: -0, text: '-0' },
  { what: 'a zero below zero of 32 bits', leaf: leafTypes.float, stored: -0, text: '-0' },
];

test('[G-07] values of Parquet are the same alone, in structs, lists and maps, and lists of them', async () => {
  const columns = values.flatMap(({ leaf, stored }, index): GivenColumn[] => {
    const [alone, inner] = [`alone${index}`, 'v'];
    return [
      { elements: [leaf(alone)], data: [stored, null] },
      { elements: struct(`in a struct ${index}`, [leaf(inner)]), data: [{ v: stored }, null] },
      { elements: list(`in.a.list ${index}`, [leaf('element')]), data: [[stored, null], []] },
      { elements: map(`in a map ${index}`, leafTypes.text('key'), [leaf('value')]), data: [{ k: stored }, {}] },
    ];
  });
  // A sample has fifty columns.
  const read: string[][] = [];
  for (let first = 0; first < columns.length; first += 48) {
    const { sample } = await shown(aParquetFile(columns.slice(first, first + 48)));
    for (const [row, cells] of (sample ?? []).entries()) read[row] = [...(read[row] ?? []), ...cells];
  }
  for (const [index, { what, text }] of values.entries()) {
    const of = (row: number) => read[row]?.slice(index * 4, index * 4 + 4);
    expect(of(0), what).toEqual([text, `{"v": ${text}}`, `[${text}, null]`, `{"k": ${text}}`]);
    expect(of(1), what).toEqual(['', '', '[]', '{}']);
  }
});

test('[G-07] deeper, with nulls at every level, and keys of every kind', async () => {
  const seen = leafTypes.timestamp('seen', 'MICROS', false);
  const { sample, columns } = await shown(
    aParquetFile([
      {
        elements: list('visits', struct('element', [seen], list('prices', [leafTypes.decimal('element', 18, 2)]))),
        data: [[{ seen: noon, prices: [150n, null] }, { seen: null, prices: null }, null], null],
      },
      {
        elements: map('by day', leafTypes.date('key'), map('value', leafTypes.text('key'), [leafTypes.float('value')])),
        data: [[{ key: 20_000, value: { a: Math.fround(0.7) } }], null],
      },
      {
        elements: struct('__proto__', [leafTypes.word('constructor')]),
        data: [{ constructor: Buffer.from('on') }, null],
      },
    ]),
  );
  expect(columns).toEqual(['visits list', 'by day object', '__proto__ object']);
  expect(sample).toEqual([
    [
      '[{"seen": 2024-10-04T12:00:00.123456, "prices": [1.50, null]}, {"seen": null, "prices": null}, null]',
      '{"2024-10-04": {"a": 0.7}}',
      '{"constructor": "on"}',
    ],
    ['', '', ''],
  ]);
});

test('[G-07] instants as Spark wrote them keep their microseconds, also in structs', async () => {
  const leaf = (name: string) => ({ ...leafTypes.interval(name), converted_type: undefined }) as never;
  const stored = int96Bytes(2_440_588 + 20_000, 43_200_123_456_000n);
  const file = aParquetFile([
    { elements: [leaf('at')], data: [stored, null] },
    { elements: struct('in', [leaf('at')]), data: [{ at: stored }, null] },
  ]);
  const { sample, columns } = await shown(asInt96(file));
  expect(columns).toEqual(['at datetime', 'in object']);
  expect(sample?.[0]).toEqual(['2024-10-04T12:00:00.123456', '{"at": 2024-10-04T12:00:00.123456}']);
});

test('[G-06] rows are those of the groups, where an old writer says none for the whole', async () => {
  const file = aParquetFile([{ elements: [leafTypes.text('word')], data: ['a', 'b', 'c'] }]);
  const { rows, sample } = await shown(withRowsInFooter(file, 3, 0));
  expect([rows, sample]).toEqual([3, [['a'], ['b'], ['c']]]);
});

test('[G-07] a number of 32 bits is its shortest text', () => {
  const numbers = new Float32Array(1);
  const bits = new Uint32Array(numbers.buffer);
  // Every power of two, where the numbers below lie closer than those above, and a walk through the others.
  const walked = Array.from({ length: 20_000 }, (_, index) => (index * 2_654_435_761) >>> 0);
  for (const one of [...Array.from({ length: 254 }, (_, exponent) => exponent << 23), ...walked]) {
    bits[0] = one;
    const [value = 0] = numbers;
    const text = valueText(value, { kind: 'float', bits: 32 });
    expect(Object.is(Math.fround(Number(text)), value), text).toBe(true);
    if (!Number.isFinite(value)) continue;
    const digits = text.replace(/e.*|[-.]/g, '').replace(/^0+|0+$/g, '').length;
    if (digits > 1) expect(Math.fround(Number(value.toPrecision(digits - 1))), text).not.toBe(value);
  }
});
