import type { Kysely } from 'kysely';
import type { ApiTables } from '../schema.ts';
import { type Held, type KnownProduct, type MergedProduct, mergeRow } from './merge-row.rules.ts';
import { type ImportTable, lockProducts, storeProducts } from './product-import.store.ts';
import type { Remark, RowReading } from './product-row.rules.ts';

const nothingHeld: Held = { held: 0, variants_held: [] };

/** What became of a row: `before` is the product that it came to, null for a new one. */
export type RowOutcome =
  | { ok: false; faults: Remark[] }
  | {
      ok: true;
      before: KnownProduct | MergedProduct | null;
      product: MergedProduct;
      /** Its attributes were read from its specifications. */
      fromSpecs: boolean;
      changes: Remark[];
      warnings: Remark[];
    };

type StoreOptions = { table: ImportTable; replace: boolean; whole?: boolean; onSent: () => void };

/**
 * Stores the rows of a batch, of an id that comes several times the sum of its rows, and answers what became of each and
 * how many products are new. `replace` makes a row the whole product, so that nothing stays which it does not have.
 * `whole` hands back what every product was, with all its columns. `onSent` is called once the whole batch is on its
 * way to the database. To be called in a transaction.
 */
export async function storeBatch(
  transaction: Kysely<ApiTables>,
  readings: readonly RowReading[],
  { table, replace, whole = false, onSent }: StoreOptions,
): Promise<{ outcomes: RowOutcome[]; isNew: number }> {
  const ids = new Set(readings.flatMap((reading) => (reading.ok ? [reading.product.product_id] : [])));
  // Rows that say everything are judged by themselves, but for what is held.
  const isComplete = replace || readings.every((reading) => !reading.ok || reading.absent.length === 0);
  const known = await lockProducts(transaction, table, [...ids], {
    columns: whole ? 'whole' : 'judged',
    only: isComplete && !whole ? 'held' : 'all',
  });
  const merged = new Map<string, MergedProduct>();

  const outcomes = readings.map((reading): RowOutcome => {
    if (!reading.ok) return reading;
    const id = reading.product.product_id;
    const before = merged.get(id) ?? known.get(id) ?? null;
    const merge = mergeRow(replace ? { ...reading, absent: [] } : reading, before, known.get(id) ?? nothingHeld);
    if (merge.ok) merged.set(id, merge.product);
    return merge.ok ? { ...merge, before } : merge;
  });
  const storing = storeProducts(transaction, table, [...merged.values()]);
  onSent();
  return { outcomes, isNew: await storing };
}
