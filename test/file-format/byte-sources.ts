import { readFile } from 'node:fs/promises';
import type { ByteSource } from '../../src/api/goods/file-format/byte-source.ts';

export type CountedSource = ByteSource & { /** Bytes that were asked for. */ taken: () => number };

/** Bytes as a file of this path, handed out in small parts. */
export function aSource(path: string, content: Uint8Array | string): CountedSource {
  const bytes = Buffer.from(content as string);
  let taken = 0;
  return {
    path,
    size: bytes.length,
    taken: () => taken,
    async read(first, last) {
      taken += last - first + 1;
      return new Uint8Array(bytes.subarray(first, last + 1));
    },
    async *stream() {
      for (let at = 0; at < bytes.length; at += 64 * 1024) {
        const part = bytes.subarray(at, at + 64 * 1024);
        taken += part.length;
        yield new Uint8Array(part);
      }
    },
  };
}

export function fixture(name: string): Promise<Buffer> {
  return readFile(new URL(`../fixtures/file-format/${name}`, import.meta.url));
}

/** A file of test/fixtures/file-format, under its name or another one. */
export async function fixtureSource(name: string, path = name): Promise<CountedSource> {
  return aSource(path, await fixture(name));
}

/** A file whose bytes are made when they are asked for: as large as one likes. */
export function endlessSource(path: string, size: number, pattern: string): CountedSource {
  const part = Buffer.from(pattern.repeat(Math.ceil((64 * 1024) / pattern.length)));
  let taken = 0;
  const at = (first: number, length: number) => {
    taken += length;
    const begin = first % pattern.length;
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const from = (begin + done) % pattern.length;
      const next = part.subarray(from, from + length - done);
      bytes.set(next, done);
      done += next.length - (next.length % pattern.length || 0) || next.length;
    }
    return bytes;
  };
  return {
    path,
    size,
    taken: () => taken,
    read: async (first, last) => at(first, Math.min(last, size - 1) - first + 1),
    async *stream() {
      for (let first = 0; first < size; first += pattern.length * 1_000)
        yield at(first, Math.min(pattern.length * 1_000, size - first));
    },
  };
}
