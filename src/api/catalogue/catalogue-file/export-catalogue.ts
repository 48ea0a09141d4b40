import { stringify } from 'csv-stringify/sync';
import type { Kysely } from 'kysely';
import type { Product } from '#contract/catalogue/product/product.ts';
import { fileFields, productFields } from '../../schema/product-columns.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { guardCell, toCell } from '../../text/csv-cell.rules.ts';
import { eachStoredProduct } from './import/product-import.store.ts';

export type ExportFormat = 'jsonl' | 'csv';

/**
 * The whole catalogue in the order of the shop, piece by piece. Importing it again changes nothing: an image's address
 * is given out as it is stored, and cells that a spreadsheet would run are guarded.
 */
export async function* exportCatalogue(db: Kysely<ApiTables>, format: ExportFormat): AsyncGenerator<string> {
  const write = format === 'jsonl' ? toLines : toTable;
  if (format === 'csv') yield stringify([[...fileFields]]);
  for await (const batch of eachStoredProduct(db)) yield write(batch.map((product) => productFields(product)));
}

function toLines(rows: Product[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function toTable(rows: Product[]): string {
  return stringify(rows.map((row) => fileFields.map((field) => guardCell(toCell(row[field])))));
}
