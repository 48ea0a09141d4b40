import { type CatalogueFile, contentOf, fileFault, isPacked } from './catalogue-file.ts';
import { hasByteOrderMark, recogniseFormat } from './catalogue-format.rules.ts';
import type { CatalogueItem } from './catalogue-item.ts';
import { csvItems } from './csv-items.ts';
import { jsonlItems } from './jsonl-items.ts';

const HEAD_BYTES = 4 * 1024;

/**
 * Reads a catalogue file row by row, JSONL or CSV, in memory that does not grow with the file. `onBytes` is told how
 * much of the file was read.
 */
export async function* catalogueItems(
  file: CatalogueFile,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<CatalogueItem> {
  try {
    if (isPacked(file)) await checkArchive(file);
    yield* readItems(contentOf(file, onBytes), file);
  } catch (error) {
    const reason = fileFault(error);
    if (!reason) throw error;
    yield { kind: 'refused', reason };
  }
}

/** Unpacks the whole file once, so that a damaged archive is found before the first of its rows is stored. */
async function checkArchive(file: CatalogueFile) {
  for await (const _ of contentOf(file));
}

async function* readItems(
  content: AsyncGenerator<Uint8Array>,
  { givesIds, columns }: CatalogueFile,
): AsyncGenerator<CatalogueItem> {
  try {
    const head = await readHead(content);
    const recognised = recogniseFormat(head);
    if (!recognised.ok) {
      yield { kind: 'refused', reason: recognised.reason };
      return;
    }
    const { kind, lineEnd } = recognised.format;
    const whole = joined(hasByteOrderMark(head) ? head.subarray(3) : head, content);
    const optional = givesIds ? ['product_id'] : [];
    yield* kind === 'jsonl' ? jsonlItems(whole, lineEnd, columns) : csvItems(whole, lineEnd, { optional, columns });
  } finally {
    await content.return(undefined);
  }
}

export async function readHead(content: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (let length = 0; length < HEAD_BYTES; ) {
    const { value, done } = await content.next();
    if (done) break;
    pieces.push(value);
    length += value.length;
  }
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
}

export async function* joined(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}
