import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import { storeNamedLicenses } from '../license/license.store.ts';
import { readLicenseFile } from '../license/license-file.rules.ts';
import { catalogueFile } from './catalogue-file.ts';
import { hasProducts, insertReviewers, insertReviews, lockEmptyCatalogue } from './demo-catalogue.store.ts';
import { importCatalogue } from './import/import-catalogue.ts';

/**
 * Puts the demo products, their reviewers and reviews into a catalogue that has no product yet, in one transaction.
 * Answers how many products it imported: 0 when there were some. Of several processes that start at once, one fills.
 */
export async function fillEmptyCatalogue(db: Kysely<ApiTables>, folder: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await lockEmptyCatalogue(transaction);
    if (await hasProducts(transaction)) return 0;
    const { imported, rejected, refused } = await importCatalogue(
      transaction,
      catalogueFile(join(folder, 'products.jsonl')),
    );
    if (refused || rejected > 0)
      throw new Error(`the demo catalogue is damaged: ${refused ?? `${rejected} rows rejected`}`);

    await storeNamedLicenses(transaction, await readLicenses(join(folder, 'licenses.jsonl')));
    const users = await readLines<{ user_id: string; username: string }>(join(folder, 'users.jsonl'));
    await insertReviewers(transaction, users);
    const reviews = await readLines<DemoReview>(join(folder, 'reviews.jsonl'));
    const rows = reviews.map((review) => ({ ...review, responses: JSON.stringify(review.responses) }));
    await insertReviews(transaction, rows);
    return imported;
  });
}

type DemoReview = {
  review_id: string;
  product_id: string;
  user_email: string;
  rate: number;
  review_text: string;
  created_at: string;
  updated_at: string;
  helpful_count: number;
  verified_purchase: boolean;
  responses: object[];
  show: boolean;
};

async function readLicenses(file: string) {
  const read = readLicenseFile(await readFile(file, 'utf8'));
  if (!read.ok) throw new Error(`the demo's licenses are damaged: line ${read.line}: ${read.reason}`);
  return read.licenses;
}

async function readLines<T>(file: string): Promise<T[]> {
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}
