// Where bytes lie that are too many for the database: in a folder, or in a store that speaks S3.
import { createHash, type Hash } from 'node:crypto';
import type { GrowingFiles } from './growing-files.ts';

/** Facts about bytes once all of them are there. */
export type Stored = { key: string; size: number; sha256: string };
export type Found = { key: string; size: number; changedAt: Date };

/** Range of bytes, counted from 0, the last one included. */
export type ByteRange = { first: number; last: number };

export type Storage = {
  /** Whole under its key when it is answered, and until then not there: what was there before is. Throws what `content` throws. */
  put: (key: string, content: Content) => Promise<Stored>;
  /** Null where nothing has the key. `size` is of the whole; who does not read the body has to cancel it. */
  get: (key: string, range?: ByteRange) => Promise<{ body: ReadableStream<Uint8Array>; size: number } | null>;
  head: (key: string) => Promise<Found | null>;
  /** Missing keys count as deleted too. */
  delete: (key: string) => Promise<void>;
  /** All keys that begin so. What comes or goes meanwhile may be among them. */
  list: (prefix: string) => AsyncGenerator<Found>;
  /** For what comes in pieces. */
  growing: GrowingFiles;
  /** Where a program of this machine finds the bytes; null where they are elsewhere. */
  pathOf: ((key: string) => string) | null;
  /** An address at which everybody who has it gets the bytes from the store itself, for so long; where there is such a thing. */
  presign?: (key: string, asked: Presigned) => Promise<string>;
};

/** `disposition` and `mediaType` are the headers that the store answers with. */
type Presigned = { seconds: number; disposition: string; mediaType: string };

/** The store gives no answer, or says that it cannot at the moment: what was asked may be asked again later. */
export class StorageAway extends Error {}

/** Message to everybody who asked for something of it. */
export const storageAway = 'The storage of the shop cannot be reached at the moment. Try again in a minute.';

export type Content = Uint8Array | AsyncIterable<Uint8Array>;

const LONGEST_KEY = 300;
const key = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/**
 * Small letters, digits, and . _ - in steps that begin with a letter or a digit: the same on every file system, never outside of a folder, and
 * nothing that a person wrote.
 */
export function isStorageKey(text: string): boolean {
  return text.length <= LONGEST_KEY && key.test(text);
}

/** Throws for what would be a fault of the caller's. */
export function checkKey(text: string): void {
  if (!isStorageKey(text)) throw new Error(`${JSON.stringify(text.slice(0, LONGEST_KEY))} is no key of the storage`);
}

export function checkRange({ first, last }: ByteRange): void {
  if (!(Number.isSafeInteger(first) && Number.isSafeInteger(last) && first >= 0 && last >= first))
    throw new Error(`${first}-${last} is no range of bytes`);
}

/** Counts and hashes what is read through it. */
export async function* measured(content: Content, seen: { size: number; hash: Hash }): AsyncGenerator<Uint8Array> {
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    seen.size += chunk.length;
    seen.hash.update(chunk);
    yield chunk;
  }
}

export function startMeasure(): { size: number; hash: Hash } {
  return { size: 0, hash: createHash('sha256') };
}
