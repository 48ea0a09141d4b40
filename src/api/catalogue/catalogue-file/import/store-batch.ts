import type { Kysely } from 'kysely';
import type { ApiTables } from '../../../schema/schema.ts';
import { type Fault, finding } from '../../product-input/fault.rules.ts';
import { type Held, type KnownProduct, type MergedProduct, mergeRow } from '../../product-input/merge-row.rules.ts';
import type { RowReading } from '../../product-input/product-row.rules.ts';
import { findSellersProducts, type ImportTable, lockProducts, storeProducts } from './product-import.store.ts';

const nothingHeld: Held = { held: 0, variants_held: [] };

/** Outcome of a row: `before` is the product that it came to, null for a new one. */
export type RowOutcome =
  | { ok: false; faults: Fault[] }
  | {
      ok: true;
      before: KnownProduct | MergedProduct | null;
      product: MergedProduct;
      /** Its attributes were read from its specifications. */
      fromSpecs: boolean;
      changes: Fault[];
      warnings: Fault[];
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
  const all = readings.flatMap((reading) => (reading.ok ? [reading.product.product_id] : []));
  const sellers = await findSellersProducts(transaction, all);
  const rows = readings.map((reading) => refuseSellers(reading, sellers));
  const ids = new Set(rows.flatMap((reading) => (reading.ok ? [reading.product.product_id] : [])));
  // Rows that say everything are judged by themselves, but for what is held.
  const isComplete = replace || rows.every((reading) => !reading.ok || reading.absent.length === 0);
  const known = await lockProducts(transaction, table, [...ids], {
    columns: whole ? 'whole' : 'judged',
    only: isComplete && !whole ? 'held' : 'all',
  });
  const merged = new Map<string, MergedProduct>();

  const outcomes = rows.map((reading): RowOutcome => {
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

/** Only the shop itself changes what it sells. */
function refuseSellers(reading: RowReading, sellers: ReadonlyMap<string, string>): RowReading {
  const seller = reading.ok ? sellers.get(reading.product.product_id) : undefined;
  if (seller === undefined) return reading;
  return { ok: false, faults: [{ field: 'product_id', ...finding('id_of_shop', { shop: seller }) }] };
}
