import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { toStorableText } from '../../text/search-text.rules.ts';

/**
 * A file to import: `name` stands in every message, and one that ends in .gz is unpacked. With `givesIds` rows may be of products that
 * have no id yet, so that a table needs no column of ids.
 */
export type CatalogueFile = {
  name: string;
  givesIds?: boolean;
  /** Names of its columns or keys here, by the names in the file; null: left out. Others keep their names. */
  columns?: ColumnNames;
  read(): AsyncIterable<Uint8Array>;
};

export type ColumnNames = ReadonlyMap<string, string | null>;

/** By what a file calls a column, however it is written there. */
export function columnKey(given: string): string {
  return toStorableText(given.trim());
}

export function catalogueFile(path: string): CatalogueFile {
  return { name: path, read: () => createReadStream(path) };
}

export function isPacked(file: CatalogueFile): boolean {
  return file.name.toLowerCase().endsWith('.gz');
}

/** The bytes of the content; `onBytes` counts those of the file itself. */
export async function* contentOf(
  file: CatalogueFile,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  async function* counted() {
    for await (const chunk of file.read()) {
      if (chunk.length === 0) continue;
      isEmpty = false;
      onBytes(chunk.length);
      yield chunk;
    }
  }
  let isEmpty = true;
  if (!isPacked(file)) return yield* counted();
  const gunzip = createGunzip();
  // A fault of the file destroys the unpacker too, so it is thrown below, where somebody is waiting.
  pipeline(Readable.from(counted()), gunzip).catch(() => {});
  try {
    yield* gunzip;
  } catch (error) {
    // No bytes at all are no damage but an empty file, packed or not.
    if (!isEmpty || !/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Why a file cannot be read, or null when the error is not one of the file. */
export function fileFault(error: unknown): string | null {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a directory';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  if (/^Z_/.test(code)) return 'its name ends in .gz, but it is not an undamaged gzip file';
  return /^E[A-Z0-9]+$/.test(code) ? message : null;
}
