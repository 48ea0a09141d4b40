import { stringify } from 'csv-stringify/sync';
import type { Kysely } from 'kysely';
import { fromMicros } from '#contract/money.ts';
import type { Product } from '#contract/product.ts';
import type { ApiTables } from '../schema.ts';
import { guardCell } from './csv-cell.rules.ts';
import { eachStoredProduct, type StoredProduct } from './product-import.store.ts';
import { type RowField, rowFields } from './product-row.rules.ts';

export type ExportFormat = 'jsonl' | 'csv';

/**
 * The whole catalogue in the order of the shop, piece by piece. Importing it again changes nothing: an image's address
 * is given out as it is stored, and cells that a spreadsheet would run are guarded.
 */
export async function* exportCatalogue(db: Kysely<ApiTables>, format: ExportFormat): AsyncGenerator<string> {
  const write = format === 'jsonl' ? toLines : toTable;
  if (format === 'csv') yield stringify([[...rowFields]]);
  for await (const batch of eachStoredProduct(db)) yield write(batch.map(toRow));
}

function toLines(rows: Product[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function toTable(rows: Product[]): string {
  return stringify(rows.map((row) => rowFields.map((field) => guardCell(toCell(row[field])))));
}

function toCell(value: Product[RowField]): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function toRow(product: StoredProduct): Pick<Product, RowField> {
  return {
    product_id: product.product_id,
    product_name: product.product_name,
    product_type: product.product_type,
    description: product.description,
    product_img: product.product_img,
    price: fromMicros(product.price_micros),
    on_sale: product.on_sale,
    sale_price: product.sale_price_micros === null ? null : fromMicros(product.sale_price_micros),
    stock: product.stock,
    price_unit: product.price_unit,
    provider: product.provider,
    options: product.options,
    specs: product.specs,
  };
}
