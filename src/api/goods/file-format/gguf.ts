import { setImmediate } from 'node:timers/promises';
import { type ByteSource, readPart, Unreadable } from './byte-source.ts';
import type { Inspection } from './inspection.ts';
import { countedDtypes, shortMetadata } from './model-facts.rules.ts';
import { shownText } from './sample.rules.ts';

// Vocabularies stand in the header: what is walked past is not kept, and read in parts.
const WINDOW_BYTES = 256 * 1024;
const MOST_HEADER_BYTES = 32 * 1024 * 1024;
const MOST_KEYS = 10_000;
const MOST_TENSORS = 200_000;
const MOST_SIDES = 8;
/** Values of lists in lists, which no program writes. */
const MOST_INNER = 10_000;
/** Others wait no longer than for so many small steps. */
const STEPS_AT_ONCE = 5_000;
/** Longer texts, such as chat templates, say nothing on a page. */
const KEPT_TEXT = 1_000;

/** How GGUF numbers its kinds of values. */
const STRING = 8;
const ARRAY = 9;
const widths: Record<number, number> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };

type Value = string | number | boolean | null;

export const looksLikeGguf = (begin: Uint8Array) =>
  begin[0] === 0x47 && begin[1] === 0x47 && begin[2] === 0x55 && begin[3] === 0x46;

/** Facts in the header of a GGUF file: a model, what it is built as, and how its numbers are packed. */
export async function inspectGguf(source: ByteSource): Promise<Inspection> {
  const cursor = openCursor(source);
  await cursor.skip(4);
  const version = await cursor.uint32();
  if (version !== 2 && version !== 3)
    throw new Unreadable('It is GGUF of a version that is not known here, or of another byte order.');
  const tensorCount = await cursor.count(MOST_TENSORS, 'tensors');
  const keyCount = await cursor.count(MOST_KEYS, 'values');
  const values = new Map<string, Value>();
  for (let key = 0; key < keyCount; key++) {
    const name = await cursor.text();
    const value = await readValue(cursor, await cursor.uint32(), 0);
    if (name !== null && value !== null && values.size < 1_000) values.set(name, value);
  }
  const { parameters, types } = await readTensors(cursor, tensorCount);
  // At the best packing there is, a number takes more than a bit.
  if (!Number.isSafeInteger(parameters) || parameters > source.size * 8)
    throw new Unreadable('Its tensors do not fit into the file.');
  return {
    facts: await factsOf(values, { parameters, tensors: tensorCount, types }),
    sample: null,
    reason: null,
    isDone: true,
  };
}

async function factsOf(
  values: ReadonlyMap<string, Value>,
  { parameters, tensors, types }: { parameters: number; tensors: number; types: ReadonlyMap<number, number> },
): Promise<Inspection['facts']> {
  // Names of its number formats change with llama.cpp; the package follows it, and is loaded only for this.
  const { GGMLFileQuantizationType, GGMLQuantizationType } = await import('@huggingface/gguf');
  const text = (name: string) => {
    const value = values.get(name);
    return typeof value === 'string' && value !== '' ? shownText(value) : null;
  };
  const architecture = text('general.architecture');
  const context = values.get(`${architecture}.context_length`);
  const fileType = values.get('general.file_type');
  const dtypes = new Map([...types].map(([type, count]) => [GGMLQuantizationType[type] ?? `type ${type}`, count]));
  const shown = [...values].filter(([name]) =>
    /^general\.(size_label|basename|finetune|author|organization|url|version|languages|description)$/.test(name),
  );
  return {
    kind: 'model',
    format: 'gguf',
    name: text('general.name'),
    architecture,
    quantization: (typeof fileType === 'number' && GGMLFileQuantizationType[fileType]) || null,
    context_length: typeof context === 'number' && Number.isSafeInteger(context) && context > 0 ? context : null,
    license: text('general.license'),
    parameters,
    tensors,
    dtypes: countedDtypes(dtypes),
    metadata: shortMetadata(shown.map(([name, value]) => [name.replace('general.', ''), String(value ?? '')])),
  };
}

async function readTensors(cursor: Cursor, count: number) {
  const types = new Map<number, number>();
  let parameters = 0;
  for (let tensor = 0; tensor < count; tensor++) {
    await cursor.text();
    const sides = await cursor.uint32();
    if (sides > MOST_SIDES) throw new Unreadable('A tensor of its header has too many sides.');
    let numbers = 1;
    for (let side = 0; side < sides; side++) numbers *= Number(await cursor.uint64());
    const type = await cursor.uint32();
    await cursor.skip(8);
    parameters += numbers;
    types.set(type, (types.get(type) ?? 0) + 1);
    if (types.size > 100) throw new Unreadable('Its header names types of numbers that there are not.');
  }
  return { parameters, types };
}

/** Null for what is not kept: lists, and long texts. */
async function readValue(cursor: Cursor, type: number, depth: number): Promise<Value> {
  if (type === STRING) return cursor.text();
  if (type !== ARRAY) return cursor.scalar(type);
  if (depth > 2) throw new Unreadable('Its header has lists in lists in lists.');
  const of = await cursor.uint32();
  const length = await cursor.uint64();
  const width = widths[of];
  if (width !== undefined) {
    if (length > BigInt(Number.MAX_SAFE_INTEGER) / 8n)
      throw new Unreadable('A list of its header is longer than the file.');
    await cursor.skip(Number(length) * width);
    return null;
  }
  if (of === STRING) {
    await cursor.skipTexts(length);
    return null;
  }
  if (length > MOST_INNER) throw new Unreadable('Its header has lists in lists that are too long.');
  for (let element = 0n; element < length; element++) await readValue(cursor, of, depth + 1);
  return null;
}

type Cursor = Awaited<ReturnType<typeof openCursor>>;

/** Reads a file from its beginning, in parts. */
function openCursor(source: ByteSource) {
  let window: DataView = new DataView(new ArrayBuffer(0));
  /** Where the window begins, and where in the file the next byte is read. */
  let [begin, position, read] = [0, 0, 0];
  let steps = 0;

  /** Has `length` bytes in the window; answers where in it they begin. */
  async function need(length: number): Promise<number> {
    if (++steps % STEPS_AT_ONCE === 0) await setImmediate();
    if (position < begin || position + length > begin + window.byteLength) {
      await setImmediate();
      const bytes = await readPart(source, position, Math.max(WINDOW_BYTES, length));
      read += bytes.length;
      if (bytes.length < length) throw new Unreadable('Its header is cut off.');
      if (read > MOST_HEADER_BYTES) throw new Unreadable('Its header is larger than 32 MB.');
      window = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      begin = position;
    }
    const at = position - begin;
    position += length;
    return at;
  }

  async function skip(length: number) {
    position += length;
    if (position > source.size) throw new Unreadable('Its header is longer than the file.');
  }

  const uint64 = async () => {
    const at = await need(8);
    return window.getBigUint64(at, true);
  };

  return {
    skip,
    uint64,
    async uint32() {
      const at = await need(4);
      return window.getUint32(at, true);
    },
    async count(most: number, what: string) {
      const count = await uint64();
      if (count > BigInt(most)) throw new Unreadable(`Its header says that it has ${count} ${what}.`);
      return Number(count);
    },
    /** Null for a long one. */
    async text(): Promise<string | null> {
      const length = await uint64();
      if (length > BigInt(source.size)) throw new Unreadable('A text of its header is longer than the file.');
      if (length > KEPT_TEXT) {
        await skip(Number(length));
        return null;
      }
      const at = await need(Number(length));
      return new TextDecoder().decode(new Uint8Array(window.buffer, window.byteOffset + at, Number(length)));
    },
    /** Vocabularies have hundreds of thousands: what is in the window is walked through without waiting for each. */
    async skipTexts(count: bigint) {
      // No header is long enough for as many as that.
      let left = Number(count);
      while (left > 0) {
        await need(8);
        position -= 8;
        for (let at = position - begin; left > 0 && at + 8 <= window.byteLength; at = position - begin) {
          const length = window.getBigUint64(at, true);
          if (length > BigInt(source.size)) throw new Unreadable('A text of its header is longer than the file.');
          position += 8 + Number(length);
          left--;
        }
        if (position > source.size) throw new Unreadable('Its header is cut off.');
      }
    },
    async scalar(type: number): Promise<Value> {
      const width = widths[type];
      if (width === undefined) throw new Unreadable('Its header has a kind of value that is not known.');
      const at = await need(width);
      const readers: Record<number, () => Value> = {
        0: () => window.getUint8(at),
        1: () => window.getInt8(at),
        2: () => window.getUint16(at, true),
        3: () => window.getInt16(at, true),
        4: () => window.getUint32(at, true),
        5: () => window.getInt32(at, true),
        6: () => window.getFloat32(at, true),
        7: () => window.getUint8(at) !== 0,
        10: () => Number(window.getBigUint64(at, true)),
        11: () => Number(window.getBigInt64(at, true)),
        12: () => window.getFloat64(at, true),
      };
      return readers[type]?.() ?? null;
    },
  };
}
