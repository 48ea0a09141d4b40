import { printable } from '../../text/printable-text.rules.ts';
import { finding } from '../product-input/fault.rules.ts';
import { type RowReading, readProductRow } from '../product-input/product-row.rules.ts';
import type { CatalogueFile } from './catalogue-file.ts';
import type { CatalogueItem } from './catalogue-item.ts';
import { catalogueItems } from './catalogue-items.ts';

const BATCH_ROWS = 1_000;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Where a row stands; `product_id` is what the row says, made printable, or ''. */
export type RowPlace = { file: string; line: number; product_id: string };

/** A field with what is wrong with it, or was changed, as a report says it. */
type Remark = { field: string; reason: string };

/** Something to tell about one row. */
export type RowRemarks = RowPlace & { remarks: Remark[] };

/** `place` is worked out when there is something to tell: most rows are stored without a word. */
export type Batch = Array<{ place: () => RowPlace; reading: RowReading }>;

/** Stores a batch; `onSent` is to be called once all of it is on its way to the database, and what is left is to wait. */
type StoreBatch = (batch: Batch, onSent: () => void) => Promise<void>;

function unreadable({ field, reason }: { field: string; reason: string }): RowReading {
  return { ok: false, faults: [{ field, ...finding('unreadable_row', { reason }) }] };
}

/**
 * Reads a file and hands its rows on in batches, in the order of the file. The next batch is read while the database works
 * on the one before. Comes to its end when all is stored; answers why the file is no catalogue, and whether the signal came.
 */
export async function readInBatches(
  file: CatalogueFile,
  options: {
    onBytes?: ((bytes: number) => void) | undefined;
    onUnknown?: ((row: RowRemarks) => void) | undefined;
    signal?: AbortSignal | undefined;
    /** So many rows were stored before: they are read over. */
    skip?: number | undefined;
  },
  store: StoreBatch,
): Promise<{ refused: string | null; stopped: boolean }> {
  let refused: string | null = null;
  let stopped = false;
  let batch: Batch = [];
  let bytes = 0;
  let storing: Promise<void> = Promise.resolve();
  let left = options.skip ?? 0;

  const placeOf = (item: { line: number; values?: object }): RowPlace => {
    const given = item.values && 'product_id' in item.values ? item.values.product_id : '';
    const product_id = typeof given === 'string' ? printable(given.trim(), 200) : '';
    return { file: file.name, line: item.line, product_id };
  };

  function take(item: CatalogueItem) {
    if (item.kind === 'refused') refused = item.reason;
    else if (left > 0 && item.kind !== 'unknown') left--;
    else if (item.kind === 'unknown') options.onUnknown?.({ ...placeOf(item), remarks: [item] });
    else if (item.kind === 'unreadable') batch.push({ place: () => placeOf(item), reading: unreadable(item) });
    else {
      const { line, values } = item;
      // The rest of the row is not kept.
      const { product_id } = values;
      batch.push({ place: () => placeOf({ line, values: { product_id } }), reading: readProductRow(values) });
      bytes += item.bytes;
    }
  }

  async function handOn() {
    await storing;
    const full = batch;
    batch = [];
    bytes = 0;
    if (full.length === 0) return;
    // Reading before it is sent would hold up the short answers that come before: the database would wait for us.
    await new Promise<void>((resolve) => {
      storing = store(full, resolve);
      // A failure is thrown where the batch is waited for; until then it may not count as unhandled.
      storing.then(resolve, resolve);
    });
  }

  for await (const item of catalogueItems(file, options.onBytes)) {
    take(item);
    if (batch.length >= BATCH_ROWS || bytes >= BATCH_BYTES) await handOn();
    stopped = options.signal?.aborted ?? false;
    if (stopped) break;
  }
  await handOn();
  await storing;
  return { refused, stopped };
}
