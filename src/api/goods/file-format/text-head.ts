import { type ByteSource, Unreadable, unpacked } from './byte-source.ts';

/** As far as a text is read to see what its columns are. */
const HEAD_BYTES = 1024 * 1024;
/** As far as it is read to count its rows. */
const COUNTED_BYTES = 64 * 1024 * 1024;
const [LINE_FEED, RETURN] = [10, 13];

export type TextHead = {
  /** Whole lines, the last one without its end. */
  text: string;
  /** True if this is all of it. */
  isWhole: boolean;
  gzip: boolean;
};

/** The first lines of a text. Throws `Unreadable` for what is none in UTF-8, or has no line that ends soon. */
export async function readTextHead(source: ByteSource, gzip: boolean): Promise<TextHead> {
  const { bytes, isWhole } = await readHead(source, gzip);
  if (bytes.length === 0) throw new Unreadable('It is empty.');
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new Unreadable('Its text is UTF-16. Save it as UTF-8 to have its columns shown.');
  if (bytes.includes(0)) throw new Unreadable('It is no text.');
  const end = isWhole ? bytes.length : endOfLines(bytes);
  if (end < 1) throw new Unreadable('Its first line is longer than 1 MB.');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end));
    return { text, isWhole, gzip };
  } catch {
    throw new Unreadable('Its text is not UTF-8. Save it as UTF-8 to have its columns shown.');
  }
}

/** Where the last line ends; in texts of old programs, which have no other end, by a return alone. */
function endOfLines(bytes: Uint8Array): number {
  const end = bytes.lastIndexOf(LINE_FEED);
  return end < 0 ? bytes.lastIndexOf(RETURN) : end;
}

async function readHead(source: ByteSource, gzip: boolean): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of unpacked(source, { gzip, mostPacked: HEAD_BYTES * 4 })) {
    parts.push(chunk);
    length += chunk.length;
    if (length > HEAD_BYTES) break;
  }
  const bytes = Buffer.concat(parts, Math.min(length, HEAD_BYTES));
  return { bytes, isWhole: length <= HEAD_BYTES };
}

/** Counts through the whole text, by its bytes; null where it is too long for that, or the counter gives up. */
export async function countThrough(
  source: ByteSource,
  gzip: boolean,
  counter: { take: (chunk: Uint8Array) => boolean; end: () => number | null },
): Promise<number | null> {
  if (!gzip && source.size > COUNTED_BYTES) return null;
  let seen = 0;
  try {
    for await (const chunk of unpacked(source, { gzip, mostPacked: COUNTED_BYTES })) {
      seen += chunk.length;
      if (seen > COUNTED_BYTES || !counter.take(chunk)) return null;
    }
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
  return counter.end();
}
