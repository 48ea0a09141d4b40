import { type ByteSource, readPart, Unreadable } from './byte-source.ts';
import type { Inspection } from './inspection.ts';
import { countedDtypes, shortMetadata } from './model-facts.rules.ts';
import { shownText } from './sample.rules.ts';

/** Those of the largest models have some 2 MB. */
const MOST_HEADER_BYTES = 4 * 1024 * 1024;
const LENGTH_BYTES = 8;
/** Bits of a number. */
const dtypeBits: Record<string, number> = {
  F64: 64,
  I64: 64,
  U64: 64,
  C64: 64,
  F32: 32,
  I32: 32,
  U32: 32,
  F16: 16,
  BF16: 16,
  I16: 16,
  U16: 16,
  F8_E4M3: 8,
  F8_E5M2: 8,
  F8_E8M0: 8,
  F8_E4M3FNUZ: 8,
  F8_E5M2FNUZ: 8,
  I8: 8,
  U8: 8,
  BOOL: 8,
  F6_E2M3: 6,
  F6_E3M2: 6,
  F4: 4,
};

type Entry = { dtype: string; shape: number[]; data_offsets: [number, number] };

/** True if the file begins as one: the length of a header that fits into it, and a brace. */
export async function looksLikeSafetensors(source: ByteSource): Promise<boolean> {
  const begin = await readPart(source, 0, LENGTH_BYTES + 1);
  if (begin.length <= LENGTH_BYTES || begin[LENGTH_BYTES] !== 0x7b) return false;
  const length = headerLength(begin);
  return length > 1n && length <= BigInt(source.size - LENGTH_BYTES);
}

const headerLength = (begin: Uint8Array) =>
  new DataView(begin.buffer, begin.byteOffset, LENGTH_BYTES).getBigUint64(0, true);

/** Numbers, their types and the texts of the header, which has to fit what lies behind it. */
export async function inspectSafetensors(source: ByteSource): Promise<Inspection> {
  const begin = await readPart(source, 0, LENGTH_BYTES);
  if (begin.length < LENGTH_BYTES) throw new Unreadable('Its header is cut off.');
  const length = headerLength(begin);
  if (length > BigInt(source.size - LENGTH_BYTES)) throw new Unreadable('Its header is longer than the file.');
  if (length > BigInt(MOST_HEADER_BYTES)) throw new Unreadable('Its header is larger than 4 MB.');
  const header = readHeader(await readPart(source, LENGTH_BYTES, Number(length)));
  const dataBytes = source.size - LENGTH_BYTES - Number(length);
  const dtypes = new Map<string, number>();
  let [parameters, tensors] = [0, 0];
  const parts: Array<[number, number]> = [];
  for (const [name, value] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    const entry = checkEntry(value, dataBytes);
    parameters += entry.shape.reduce((product, side) => product * side, 1);
    dtypes.set(entry.dtype, (dtypes.get(entry.dtype) ?? 0) + 1);
    tensors++;
    parts.push(entry.data_offsets);
  }
  if (!isGapless(parts, dataBytes)) throw new Unreadable('Its tensors do not fit into the file.');
  if (!Number.isSafeInteger(parameters)) throw new Unreadable('Its tensors do not fit into the file.');
  const texts = metadataOf(header);
  return {
    facts: {
      kind: 'model',
      format: 'safetensors',
      name: texts.title ?? texts.name ?? texts['modelspec.title'] ?? null,
      architecture: texts.architecture ?? texts['modelspec.architecture'] ?? null,
      quantization: null,
      context_length: null,
      license: texts.license ?? texts['modelspec.license'] ?? null,
      parameters,
      tensors,
      dtypes: countedDtypes(dtypes),
      metadata: shortMetadata(Object.entries(texts)),
    },
    sample: null,
    reason: null,
    isDone: true,
  };
}

function readHeader(bytes: Uint8Array): Record<string, unknown> {
  try {
    const header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof header === 'object' && header !== null && !Array.isArray(header)) return header;
  } catch {
    // Text that is no JSON is no header either.
  }
  throw new Unreadable('Its header is not the JSON object that safetensors have.');
}

/** Checks a tensor: its facts are true only if its numbers fill the bytes that it names, and the file has these. */
function checkEntry(value: unknown, dataBytes: number): Entry {
  const { dtype, shape, data_offsets: offsets } = (value ?? {}) as Partial<Entry>;
  const isCount = (number: unknown): number is number => Number.isSafeInteger(number) && (number as number) >= 0;
  const bits = typeof dtype === 'string' && Object.hasOwn(dtypeBits, dtype) ? dtypeBits[dtype] : undefined;
  if (!dtype || bits === undefined) throw new Unreadable('A tensor of its header has a type that is not known.');
  if (!Array.isArray(shape) || shape.length > 16 || !shape.every(isCount) || !Array.isArray(offsets))
    throw new Unreadable('A tensor of its header has no shape.');
  const [first, end] = offsets;
  const numbers = shape.reduce((product, side) => product * side, 1);
  const fits =
    isCount(first) && isCount(end) && first <= end && end <= dataBytes && (end - first) * 8 === numbers * bits;
  if (!fits) throw new Unreadable('A tensor of its header does not fit into the file.');
  return { dtype, shape, data_offsets: [first, end] };
}

/** Tensors lie behind each other and fill the file, or no program opens it: the same bytes are not counted twice. */
function isGapless(parts: Array<[number, number]>, dataBytes: number): boolean {
  let at = 0;
  for (const [first, end] of parts.sort((one, other) => one[0] - other[0] || one[1] - other[1])) {
    if (first !== at) return false;
    at = end;
  }
  return at === dataBytes;
}

function metadataOf(header: Record<string, unknown>): Record<string, string | undefined> {
  const given = Object.hasOwn(header, '__metadata__') ? header.__metadata__ : null;
  if (typeof given !== 'object' || given === null) return {};
  const texts = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.map(([name, text]) => [name, shownText(text)]));
}
