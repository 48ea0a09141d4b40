import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../schema.ts';
import { catalogueFile } from './catalogue-file.ts';
import { importCatalogue } from './import-catalogue.ts';

const LOCK = 7_236_002;

/**
 * Puts the demo products, their reviewers and reviews into a catalogue that has no product yet, in one transaction.
 * Answers how many products it imported: 0 when there were some. Of several processes that start at once, one fills.
 */
export async function fillEmptyCatalogue(db: Kysely<ApiTables>, folder: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    const some = await transaction.selectFrom('api.product').select('product_id').limit(1).executeTakeFirst();
    if (some) return 0;
    const { imported, rejected, refused } = await importCatalogue(
      transaction,
      catalogueFile(join(folder, 'products.jsonl')),
    );
    if (refused || rejected > 0)
      throw new Error(`the demo catalogue is damaged: ${refused ?? `${rejected} rows rejected`}`);

    const users = await readLines<{ user_id: string; username: string }>(join(folder, 'users.jsonl'));
    await transaction
      .insertInto('api.user')
      .values(users)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const reviews = await readLines<DemoReview>(join(folder, 'reviews.jsonl'));
    const rows = reviews.map((review) => ({ ...review, responses: JSON.stringify(review.responses) }));
    await transaction.insertInto('api.review').values(rows).execute();
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

async function readLines<T>(file: string): Promise<T[]> {
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}
