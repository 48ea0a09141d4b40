import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { gguf } from '@huggingface/gguf';
import { describe, expect, test } from 'vitest';
import { fileFactsSchema, sampleSchema } from '#contract/goods/file-format.schema.ts';
import type { ModelFacts, TableFacts } from '#contract/goods/file-format.ts';
import { aSource, endlessSource, fixture, fixtureSource } from '../../../../test/file-format/byte-sources.ts';
import { inspectFile } from './inspect-file.ts';

const MB = 1024 * 1024;

async function tableOf(source: Parameters<typeof inspectFile>[0]) {
  const { facts, sample, reason } = await inspectFile(source);
  expect(reason).toBeNull();
  expect(facts?.kind).toBe('table');
  fileFactsSchema.parse(facts);
  if (sample) sampleSchema.parse(sample);
  return { facts: facts as TableFacts, sample };
}

const named = ({ columns }: { columns: TableFacts['columns'] }) =>
  columns.map(({ name, type, items }) => `${name} ${type}${items ? ` of ${items}` : ''}`);

const duckdbColumns = [
  'id integer',
  'family text',
  'prompt text',
  'score number',
  'kept boolean',
  'written date',
  'edited datetime',
  'big integer',
  'turns list of integer',
  'meta object',
  'price number',
  'bytes binary',
];

describe('Parquet', () => {
  test.each(['duckdb-snappy', 'duckdb-v2', 'duckdb-lz4', 'duckdb-brotli'])(
    '[G-06] %s.parquet: its columns, its rows, and the first of them as they are',
    async (name) => {
      const { facts, sample } = await tableOf(await fixtureSource(`${name}.parquet`));
      expect(facts).toMatchObject({ format: 'parquet', rows: 120, column_count: 12, header: true });
      expect(named(facts)).toEqual(duckdbColumns);
      expect(sample?.rows).toHaveLength(50);
      expect(sample?.truncated).toBe(true);
      expect(sample?.rows.slice(0, 3).map((row) => row.join(' | '))).toEqual([
        '0 | office | Question number 0 | 0 | true | 2026-01-01 | 2026-01-01T08:00:00 | 0 | [0, 1] | {"lang": "en", "words": 0} | 0.00 | 1 byte',
        '1 | code | Question number 1? | 1.5 | false | 2026-01-02 | 2026-01-01T08:01:00 | 1000000007 | [1, 2] | {"lang": "en", "words": 1} | 0.25 | 1 byte',
        '2 |  | Question number 2?? | 3 | true | 2026-01-03 | 2026-01-01T08:02:00 | 2000000014 | [2, 3] | {"lang": "en", "words": 2} | 0.50 | 1 byte',
      ]);
    },
  );

  test('[G-06] of pyarrow and of Polars, with lists of every length', async () => {
    const arrow = await tableOf(await fixtureSource('pyarrow-zstd.parquet'));
    expect(arrow.facts.rows).toBe(120);
    expect(arrow.sample?.rows.map((row) => row[7]).slice(0, 3)).toEqual(['[]', '[1]', '[2, 3]']);
    const polars = await tableOf(await fixtureSource('polars.parquet'));
    expect(named(polars.facts)).toEqual(['word text', 'count number', 'share number', 'tags list of text']);
    expect(polars.sample?.rows[1]).toEqual(['birch1', '3', '0.14285714285714285', '["a", "1"]']);
    const delta = await tableOf(await fixtureSource('pyarrow-delta.parquet'));
    expect(delta.facts.rows, 'of three groups').toBe(120);
    expect(delta.sample?.rows.at(-1)).toEqual(['49', 'Question number 49?']);
  });

  test('[G-06] decimals, times and instants are as exact as they were written, and columns of one name are told apart', async () => {
    const { facts, sample } = await tableOf(await fixtureSource('pyarrow-values.parquet'));
    expect(named(facts)).toEqual([
      ...['price number', 'parts list of number', 'seen datetime', 'measured datetime', 'opens text'],
      ...['nothing unknown', 'twice integer', 'twice integer'],
    ]);
    expect(sample?.rows.map((row) => row.join(' | '))).toEqual([
      '12345678901234567.89 | [1.50] | 2026-03-01T12:30:00.000250Z | 2009-02-13T23:31:30.123456789 | 12:30:01.000005 |  | 1 | 4',
      '-0.05 | [] | 2026-03-01 | 1969-12-31T23:59:59.999999999 | 00:00:00 |  | 2 | 5',
      ' | [-12.25] |  | 1970-01-01 | 23:59:59 |  | 3 | 6',
    ]);
    expect(sample?.truncated).toBe(false);
  });

  test('[G-06] without a row it has columns, and no sample is made up', async () => {
    const { facts, sample } = await tableOf(await fixtureSource('pyarrow-empty.parquet'));
    expect([facts.rows, facts.column_count, sample]).toEqual([0, 9, null]);
  });

  test('[G-06] a page that unpacks to far more than is read for fifty rows is not unpacked', async () => {
    const { facts, sample } = await tableOf(await fixtureSource('pyarrow-bomb.parquet'));
    expect([facts.rows, named(facts), sample]).toEqual([64, ['text text'], null]);
  });

  test('[G-06] a footer that says it has lists of two thousand million entries is refused before there is room made for them', async () => {
    // A struct whose first field is a list of 2^31 - 1 structs.
    const footer = Uint8Array.of(0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07, 0);
    const end = Buffer.alloc(8);
    end.writeUInt32LE(footer.length);
    end.write('PAR1', 4);
    const { facts, reason } = await inspectFile(
      aSource('a.parquet', Buffer.concat([Buffer.from('PAR1'), footer, end])),
    );
    expect([facts, reason]).toEqual([null, 'It is broken, or made in a way that is not known here.']);
  });

  test.each([
    [
      'cut off',
      async () => (await fixture('duckdb-snappy.parquet')).subarray(0, 5_000),
      'It is no Parquet file, or is cut off.',
    ],
    ['of another kind', async () => Buffer.from('id,name\n1,a\n'), 'It is no Parquet file, or is cut off.'],
    [
      'with a footer that is longer than it is',
      async () => Buffer.from('PAR1\u0000\u0000\u0000\u0000\u00ff\u00ff\u0000\u0000PAR1', 'latin1'),
      'Its footer is longer than the file.',
    ],
  ])('[G-06] a file %s has no facts and a reason', async (_what, bytes, reason) => {
    expect(await inspectFile(aSource('rows.parquet', await bytes()))).toEqual({
      facts: null,
      sample: null,
      reason,
      isDone: true,
    });
  });
});

describe('CSV', () => {
  test.each(['duckdb.csv', 'duckdb.csv.gz'])('[G-06] %s: columns by its header, types by its rows', async (name) => {
    const { facts, sample } = await tableOf(await fixtureSource(name));
    expect(facts).toMatchObject({ format: 'csv', rows: 120, header: true, delimiter: ',' });
    expect(facts.compressed).toBe(name.endsWith('.gz') ? 'gzip' : null);
    expect(named(facts).slice(0, 8)).toEqual(duckdbColumns.slice(0, 8));
    expect(sample?.rows[1]?.slice(0, 3)).toEqual(['1', 'code', 'Question number 1?']);
    expect(sample?.rows).toHaveLength(50);
  });

  test.each([
    ['semicolons', 'a.csv', 'name;amount\nAlder;1,5\nBirch;2\n', 'csv', ['name text', 'amount text'], 2],
    ['tabs by the name', 'a.tsv', 'name\tnote\nAlder\tx, y\n', 'tsv', ['name text', 'note text'], 1],
    ['tabs by the content', 'a.csv', 'name\tcount\nAlder\t1\nBirch\t2\n', 'tsv', ['name text', 'count integer'], 2],
    ['a mark of the byte order', 'a.csv', '\ufeffid,name\r\n1,a\r\n\r\n2,b\r\n', 'csv', ['id integer', 'name text'], 2],
    ['lines in quotes', 'a.csv', 'id,text\n1,"one\ntwo ""three"""\n2,x', 'csv', ['id integer', 'text text'], 2],
    ['codes that begin with a zero', 'a.csv', 'zip,x\n01234,1\n99999,1.5\n', 'csv', ['zip text', 'x number'], 2],
    ['a header alone', 'a.csv', 'id,name\n', 'csv', ['id unknown', 'name unknown'], 0],
    ['a column of row numbers without a name', 'a.csv', ',name\n0,a\n1,b\n', 'csv', [' integer', 'name text'], 2],
    ['lines that end as they did long ago', 'a.csv', 'id,name\r1,"a\nb"\r2,b\r', 'csv', ['id integer', 'name text'], 2],
    ['a name that says nothing', 'rows', 'id,name\n1,a\n2,b\n', 'csv', ['id integer', 'name text'], 2],
  ])('[G-06] with %s', async (_what, path, text, format, columns, rows) => {
    const { facts } = await tableOf(aSource(path, text));
    expect([facts.format, named(facts), facts.rows]).toEqual([format, columns, rows]);
  });

  test('[G-06] without a header no row is taken for one', async () => {
    const { facts, sample } = await tableOf(aSource('a.csv', '1,2026-01-01\n2,2026-01-02\n'));
    expect(facts).toMatchObject({ header: false, rows: 2 });
    expect(named(facts)).toEqual(['column 1 integer', 'column 2 date']);
    expect(sample).toMatchObject({
      rows: [
        ['1', '2026-01-01'],
        ['2', '2026-01-02'],
      ],
      truncated: false,
    });
  });

  test('[G-06] rows of a long file are counted to its end, and of one that is too long not at all', async () => {
    const long = await tableOf(aSource('a.csv', `id,text\n${'1,"a\nb"\n'.repeat(300_000)}`));
    expect(long.facts.rows).toBe(300_000);
    const endless = endlessSource('a.csv', 10 * 1024 * MB, 'word,1234567,two words\n');
    const { facts, sample } = await tableOf(endless);
    expect([facts.rows, sample?.truncated]).toEqual([null, true]);
    expect(endless.taken()).toBeLessThan(4 * MB);
  });

  test.each([
    ['without an end of a line', endlessSource('a.csv', 1024 * MB, 'abcdefgh'), 'Its first line is longer than 1 MB.'],
    ['of zeros', aSource('a.csv', Buffer.alloc(100)), 'It is no text.'],
    [
      'in another script',
      aSource('a.csv', Buffer.from('na\xefve,1\n', 'latin1')),
      'Its text is not UTF-8. Save it as UTF-8 to have its columns shown.',
    ],
    ['with quotes that do not end', aSource('a.csv', 'a,b\n1,"x\n'), 'Its quotes are not those of CSV, in row 2.'],
    [
      'with a row that is wider than its header',
      aSource('a.csv', 'a,b\n1,2\n1,2,3\n'),
      'Row 3 has more cells than the first one, so that its columns are not known.',
    ],
    ['without anything', aSource('a.csv', ''), 'It is empty.'],
    [
      'that is packed and does not say so',
      aSource('a.csv', gzipSync('a,b\n')),
      'Its name says another kind of file than it is.',
    ],
  ])('[G-06] one %s has no facts and a reason', async (_what, source, reason) => {
    expect(await inspectFile(source)).toEqual({ facts: null, sample: null, reason, isDone: true });
    expect(source.taken()).toBeLessThan(4 * MB);
  });

  test('[G-06] what unpacks to gigabytes is read as far as its columns need', async () => {
    // 100 MB in 100 kB, of which 64 are counted through.
    const bomb = gzipSync(Buffer.from('id,name\n'.repeat(12 * MB)));
    const { facts } = await tableOf(aSource('a.csv.gz', bomb));
    expect([facts.column_count, facts.rows]).toEqual([2, null]);
    const line = await inspectFile(aSource('a.jsonl.gz', gzipSync(Buffer.alloc(50 * MB, 'a'))));
    expect(line.reason).toBe('Its first line is longer than 1 MB.');
  });
});

describe('JSON lines', () => {
  test.each(['duckdb.jsonl', 'duckdb.jsonl.gz'])('[G-06] %s', async (name) => {
    const { facts, sample } = await tableOf(await fixtureSource(name));
    expect(facts).toMatchObject({ format: 'jsonl', rows: 120 });
    expect(named(facts)).toEqual([
      'id integer',
      'family text',
      'prompt text',
      'score number',
      'kept boolean',
      'written date',
      'edited datetime',
      'turns list of integer',
      'meta object',
    ]);
    expect(sample?.rows[0]?.at(-1)).toBe('{"lang": "en", "words": 0}');
  });

  test('[G-06] numbers of 64 bits are not rounded', async () => {
    const { facts, sample } = await tableOf(
      aSource('a.jsonl', '{"id":1234567890123456789,"of":[-9007199254740993],"x":0.1}\n'),
    );
    expect(named(facts)).toEqual(['id integer', 'of list of integer', 'x number']);
    expect(sample?.rows).toEqual([['1234567890123456789', '[-9007199254740993]', '0.1']]);
  });

  test('[G-06] names are collected from all rows, also those that objects of JavaScript have', async () => {
    const { facts, sample } = await tableOf(
      aSource('data', '{"a":1}\n\n{"__proto__":"x","b":[true]}\n{"a":{"deep":1},"constructor":2}\n'),
    );
    expect(named(facts)).toEqual(['a unknown', '__proto__ text', 'b list of boolean', 'constructor integer']);
    expect(sample?.rows).toEqual([
      ['1', '', '', ''],
      ['', 'x', '[true]', ''],
      ['{"deep": 1}', '', '', '2'],
    ]);
  });

  test.each([
    ['{"a":1}\n[1,2]\n', 'Line 2 is not a JSON object.'],
    ['{"a":1}\n{"a":\n', 'Line 2 is not JSON.'],
    [`${'['.repeat(900_000)}\n`, 'Line 1 is not JSON.'],
    ['\n\n', 'It has no rows.'],
  ])('[G-06] lines that are none have no facts and a reason (%#)', async (text, reason) => {
    expect(await inspectFile(aSource('a.jsonl', text))).toEqual({ facts: null, sample: null, reason, isDone: true });
  });

  test('[G-06] an object of a gigabyte in one line is not read', async () => {
    const source = endlessSource('a.jsonl', 1024 * MB, '{"a":');
    expect((await inspectFile(source)).reason).toBe('Its first line is longer than 1 MB.');
    expect(source.taken()).toBeLessThan(4 * MB);
  });
});

describe('models', () => {
  const facts = async (source: Parameters<typeof inspectFile>[0]) => {
    const inspected = await inspectFile(source);
    fileFactsSchema.parse(inspected.facts);
    expect(inspected.reason).toBeNull();
    return inspected.facts as ModelFacts;
  };

  test('[G-06] a GGUF header, as the reader of Hugging Face reads it too', async () => {
    const source = await fixtureSource('tiny.gguf', 'model');
    expect(await facts(source)).toEqual({
      kind: 'model',
      format: 'gguf',
      name: 'Tiny Alder',
      architecture: 'llama',
      quantization: 'Q8_0',
      context_length: 2048,
      license: 'apache-2.0',
      parameters: 32 * 64 + 16 * 64,
      tensors: 2,
      dtypes: [
        { dtype: 'F32', tensors: 1 },
        { dtype: 'Q8_0', tensors: 1 },
      ],
      metadata: [],
    });
    const path = new URL('../../../../test/fixtures/file-format/tiny.gguf', import.meta.url).pathname;
    const theirs = await gguf(path, { allowLocalFile: true, computeParametersCount: true });
    expect(theirs.parameterCount).toBe(3072);
    expect(theirs.metadata['general.name' as never]).toBe('Tiny Alder');
  });

  test('[G-06] a GGUF header of a million texts keeps nobody waiting', async () => {
    // Its one value is a list that is said to be endless, of texts without a letter.
    const header = Buffer.alloc(24 + 9 + 16 + 8_000_000);
    header.write('GGUF');
    header.writeUInt32LE(3, 4);
    header.writeBigUInt64LE(1n, 16);
    header.writeBigUInt64LE(1n, 24);
    header.write('a', 32);
    header.writeUInt32LE(9, 33);
    header.writeUInt32LE(8, 37);
    header.writeBigUInt64LE(2n ** 60n, 41);
    let turns = 0;
    let isDone = false;
    const others = (async () => {
      for (; !isDone; turns++) await setImmediate();
    })();
    expect((await inspectFile(aSource('a.gguf', header))).reason).toBe('Its header is cut off.');
    isDone = true;
    await others;
    // Once for each part of a quarter of a megabyte that is read.
    expect(turns).toBeGreaterThan(30);
  });

  test('[G-06] a safetensors header', async () => {
    expect(await facts(await fixtureSource('tiny.safetensors', 'model.bin'))).toEqual({
      kind: 'model',
      format: 'safetensors',
      name: 'Tiny Birch',
      architecture: null,
      quantization: null,
      context_length: null,
      license: null,
      parameters: 32 * 64 + 16 * 64 + 16,
      tensors: 3,
      dtypes: [
        { dtype: 'F16', tensors: 2 },
        { dtype: 'F32', tensors: 1 },
      ],
      metadata: [
        { name: 'format', value: 'pt' },
        { name: 'title', value: 'Tiny Birch' },
      ],
    });
  });

  const ggufOf = (...parts: Array<number | bigint>) =>
    Buffer.concat([
      Buffer.from('GGUF'),
      ...parts.map((part) => {
        const bytes = Buffer.alloc(typeof part === 'bigint' ? 8 : 4);
        if (typeof part === 'bigint') bytes.writeBigUInt64LE(part);
        else bytes.writeUInt32LE(part);
        return bytes;
      }),
      Buffer.alloc(64),
    ]);
  const safetensorsOf = (header: string, length = BigInt(header.length)) => {
    const begin = Buffer.alloc(8);
    begin.writeBigUInt64LE(length);
    return Buffer.concat([begin, Buffer.from(header), Buffer.alloc(16)]);
  };

  test.each([
    ['a.gguf', ggufOf(3, 2n ** 60n, 0n), 'Its header says that it has 1152921504606846976 tensors.'],
    ['a.gguf', ggufOf(3, 0n, 2n ** 63n), 'Its header says that it has 9223372036854775808 values.'],
    ['a.gguf', ggufOf(3, 0n, 1n, 2n ** 62n), 'A text of its header is longer than the file.'],
    ['a.gguf', ggufOf(3, 0n, 1n, 0n, 9, 0, 2n ** 62n), 'A list of its header is longer than the file.'],
    ['a.gguf', ggufOf(3, 0n, 1n, 0n, 9, 8, 2n ** 62n), 'Its header is cut off.'],
    ['a.gguf', ggufOf(3, 1n, 0n, 0n, 2, 2n ** 40n, 2n ** 40n, 0, 0n), 'Its tensors do not fit into the file.'],
    ['a.gguf', ggufOf(0x03000000, 0n, 0n), 'It is GGUF of a version that is not known here, or of another byte order.'],
    ['a.gguf', Buffer.from('GGUF'), 'Its header is cut off.'],
    ['a.safetensors', safetensorsOf('{}', 2n ** 60n), 'Its header is longer than the file.'],
    ['a.safetensors', safetensorsOf('{"a":'), 'Its header is not the JSON object that safetensors have.'],
    [
      'a.safetensors',
      safetensorsOf('{"a":{"dtype":"F32","shape":[1e15,1e15],"data_offsets":[0,16]}}'),
      'A tensor of its header does not fit into the file.',
    ],
    [
      'a.safetensors',
      safetensorsOf('{"a":{"dtype":"constructor","shape":[4],"data_offsets":[0,16]}}'),
      'A tensor of its header has a type that is not known.',
    ],
    [
      'a.safetensors',
      safetensorsOf(
        '{"a":{"dtype":"U8","shape":[16],"data_offsets":[0,16]},"b":{"dtype":"U8","shape":[16],"data_offsets":[0,16]}}',
      ),
      'Its tensors do not fit into the file.',
    ],
    ['a.safetensors', safetensorsOf('{"a":null}'), 'A tensor of its header has a type that is not known.'],
    ['a.safetensors', Buffer.from('abc'), 'Its header is cut off.'],
  ])('[G-06] %s that lies has no facts and a reason (%#)', async (path, bytes, reason) => {
    expect(await inspectFile(aSource(path, bytes))).toEqual({ facts: null, sample: null, reason, isDone: true });
  });
});

test('[G-06] nothing is said of other kinds of files, and there is no fault in them', async () => {
  for (const [path, text] of [
    ['README.md', 'Rows, columns, and more.\nOne, two, and three.\nFour, five, and six.\n'],
    ['LICENSE', 'Permission is granted, free of charge\nto anybody\n'],
    ['photo.png', '\x89PNG\r\n\x1a\n'],
    ['notes.txt', 'a line\nanother, line\n'],
  ] as const)
    expect(await inspectFile(aSource(path, text)), path).toEqual({
      facts: null,
      sample: null,
      reason: null,
      isDone: true,
    });
});

test('[G-06] a storage that is away is no fault of the file: the error is its own', async () => {
  const away = {
    ...aSource('a.csv', 'a,b\n1,2\n'),
    stream: async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.reject(new Error('the storage is away'));
    },
  };
  await expect(inspectFile(away)).rejects.toThrow('the storage is away');
  const unread = { ...aSource('a.csv', 'a'), read: () => Promise.reject(new Error('the storage is away')) };
  await expect(inspectFile(unread)).rejects.toThrow('the storage is away');
});

describe('samples', () => {
  test('[G-07] cells are short, on one line, and free of what moves or hides others', async () => {
    const text = `a,b\n"one\n\ttwo",\u202Eevil\u2066\u0007\n${'x'.repeat(500)},<script>alert(1)</script>\n`;
    const { sample } = await tableOf(aSource('a.csv', text));
    expect(sample?.rows).toEqual([
      ['one two', '\u{FFFD}evil\u{FFFD}\u{FFFD}'],
      [`${'x'.repeat(200)}…`, '<script>alert(1)</script>'],
    ]);
    expect(sample?.truncated).toBe(true);
  });

  test('[G-07] at most fifty columns, fifty rows and 32,000 letters', async () => {
    const wide = Array.from({ length: 300 }, (_, index) => `c${index}`).join(',');
    const { facts, sample } = await tableOf(aSource('a.csv', `${wide}\n${`${'1,'.repeat(299)}1\n`.repeat(60)}`));
    expect([facts.columns.length, facts.column_count]).toEqual([200, 300]);
    expect([sample?.columns.length, sample?.rows.length, sample?.truncated]).toEqual([50, 50, true]);
    const long = await tableOf(aSource('b.csv', `${wide}\n${`${`${'y'.repeat(150)},`.repeat(299)}z\n`.repeat(60)}`));
    expect(long.sample?.rows.length).toBe(4);
    expect(JSON.stringify(long.sample).length).toBeLessThan(40_000);
  });
});
