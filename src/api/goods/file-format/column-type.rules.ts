// Type of a column, guessed from the values that were read.
import type { Column, ColumnType } from '#contract/goods/file-format.ts';
import { ShownValue } from './sample.rules.ts';

const INTEGER = /^[+-]?(0|[1-9]\d{0,17})$/;
const NUMBER = /^[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,4})?$/i;
const LEADING_ZERO = /^[+-]?0\d/;
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const DATETIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)?$/;

/** Type of a cell of a CSV file; null where nothing is in it. A value that begins with a zero is a code, not a number. */
export function typeOfText(cell: string): ColumnType | null {
  const text = cell.length > 80 ? 'x' : cell.trim();
  if (text === '') return null;
  if (INTEGER.test(text)) return 'integer';
  if (NUMBER.test(text) && !LEADING_ZERO.test(text)) return 'number';
  if (/^(true|false)$/i.test(text)) return 'boolean';
  return dateOf(text) ?? 'text';
}

/** Type of a value of JSON, or of one that a reader of Parquet gives. */
function typeOfValue(value: unknown): ColumnType | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return (value.length <= 40 ? dateOf(value) : null) ?? 'text';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'boolean') return 'boolean';
  if (value instanceof ShownValue) return value.type;
  return Array.isArray(value) ? 'list' : 'object';
}

function dateOf(text: string): ColumnType | null {
  if (DATE.test(text)) return 'date';
  return DATETIME.test(text) ? 'datetime' : null;
}

/** Type that covers both: 1 and 1.5 are numbers, a list and a text are unknown. */
export function commonType(one: ColumnType | null, other: ColumnType | null): ColumnType | null {
  if (one === null || one === other) return other;
  if (other === null) return one;
  const both = [one, other];
  const among = (...types: ColumnType[]) => both.every((type) => types.includes(type));
  if (among('integer', 'number')) return 'number';
  if (among('date', 'datetime')) return 'datetime';
  return among('text', 'integer', 'number', 'boolean', 'date', 'datetime') ? 'text' : 'unknown';
}

/** A column of these values. */
export function columnOfValues(name: string, values: unknown[]): Column {
  let type: ColumnType | null = null;
  let items: ColumnType | null = null;
  for (const value of values) {
    type = commonType(type, typeOfValue(value));
    if (Array.isArray(value)) for (const item of value.slice(0, 20)) items = commonType(items, typeOfValue(item));
  }
  return { name, type: type ?? 'unknown', ...(type === 'list' && items && { items }) };
}
