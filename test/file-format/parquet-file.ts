import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';

/** A column with its part of the schema, the column itself first; values of leaves are as they are stored. */
export type GivenColumn = { elements: SchemaElement[]; data: unknown[] };

/** A Parquet file of these columns, in one group, packed by Snappy. */
export function aParquetFile(columns: GivenColumn[]): Buffer {
  const named = columns.map(({ elements, data }) => ({ name: elements[0]?.name ?? '', data }));
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.flatMap(({ elements }) => elements),
  ];
  return Buffer.from(parquetWriteBuffer({ columnData: named, schema, statistics: false }));
}

const optional = { repetition_type: 'OPTIONAL' } as const;

/** Leaves of the schema, by what they mean. Some say it in the older way, `converted_type`, which the writer would translate for us. */
export const leafTypes = {
  text: (name: string): SchemaElement => ({ name, ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' }),
  float: (name: string): SchemaElement => ({ name, ...optional, type: 'FLOAT' }),
  double: (name: string): SchemaElement => ({ name, ...optional, type: 'DOUBLE' }),
  half: (name: string): SchemaElement => ({
    name,
    ...optional,
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 2,
    logical_type: { type: 'FLOAT16' },
  }),
  decimal: (name: string, precision: number, scale: number): SchemaElement => ({
    name,
    ...optional,
    type: precision <= 18 ? 'INT64' : 'FIXED_LEN_BYTE_ARRAY',
    ...(precision > 18 && { type_length: 16 }),
    precision,
    scale,
    logical_type: { type: 'DECIMAL', precision, scale },
  }),
  timestamp: (name: string, unit: 'MILLIS' | 'MICROS' | 'NANOS', isAdjustedToUTC: boolean): SchemaElement => ({
    name,
    ...optional,
    type: 'INT64',
    logical_type: { type: 'TIMESTAMP', unit, isAdjustedToUTC },
  }),
  time: (name: string, unit: 'MICROS' | 'NANOS'): SchemaElement => ({
    name,
    ...optional,
    type: 'INT64',
    logical_type: { type: 'TIME', unit, isAdjustedToUTC: false },
  }),
  date: (name: string): SchemaElement => ({ name, ...optional, type: 'INT32', converted_type: 'DATE' }),
  interval: (name: string): SchemaElement => ({
    name,
    ...optional,
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 12,
    converted_type: 'INTERVAL',
  }),
  unsigned64: (name: string): SchemaElement => ({ name, ...optional, type: 'INT64', converted_type: 'UINT_64' }),
  unsigned32: (name: string): SchemaElement => ({ name, ...optional, type: 'INT32', converted_type: 'UINT_32' }),
  word: (name: string): SchemaElement => ({ name, ...optional, type: 'BYTE_ARRAY', converted_type: 'ENUM' }),
};

export const struct = (name: string, ...fields: SchemaElement[][]): SchemaElement[] => [
  { name, ...optional, num_children: fields.length },
  ...fields.flat(),
];
export const list = (name: string, item: SchemaElement[]): SchemaElement[] => [
  { name, ...optional, num_children: 1, converted_type: 'LIST' },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  ...item,
];
export const map = (name: string, key: SchemaElement, value: SchemaElement[]): SchemaElement[] => [
  { name, ...optional, num_children: 1, converted_type: 'MAP' },
  { name: 'key_value', repetition_type: 'REPEATED', num_children: 2 },
  { ...key, name: 'key', repetition_type: 'REQUIRED' },
  ...value,
];

/** Big-endian, in two's complement. */
export function decimalBytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(16);
  let left = BigInt.asUintN(128, value);
  for (let at = 15; at >= 0; at--, left >>= 8n) bytes[at] = Number(left & 0xffn);
  return bytes;
}

export function intervalBytes(months: number, days: number, millis: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(12));
  for (const [index, part] of [months, days, millis].entries()) view.setUint32(index * 4, part, true);
  return new Uint8Array(view.buffer);
}

/** Instants as Spark and Impala wrote them for long: nanoseconds of a Julian day. */
export function int96Bytes(julianDay: number, nanos: bigint): Uint8Array {
  const view = new DataView(new ArrayBuffer(12));
  view.setBigUint64(0, nanos, true);
  view.setUint32(8, julianDay, true);
  return new Uint8Array(view.buffer);
}

/** The writer has no INT96: a file of values of 12 bytes, and of nothing else of a fixed length, says that it has. */
export function asInt96(file: Buffer): Buffer {
  const changed = Buffer.from(file);
  const footer = changed.length - 8 - changed.readUInt32LE(changed.length - 8);
  // Field 1, a number, of the elements of the schema and of the columns: 7 is FIXED_LEN_BYTE_ARRAY, 3 is INT96.
  for (
    let at = changed.indexOf(Buffer.of(0x15, 0x0e), footer);
    at >= 0;
    at = changed.indexOf(Buffer.of(0x15, 0x0e), at)
  )
    changed[at + 1] = 0x06;
  return changed;
}

/** A footer that says another number of rows than its groups have. `written` is the number that stands there, below 64 as both. */
export function withRowsInFooter(file: Buffer, written: number, claimed: number): Buffer {
  const changed = Buffer.from(file);
  const footer = changed.length - 8 - changed.readUInt32LE(changed.length - 8);
  // Behind the list of the schema: field 3, a number of 64 bits, and the list of the groups.
  const at = changed.indexOf(Buffer.of(0x16, written * 2, 0x19), footer);
  if (at < 0) throw new Error('the footer has no such number of rows');
  changed[at + 1] = claimed * 2;
  return changed;
}
