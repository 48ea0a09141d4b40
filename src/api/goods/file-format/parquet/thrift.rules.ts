// Thrift's compact protocol, as far as Parquet uses it, read with bounds: the reader of the package makes room for whatever number a
// file says, so nothing is handed to it that has not been walked through here.

export type ThriftStruct = Map<number, ThriftValue>;
type ThriftValue = boolean | number | bigint | Uint8Array | ThriftValue[] | ThriftStruct;

const [TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12];
const DEEPEST = 12;

class ThriftFault extends Error {}

type Reader = { bytes: Uint8Array; offset: number; values: number; most: number };

/**
 * The struct that begins at `offset`, and where it ends. Throws `ThriftFault` for what is none, is cut off, or has more than `most` values.
 */
export function readThrift(bytes: Uint8Array, offset: number, most: number): { struct: ThriftStruct; end: number } {
  const reader: Reader = { bytes, offset, values: 0, most };
  const struct = readStruct(reader, 0);
  return { struct, end: reader.offset };
}

function readStruct(reader: Reader, depth: number): ThriftStruct {
  if (depth > DEEPEST) throw new ThriftFault('too deep');
  const struct: ThriftStruct = new Map();
  let field = 0;
  for (;;) {
    const byte = next(reader);
    const type = byte & 0x0f;
    if (type === 0) return struct;
    const step = byte >> 4;
    field = step ? field + step : Number(zigzag(varint(reader)));
    struct.set(field, readValue(reader, type, depth));
  }
}

function readValue(reader: Reader, type: number, depth: number): ThriftValue {
  if (++reader.values > reader.most) throw new ThriftFault('too many values');
  switch (type) {
    case TRUE:
      return true;
    case FALSE:
      return false;
    case BYTE:
      return next(reader);
    case I16:
    case I32:
      return Number(zigzag(varint(reader)));
    case I64:
      return zigzag(varint(reader));
    case DOUBLE:
      return taken(reader, 8);
    case BINARY:
      return taken(reader, length(reader));
    case LIST:
      return readList(reader, depth);
    case STRUCT:
      return readStruct(reader, depth + 1);
    default:
      throw new ThriftFault(`type ${type}`);
  }
}

function readList(reader: Reader, depth: number): ThriftValue[] {
  if (depth > DEEPEST) throw new ThriftFault('too deep');
  const head = next(reader);
  const size = head >> 4 === 15 ? length(reader) : head >> 4;
  // Each element takes a byte at least.
  if (size > reader.bytes.length - reader.offset) throw new ThriftFault('a list is longer than what is there');
  const type = head & 0x0f;
  const isFlag = type === TRUE || type === FALSE;
  const values: ThriftValue[] = [];
  for (let index = 0; index < size; index++) values.push(readValue(reader, isFlag ? BYTE : type, depth + 1));
  return values;
}

function next(reader: Reader): number {
  const byte = reader.bytes[reader.offset++];
  if (byte === undefined) throw new ThriftFault('cut off');
  return byte;
}

function taken(reader: Reader, size: number): Uint8Array {
  if (size > reader.bytes.length - reader.offset) throw new ThriftFault('cut off');
  const part = reader.bytes.subarray(reader.offset, reader.offset + size);
  reader.offset += size;
  return part;
}

/** The package reads a length into 32 bits. */
function length(reader: Reader): number {
  const size = varint(reader);
  if (size > 0x7fffffffn) throw new ThriftFault('a length is too large');
  return Number(size);
}

function varint(reader: Reader): bigint {
  let [low, shift] = [0, 0];
  // Most are short: numbers are faster.
  while (shift < 28) {
    const byte = next(reader);
    low |= (byte & 0x7f) << shift;
    if (byte < 0x80) return BigInt(low);
    shift += 7;
  }
  let value = BigInt(low);
  while (shift < 70) {
    const byte = next(reader);
    value |= BigInt(byte & 0x7f) << BigInt(shift);
    if (byte < 0x80) return value;
    shift += 7;
  }
  throw new ThriftFault('a number is too long');
}

const zigzag = (value: bigint) => (value >> 1n) ^ -(value & 1n);
