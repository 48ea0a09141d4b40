// Values of Parquet that JavaScript has no number or date for, as texts that say all of them.
import type { SchemaElement } from 'hyparquet';

/** How the raw values of a column are read; null: as the package reads them. */
export type ValueKind =
  | { kind: 'decimal'; scale: number }
  | { kind: 'time'; perSecond: bigint }
  | { kind: 'timestamp'; perSecond: bigint; isUtc: boolean };

const units = { MILLIS: 1_000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n };
const MOST_SCALE = 76;
/** More than the widest decimal there is has. */
const MOST_BYTES = 64;

/** What is meant by the values of a leaf of the schema. */
export function valueKind({
  type,
  converted_type: converted,
  logical_type: logical,
  scale = 0,
}: SchemaElement): ValueKind | null {
  if (logical?.type === 'DECIMAL' || converted === 'DECIMAL') {
    const places = logical?.type === 'DECIMAL' ? logical.scale : scale;
    return places >= 0 && places <= MOST_SCALE ? { kind: 'decimal', scale: places } : null;
  }
  if (type !== 'INT32' && type !== 'INT64') return null;
  if (logical?.type === 'TIME') return { kind: 'time', perSecond: units[logical.unit] };
  if (converted === 'TIME_MILLIS' || converted === 'TIME_MICROS')
    return { kind: 'time', perSecond: converted === 'TIME_MILLIS' ? units.MILLIS : units.MICROS };
  if (logical?.type === 'TIMESTAMP')
    return { kind: 'timestamp', perSecond: units[logical.unit], isUtc: logical.isAdjustedToUTC };
  if (converted === 'TIMESTAMP_MILLIS' || converted === 'TIMESTAMP_MICROS')
    return {
      kind: 'timestamp',
      perSecond: converted === 'TIMESTAMP_MILLIS' ? units.MILLIS : units.MICROS,
      isUtc: true,
    };
  return null;
}

/** The same leaf without its meaning: the package gives its values as they are stored. */
export function rawElement({
  converted_type: _converted,
  logical_type: _logical,
  ...rest
}: SchemaElement): SchemaElement {
  return rest;
}

/** A value as it is stored. Throws for what is none of its kind. */
export function valueText(raw: unknown, kind: ValueKind): string {
  const whole = raw instanceof Uint8Array ? fromBytes(raw) : BigInt(raw as number | bigint);
  if (kind.kind === 'decimal') return decimalText(whole, kind.scale);
  const seconds = floored(whole, kind.perSecond);
  const part = fractionText(whole - seconds * kind.perSecond, kind.perSecond);
  const date = new Date(Number(seconds) * 1_000);
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString().replace(/\.000Z$/, '');
  if (kind.kind === 'time') return text.slice(text.indexOf('T') + 1) + part;
  // Midnight of a day is the day. Without a zone it is nobody's in particular.
  return part === '' && text.endsWith('T00:00:00') ? text.slice(0, -9) : text + part + (kind.isUtc ? 'Z' : '');
}

/** Big-endian, in two's complement. */
function fromBytes(bytes: Uint8Array): bigint {
  if (bytes.length > MOST_BYTES) throw new RangeError('a decimal is too wide');
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(bytes.length * 8, value);
}

function decimalText(whole: bigint, scale: number): string {
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
  const at = digits.length - scale;
  return `${whole < 0n ? '-' : ''}${digits.slice(0, at)}${scale > 0 ? `.${digits.slice(at)}` : ''}`;
}

function floored(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

/** Of a second: in thousandths, millionths or less, as far as it goes. */
function fractionText(part: bigint, perSecond: bigint): string {
  if (part === 0n) return '';
  let digits = String(part).padStart(String(perSecond).length - 1, '0');
  while (digits.endsWith('000')) digits = digits.slice(0, -3);
  return `.${digits}`;
}
