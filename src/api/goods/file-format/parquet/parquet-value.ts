// Values of Parquet as texts that say all of them: JavaScript has no number or date for some.
import type { SchemaElement } from 'hyparquet';

/** How the raw values of a leaf are read; null: as the package gives them. */
export type ValueKind =
  | { kind: 'decimal'; scale: number }
  | { kind: 'date' }
  | { kind: 'time'; perSecond: bigint }
  | { kind: 'timestamp'; perSecond: bigint; isUtc: boolean }
  | { kind: 'interval' }
  | { kind: 'unsigned'; bits: 32 | 64 }
  /** Floating point numbers of fewer bits than those of JavaScript. */
  | { kind: 'float'; bits: 16 | 32 }
  | { kind: 'text' }
  | { kind: 'uuid' };

const units = { MILLIS: 1_000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n };
const MOST_SCALE = 76;
/** More than the widest decimal there is has. */
const MOST_BYTES = 64;

/** Meaning of the values of a leaf of the schema. */
export function valueKind(element: SchemaElement): ValueKind | null {
  const { type, converted_type: converted, logical_type: logical } = element;
  switch (type) {
    case 'FLOAT':
      return { kind: 'float', bits: 32 };
    case 'INT96':
      // Days and nanoseconds, of no zone in particular.
      return { kind: 'timestamp', perSecond: units.NANOS, isUtc: false };
    case 'INT32':
    case 'INT64':
      return decimalKind(element) ?? timeKind(element) ?? unsignedKind(element);
    case 'FIXED_LEN_BYTE_ARRAY':
      if (converted === 'INTERVAL') return { kind: 'interval' };
      if (logical?.type === 'FLOAT16') return { kind: 'float', bits: 16 };
      return logical?.type === 'UUID' ? { kind: 'uuid' } : decimalKind(element);
    case 'BYTE_ARRAY': {
      const isText = ['UTF8', 'ENUM', 'JSON'].includes(converted ?? '');
      return isText || ['STRING', 'ENUM', 'JSON'].includes(logical?.type ?? '')
        ? { kind: 'text' }
        : decimalKind(element);
    }
    default:
      return null;
  }
}

function decimalKind({ converted_type: converted, logical_type: logical, scale = 0 }: SchemaElement): ValueKind | null {
  if (logical?.type !== 'DECIMAL' && converted !== 'DECIMAL') return null;
  const places = logical?.type === 'DECIMAL' ? logical.scale : scale;
  return places >= 0 && places <= MOST_SCALE ? { kind: 'decimal', scale: places } : null;
}

function timeKind({ converted_type: converted, logical_type: logical }: SchemaElement): ValueKind | null {
  if (logical?.type === 'DATE' || converted === 'DATE') return { kind: 'date' };
  if (logical?.type === 'TIME') return { kind: 'time', perSecond: units[logical.unit] };
  if (logical?.type === 'TIMESTAMP')
    return { kind: 'timestamp', perSecond: units[logical.unit], isUtc: logical.isAdjustedToUTC };
  const [, what, unit = 'MILLIS'] = /^(TIME|TIMESTAMP)_(MILLIS|MICROS)$/.exec(converted ?? '') ?? [];
  if (!what) return null;
  const perSecond = units[unit as 'MILLIS' | 'MICROS'];
  return what === 'TIME' ? { kind: 'time', perSecond } : { kind: 'timestamp', perSecond, isUtc: true };
}

function unsignedKind({ type, converted_type: converted, logical_type: logical }: SchemaElement): ValueKind | null {
  const isUnsigned = converted?.startsWith('UINT_') || (logical?.type === 'INTEGER' && !logical.isSigned);
  return isUnsigned ? { kind: 'unsigned', bits: type === 'INT64' ? 64 : 32 } : null;
}

/** A value as it is stored. Throws for what is none of its kind. */
export function valueText(raw: unknown, kind: ValueKind): string {
  switch (kind.kind) {
    case 'text':
      return new TextDecoder().decode(bytesOf(raw));
    case 'uuid':
      return Buffer.from(bytesOf(raw, 16))
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    case 'float':
      return floatText(kind.bits === 16 ? float16(bytesOf(raw, 2)) : Number(raw), kind.bits);
    case 'interval':
      return intervalText(bytesOf(raw, 12));
    case 'date':
      return dayText(Number(raw));
    case 'unsigned':
      return String(BigInt.asUintN(kind.bits, wholeOf(raw)));
    case 'decimal':
      return decimalText(wholeOf(raw), kind.scale);
    case 'time':
      return timeText(wholeOf(raw), kind.perSecond);
    default:
      return timestampText(wholeOf(raw), kind);
  }
}

function bytesOf(raw: unknown, length?: number): Uint8Array {
  if (!(raw instanceof Uint8Array) || (length !== undefined && raw.length !== length))
    throw new TypeError('a value is not of its kind');
  return raw;
}

/** Bytes are big-endian, in two's complement. */
function wholeOf(raw: unknown): bigint {
  if (!(raw instanceof Uint8Array)) return BigInt(raw as number | bigint);
  if (raw.length > MOST_BYTES) throw new RangeError('a decimal is too wide');
  let value = 0n;
  for (const byte of raw) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(raw.length * 8, value);
}

function decimalText(whole: bigint, scale: number): string {
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
  const at = digits.length - scale;
  return `${whole < 0n ? '-' : ''}${digits.slice(0, at)}${scale > 0 ? `.${digits.slice(at)}` : ''}`;
}

function timestampText(whole: bigint, { perSecond, isUtc }: { perSecond: bigint; isUtc: boolean }): string {
  const perDay = perSecond * 86_400n;
  const days = floored(whole, perDay);
  const ofDay = whole - days * perDay;
  const day = dayText(Number(days));
  // Midnight of a day is the day. Without a zone it is nobody's in particular.
  return ofDay === 0n ? day : `${day}T${timeText(ofDay, perSecond)}${isUtc ? 'Z' : ''}`;
}

/** Time of a day, which may be as long as it likes: some write its end as 24:00:00. */
function timeText(whole: bigint, perSecond: bigint): string {
  const size = whole < 0n ? -whole : whole;
  const seconds = size / perSecond;
  const parts = [seconds / 3_600n, (seconds / 60n) % 60n, seconds % 60n].map((part) => String(part).padStart(2, '0'));
  return `${whole < 0n ? '-' : ''}${parts.join(':')}${fractionText(size % perSecond, perSecond)}`;
}

/** Fraction of a second: in thousandths, millionths or less, as far as it goes. */
function fractionText(part: bigint, perSecond: bigint): string {
  if (part === 0n) return '';
  let digits = String(part).padStart(String(perSecond).length - 1, '0');
  while (digits.endsWith('000')) digits = digits.slice(0, -3);
  return `.${digits}`;
}

function floored(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

/** Days since 1970 in the calendar of today, which the dates of JavaScript have only 275,000 years of. */
function dayText(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  // Years of this count begin in March.
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const digits = String(Math.abs(year));
  const yearText =
    year >= 0 && year <= 9_999 ? digits.padStart(4, '0') : `${year < 0 ? '-' : '+'}${digits.padStart(6, '0')}`;
  return `${yearText}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Months, days and milliseconds, none of which is as long as a number of the others: `1 year 2 months 3 days 04:05:06.789`. */
function intervalText(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [months, days, millis] = [0, 4, 8].map((at) => view.getUint32(at, true)) as [number, number, number];
  const counted = [
    { count: Math.floor(months / 12), word: 'year' },
    { count: months % 12, word: 'month' },
    { count: days, word: 'day' },
  ].flatMap(({ count, word }) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`]));
  const time = millis > 0 || counted.length === 0 ? [timeText(BigInt(millis), units.MILLIS)] : [];
  return [...counted, ...time].join(' ');
}

function float16(bytes: Uint8Array): number {
  const bits = new DataView(bytes.buffer, bytes.byteOffset, 2).getUint16(0, true);
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  const sign = bits >> 15 ? -1 : 1;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return exponent === 0 ? sign * 2 ** -24 * fraction : sign * 2 ** (exponent - 15) * (1 + fraction / 1_024);
}

/** The shortest text that gives the same number of so many bits: 1.1, which is 1.100000023841858 in 64 of them. */
function floatText(value: number, bits: 16 | 32): string {
  if (Object.is(value, -0)) return '-0';
  if (!Number.isFinite(value)) return String(value);
  const round = bits === 16 ? Math.f16round : Math.fround;
  for (let digits = 1; digits < 10; digits++) {
    const short = Number(value.toPrecision(digits));
    if (round(short) === value) return String(short);
  }
  return String(value);
}
