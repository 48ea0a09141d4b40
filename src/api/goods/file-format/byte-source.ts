import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A file wherever it lies: what reads it takes what it needs, never the whole into memory. */
export type ByteSource = {
  /** Its path in the release. */
  path: string;
  /** Bytes. */
  size: number;
  /** Bytes `first` to `last`, counted from 0, the last one included; fewer where the file ends before. */
  read: (first: number, last: number) => Promise<Uint8Array>;
  stream: () => AsyncIterable<Uint8Array>;
};

/** Why a file says nothing: a sentence for the seller. Everything else that is thrown while reading is a fault in the file too. */
export class Unreadable extends Error {}

/** `length` bytes from `first` on, or as many as there are. */
export async function readPart(source: ByteSource, first: number, length: number): Promise<Uint8Array> {
  const last = Math.min(first + length, source.size) - 1;
  if (!(first >= 0 && last >= first)) return new Uint8Array(0);
  return source.read(first, last);
}

/** Content of a source, unpacked where it is packed by gzip. A reader that stops ends the reading below. */
export async function* unpacked(
  source: ByteSource,
  { gzip, mostPacked }: { gzip: boolean; mostPacked: number },
): AsyncGenerator<Uint8Array> {
  if (!gzip) {
    yield* source.stream();
    return;
  }
  const packed = Readable.from(atMost(source.stream(), mostPacked));
  const gunzip = createGunzip();
  packed.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of packed.pipe(gunzip)) yield chunk as Uint8Array;
  } finally {
    packed.destroy();
    gunzip.destroy();
  }
}

/** Empty members that are packed behind each other give nothing for many bytes. */
async function* atMost(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const chunk of chunks) {
    seen += chunk.length;
    if (seen > most) throw new Unreadable('It is too large to be unpacked here.');
    yield chunk;
  }
}
