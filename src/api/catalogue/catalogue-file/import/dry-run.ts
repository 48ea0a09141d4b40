import type { Kysely } from 'kysely';
import {
  type FileField,
  fileFields,
  productFields,
  type StoredProduct,
} from '../../../schema/product-columns.rules.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { toCell } from '../../../text/csv-cell.rules.ts';
import type { CatalogueFile } from '../catalogue-file.ts';
import { type Batch, type RowPlace, readInBatches } from '../read-in-batches.ts';
import { type ImportOptions, type ImportOutcome, reportRow } from './import-catalogue.ts';
import { copyIntoDryRun, createDryRunTable, dryRunTable } from './product-import.store.ts';
import { type RowOutcome, storeBatch } from './store-batch.ts';

/** A field that an import would change; values as a cell of an export says them. */
export type Difference = { field: FileField; before: string; after: string };

/** `updated` counts the rows of known products; `same` are those of them that would change nothing. */
export type DryRunOutcome = ImportOutcome & { same: number };

export type DryRunOptions = Omit<ImportOptions, 'actor' | 'onBatch'> & {
  onDifferences?: (row: RowPlace & { differences: Difference[] }) => void;
};

/**
 * Reports what importing the files would do. Rows go the whole way of an import, but into a table of their own that a transaction makes and
 * undoes: the catalogue is only read, nobody waits for it, and memory does not grow with the files.
 */
export async function dryRun(
  db: Kysely<ApiTables>,
  files: readonly CatalogueFile[],
  options: DryRunOptions = {},
): Promise<DryRunOutcome[]> {
  const outcomes: DryRunOutcome[] = [];
  const undo = new Error('undo');
  try {
    await db.transaction().execute(async (transaction) => {
      await createDryRunTable(transaction);
      for (const file of files) {
        outcomes.push(await dryRunFile(transaction, file, options));
        if (options.signal?.aborted) break;
      }
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return outcomes;
}

/** Expected outcome of a row: `differences` of a known product, field by field. */
type JudgedRow = { place: () => RowPlace; outcome: RowOutcome; differences: Difference[] };

/**
 * Judges a file batch by batch, each in a transaction of its own, so that nobody waits and `onBatch` can keep what it is told with it. A product
 * that stands in the file again, in a later batch, is judged by the catalogue once more. Answers why the file is no catalogue.
 */
export async function judgeInBatches(
  db: Kysely<ApiTables>,
  file: CatalogueFile,
  options: Pick<DryRunOptions, 'replace' | 'onBytes' | 'onUnknown' | 'signal' | 'skip'> & {
    onBatch: (transaction: Kysely<ApiTables>, rows: JudgedRow[]) => Promise<void>;
  },
): Promise<{ refused: string | null; stopped: boolean }> {
  return readInBatches(file, options, (batch, onSent) =>
    db.transaction().execute(async (transaction) => {
      await createDryRunTable(transaction);
      await options.onBatch(transaction, await judgeBatch(transaction, batch, { replace: options.replace, onSent }));
    }),
  );
}

async function judgeBatch(
  transaction: Kysely<ApiTables>,
  batch: Batch,
  { replace = false, onSent }: { replace?: boolean | undefined; onSent: () => void },
): Promise<JudgedRow[]> {
  const readings = batch.map(({ reading }) => reading);
  const ids = readings.flatMap((reading) => (reading.ok ? [reading.product.product_id] : []));
  await copyIntoDryRun(transaction, ids);
  const { outcomes } = await storeBatch(transaction, readings, { table: dryRunTable, replace, whole: true, onSent });
  return batch.flatMap(({ place }, index) => {
    const outcome = outcomes[index];
    if (!outcome) return [];
    const differences = outcome.ok && outcome.before ? differencesOf(outcome.before, outcome.product) : [];
    return [{ place, outcome, differences }];
  });
}

async function dryRunFile(
  transaction: Kysely<ApiTables>,
  file: CatalogueFile,
  options: DryRunOptions,
): Promise<DryRunOutcome> {
  const counts = { imported: 0, updated: 0, same: 0, rejected: 0, fromSpecs: 0 };
  const { replace = false } = options;

  async function store(batch: Batch, onSent: () => void) {
    const judged = await judgeBatch(transaction, batch, { replace, onSent });
    for (const { place, outcome, differences } of judged) {
      reportRow(place, outcome, options);
      if (!outcome.ok) {
        counts.rejected++;
        continue;
      }
      if (outcome.fromSpecs) counts.fromSpecs++;
      if (outcome.before) counts.updated++;
      else counts.imported++;
      if (differences.length > 0) options.onDifferences?.({ ...place(), differences });
      else if (outcome.before) counts.same++;
    }
  }

  const { refused, stopped } = await readInBatches(file, options, store);
  return { ...counts, rows: counts.imported + counts.updated + counts.rejected, refused, stopped };
}

function differencesOf(before: Partial<StoredProduct>, after: Partial<StoredProduct>): Difference[] {
  const [was, is] = [productFields(before), productFields(after)];
  const fields = fileFields.map((field) => ({
    field,
    before: toCell(withKeysInOrder(was[field])),
    after: toCell(withKeysInOrder(is[field])),
  }));
  return fields.filter((field) => field.before !== field.after);
}

/** jsonb gives the keys of an object back in an order of its own, which is no difference to that of a file. Lists keep theirs. */
function withKeysInOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysInOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withKeysInOrder(inner)]));
}
