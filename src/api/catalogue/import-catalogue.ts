import { basename } from 'node:path';
import type { Kysely } from 'kysely';
import { type Actor, type AuditAction, type AuditEntry, recordAudit } from '#platform/audit.ts';
import type { ApiTables } from '../schema.ts';
import type { CatalogueFile } from './catalogue-file.ts';
import type { CatalogueItem } from './catalogue-item.ts';
import { catalogueItems } from './catalogue-items.ts';
import { printable } from './printable-text.rules.ts';
import { storeProducts } from './product-import.store.ts';
import { type ProductRow, type Remark, readProductRow } from './product-row.rules.ts';

const BATCH_ROWS = 1_000;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Something to tell about one row; `product_id` is what the row says, made printable, or ''. */
export type RowRemarks = { file: string; line: number; product_id: string; remarks: Remark[] };

export type ImportOptions = {
  /** Who imports, for the audit log; unset: nothing is recorded. */
  actor?: Actor;
  /** Told the bytes that were read since the last call. */
  onBytes?: (bytes: number) => void;
  onRejected?: (row: RowRemarks) => void;
  /** Values that were changed to fit. */
  onChanged?: (row: RowRemarks) => void;
  /** A column or key that is not stored, once per file, with the line where it first stands. */
  onUnknown?: (row: RowRemarks) => void;
  /** Once aborted, what was read is stored and the import ends. */
  signal?: AbortSignal | undefined;
};

/** imported + updated + rejected = rows, always. */
export type ImportOutcome = {
  imported: number;
  updated: number;
  rejected: number;
  rows: number;
  /** Why the file is no catalogue; nothing of it was imported then. */
  refused: string | null;
  /** The signal ended the import before the file did. */
  stopped: boolean;
};

/**
 * Imports a JSONL or CSV file. Good rows are stored, bad ones are reported, and an id that is stored already, or that
 * comes again, updates its product: the whole product, so that a field that the row does not have gets its default.
 * Rows are stored in batches, each one a transaction; inside a transaction of the caller's they belong to that.
 */
export async function importCatalogue(
  db: Kysely<ApiTables>,
  file: CatalogueFile,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  const counts = { imported: 0, updated: 0, rejected: 0 };
  let refused: string | null = null;
  let stopped = false;
  let batch = emptyBatch();
  let storing: Promise<void> = Promise.resolve();

  function tell(listener: ImportOptions['onRejected'], item: { line: number; values?: object }, remarks: Remark[]) {
    const given = item.values && 'product_id' in item.values ? item.values.product_id : '';
    const product_id = typeof given === 'string' ? printable(given.trim(), 200) : '';
    if (remarks.length > 0) listener?.({ file: file.name, line: item.line, product_id, remarks });
  }

  function accept(item: Extract<CatalogueItem, { kind: 'row' }>) {
    const reading = readProductRow(item.values);
    if (!reading.ok) {
      counts.rejected++;
      return tell(options.onRejected, item, reading.faults);
    }
    tell(options.onChanged, item, reading.changes);
    batch.rows++;
    batch.bytes += item.bytes;
    batch.products.set(reading.product.product_id, reading.product);
  }

  async function record(action: AuditAction, details: AuditEntry['details'] = {}) {
    const subject = { kind: 'catalogue' as const, id: basename(file.name).slice(-200) };
    if (options.actor) await recordAudit(db, options.actor, { action, subject, details });
  }

  /** Hands the batch to the database, which works on it while the next one is read. */
  async function store() {
    await storing;
    const { rows, products } = batch;
    batch = emptyBatch();
    storing = storeProducts(db, [...products.values()]).then((isNew) => {
      counts.imported += isNew;
      counts.updated += rows - isNew;
    });
    // A failure is thrown where the batch is waited for; until then it may not count as unhandled.
    storing.catch(() => {});
  }

  await record('catalogue.import_begun');
  for await (const item of catalogueItems(file, options.onBytes)) {
    if (item.kind === 'refused') refused = item.reason;
    else if (item.kind === 'row') accept(item);
    else if (item.kind === 'unknown') tell(options.onUnknown, item, [item]);
    else {
      counts.rejected++;
      tell(options.onRejected, item, [item]);
    }
    if (batch.rows >= BATCH_ROWS || batch.bytes >= BATCH_BYTES) await store();
    stopped = options.signal?.aborted ?? false;
    if (stopped) break;
  }
  await store();
  await storing;
  await record('catalogue.imported', { ...counts, ...(refused && { refused: refused.slice(0, 200) }), stopped });
  return { ...counts, rows: counts.imported + counts.updated + counts.rejected, refused, stopped };
}

/**
 * Imports all files in one transaction, which is undone when a single row was rejected, a file was refused or the
 * signal came. Undone, every row counts as rejected.
 */
export async function importAllOrNothing(
  db: Kysely<ApiTables>,
  files: readonly CatalogueFile[],
  options: ImportOptions = {},
): Promise<{ kept: boolean; outcomes: ImportOutcome[] }> {
  const outcomes: ImportOutcome[] = [];
  const undo = new Error('undo');
  try {
    await db.transaction().execute(async (transaction) => {
      for (const file of files) {
        outcomes.push(await importCatalogue(transaction, file, options));
        if (options.signal?.aborted) break;
      }
      if (outcomes.some(({ rejected, refused, stopped }) => rejected > 0 || refused !== null || stopped)) throw undo;
    });
    return { kept: true, outcomes };
  } catch (error) {
    if (error !== undo) throw error;
    const undone = outcomes.map((outcome) => ({ ...outcome, imported: 0, updated: 0, rejected: outcome.rows }));
    return { kept: false, outcomes: undone };
  }
}

/** `products` by id, so that the last row of an id counts; its place is that of the first. */
function emptyBatch() {
  return { rows: 0, bytes: 0, products: new Map<string, ProductRow>() };
}
