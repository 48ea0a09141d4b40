import { stringify } from 'csv-stringify/sync';
import { fileFields } from '../../../schema/product-columns.rules.ts';
import { guardCell, toCell } from '../../../text/csv-cell.rules.ts';
import type { Acting } from '../acting.ts';
import { approvedOf } from '../acting.ts';
import { asSubmitted, contentOf } from '../draft/listing-content.rules.ts';
import { readAsRow } from '../draft/missing.rules.ts';
import { eachListing, readShop } from '../listing.store.ts';
import { rowOfListing } from './import-row.rules.ts';

/**
 * The products of a shop as they would be submitted, piece by piece: importing them again changes nothing. A draft without a name, a category or
 * a price is no row of a file yet, and is left out.
 */
export async function* exportListings(
  { db, sellerId }: Pick<Acting, 'db' | 'sellerId'>,
  format: 'csv' | 'jsonl',
): AsyncGenerator<string> {
  const { name } = await readShop(db, sellerId, { lock: false });
  if (format === 'csv') yield stringify([[...fileFields]]);
  for await (const batch of eachListing(db, sellerId)) {
    const rows = batch.flatMap((whole) => {
      const content = asSubmitted(whole.listing.draft, approvedOf(whole));
      const id = whole.listing.product_id;
      const reading = readAsRow(content, id);
      if (!reading) return [];
      return [rowOfListing(contentOf({ ...reading.product, pictures: content.pictures ?? [] }), id, name ?? '')];
    });
    if (format === 'jsonl') yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    else yield stringify(rows.map((row) => fileFields.map((field) => guardCell(toCell(row[field])))));
  }
}
