import { basename } from 'node:path';
import type { Kysely } from 'kysely';
import { cutText } from '#contract/text/cut-text.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import { type AuditAction, type AuditEntry, recordAudit } from '../../../audit/audit.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { toRemark } from '../../product-input/fault-text.rules.ts';
import { catalogueSubject } from '../audit-subject.rules.ts';
import type { CatalogueFile } from '../catalogue-file.ts';
import { type Batch, type RowPlace, type RowRemarks, readInBatches } from '../read-in-batches.ts';
import { catalogueTable } from './product-import.store.ts';
import { type RowOutcome, storeBatch } from './store-batch.ts';

export type ImportOptions = {
  /** A row describes the whole product: what it does not have gets its default, also when the product is known. */
  replace?: boolean;
  /** The importer, for the audit log; unset: nothing is recorded. */
  actor?: Actor;
  /** Told the bytes that were read since the last call. */
  onBytes?: (bytes: number) => void;
  onRejected?: (row: RowRemarks) => void;
  /** Values that were changed to fit. */
  onChanged?: (row: RowRemarks) => void;
  /** Effects of a row elsewhere. */
  onWarning?: (row: RowRemarks) => void;
  /** A column or key that is not stored, once per file, with the line where it first stands. */
  onUnknown?: (row: RowRemarks) => void;
  /** Once aborted, what was read is stored and the import ends. */
  signal?: AbortSignal | undefined;
  /** So many rows were done before: they are read over. */
  skip?: number | undefined;
  /** Told of each batch in the transaction that stores it: what it writes stands with the rows, or not at all. */
  onBatch?: ((transaction: Kysely<ApiTables>, done: BatchDone) => Promise<void>) | undefined;
};

/** Outcomes of the rows of a batch, in the order of the file; `isNew`: how many products were not known before. */
type BatchDone = { rows: Array<{ place: () => RowPlace; outcome: RowOutcome | undefined }>; isNew: number };

/** imported + updated + rejected = rows, always. */
export type ImportOutcome = {
  imported: number;
  updated: number;
  rejected: number;
  rows: number;
  /** Rows whose attributes were read from their specifications. */
  fromSpecs: number;
  /** Why the file is no catalogue; nothing of it was imported then. */
  refused: string | null;
  /** The signal ended the import before the file did. */
  stopped: boolean;
};

/**
 * Imports a JSONL or CSV file. Good rows are stored, bad ones are reported, and an id that is stored already, or that
 * comes again, updates its product: in the fields that the row has. Rows are stored in batches, each one a transaction;
 * inside a transaction of the caller's they belong to that.
 */
export async function importCatalogue(
  db: Kysely<ApiTables>,
  file: CatalogueFile,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  const counts = { imported: 0, updated: 0, rejected: 0 };
  let fromSpecs = 0;
  const { replace = false } = options;

  async function record(action: AuditAction, details: AuditEntry['details'] = {}) {
    const subject = catalogueSubject(basename(file.name));
    if (options.actor) await recordAudit(db, options.actor, { action, subject, details });
  }

  async function store(batch: Batch, onSent: () => void) {
    const readings = batch.map(({ reading }) => reading);
    const { outcomes, isNew } = await within(db, async (transaction) => {
      const stored = await storeBatch(transaction, readings, { table: catalogueTable, replace, onSent });
      const rows = batch.map(({ place }, index) => ({ place, outcome: stored.outcomes[index] }));
      await options.onBatch?.(transaction, { rows, isNew: stored.isNew });
      return stored;
    });
    for (const [index, { place }] of batch.entries()) reportRow(place, outcomes[index], options);
    const good = outcomes.filter(({ ok }) => ok).length;
    counts.imported += isNew;
    counts.updated += good - isNew;
    counts.rejected += batch.length - good;
    fromSpecs += outcomes.filter((outcome) => outcome.ok && outcome.fromSpecs).length;
  }

  await record('catalogue.import_begun');
  const { refused, stopped } = await readInBatches(file, options, store);
  await record('catalogue.imported', { ...counts, ...(refused && { refused: cutText(refused, 200) }), stopped });
  const rows = counts.imported + counts.updated + counts.rejected;
  return { ...counts, rows, fromSpecs, refused, stopped };
}

/** Tells what there is to tell about a row. */
export function reportRow(place: () => RowPlace, outcome: RowOutcome | undefined, listeners: ImportOptions): void {
  if (!outcome) return;
  if (!outcome.ok) listeners.onRejected?.({ ...place(), remarks: outcome.faults.map(toRemark) });
  else if (outcome.changes.length > 0) listeners.onChanged?.({ ...place(), remarks: outcome.changes.map(toRemark) });
  if (outcome.ok && outcome.warnings.length > 0)
    listeners.onWarning?.({ ...place(), remarks: outcome.warnings.map(toRemark) });
}

/** In the transaction that there is, or in one of its own. */
function within<T>(db: Kysely<ApiTables>, work: (transaction: Kysely<ApiTables>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
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
    const undone = outcomes.map((outcome) => ({
      ...outcome,
      imported: 0,
      updated: 0,
      rejected: outcome.rows,
      fromSpecs: 0,
    }));
    return { kept: false, outcomes: undone };
  }
}
