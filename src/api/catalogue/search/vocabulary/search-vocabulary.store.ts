import { type Kysely, sql } from 'kysely';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import type { VocabularyRows } from './shop-vocabulary.rules.ts';

type Db = Kysely<ApiTables>;

/**
 * All of the vocabulary with its revision, or the revision alone where it is the one that is known. One statement: two could be
 * answered by databases of which one is behind.
 */
export async function readRevision(
  db: Db,
  known: number | null,
): Promise<{ revision: number; rows: VocabularyRows | null }> {
  const { rows } = await sql<{ revision: number; rows: VocabularyRows | null }>`
    select revision, case when revision = ${known}::bigint then null else jsonb_build_object(
      'synonyms', (select coalesce(jsonb_agg(jsonb_build_object('words', words, 'means', means, 'is_two_way', is_two_way)
        order by created_at, synonym_id), '[]') from api.search_synonym),
      'kept_words', (select coalesce(jsonb_agg(word), '[]') from api.search_kept_word),
      'pins', (select coalesce(jsonb_agg(jsonb_build_object('query', query, 'product_id', product_id)
        order by query, rank), '[]') from api.search_pin)) end as rows
    from api.search_vocabulary`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('api.search_vocabulary has no row');
  return { revision: Number(row.revision), rows: row.rows };
}

export type Pinned = { position: number; product_id: string; product_type: ProductType; name_folded: string };

/** Those of the products that are for sale, in the order in which they are asked for. */
export async function findPinned(db: Db, ids: readonly string[]): Promise<Pinned[]> {
  const rows = await db
    .selectFrom('api.listed_product')
    .select(['position', 'product_id', 'product_type', 'name_folded'])
    .where('product_id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.product_id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One at a time changes the vocabulary, until its transaction ends: so it stays within its bounds. */
export async function lockVocabulary(transaction: Db): Promise<void> {
  await transaction.selectFrom('api.search_vocabulary').select('revision').forUpdate().execute();
}

export function listSynonyms(db: Db) {
  return db.selectFrom('api.search_synonym').selectAll().orderBy('words').orderBy('means').execute();
}

export function findSynonym(db: Db, id: string) {
  return db.selectFrom('api.search_synonym').selectAll().where('synonym_id', '=', id).executeTakeFirst();
}

type SynonymRow = { synonym_id: string; words: string; means: string; is_two_way: boolean; updated_by: string };

export async function insertSynonym(transaction: Db, row: SynonymRow): Promise<void> {
  await transaction.insertInto('api.search_synonym').values(row).execute();
}

export async function updateSynonym(transaction: Db, { synonym_id, ...row }: SynonymRow): Promise<void> {
  await transaction
    .updateTable('api.search_synonym')
    .set({ ...row, updated_at: new Date() })
    .where('synonym_id', '=', synonym_id)
    .execute();
}

export async function deleteSynonym(transaction: Db, id: string): Promise<void> {
  await transaction.deleteFrom('api.search_synonym').where('synonym_id', '=', id).execute();
}

export function listKeptWords(db: Db) {
  return db.selectFrom('api.search_kept_word').selectAll().orderBy('word').execute();
}

export async function insertKeptWord(transaction: Db, row: { word: string; created_by: string }): Promise<void> {
  await transaction.insertInto('api.search_kept_word').values(row).execute();
}

/** False where it is not one. */
export async function deleteKeptWord(transaction: Db, word: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('api.search_kept_word')
    .where('word', '=', word)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function listPins(db: Db) {
  return db.selectFrom('api.search_pin').selectAll().orderBy('query').orderBy('rank').execute();
}

/** Names of products, with those that are not for sale. */
export async function namesOfProducts(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('api.product as product')
    .leftJoin('api.listed_product as listed', 'listed.product_id', 'product.product_id')
    .select(['product.product_id', 'product.product_name', sql<boolean>`listed.product_id is not null`.as('is_listed')])
    .where('product.product_id', 'in', [...new Set(ids)])
    .execute();
}

/** The pins of a query in the place of those that it had. */
export async function replacePins(
  transaction: Db,
  { query, ids, by }: { query: string; ids: readonly string[]; by: string },
): Promise<void> {
  await transaction.deleteFrom('api.search_pin').where('query', '=', query).execute();
  if (ids.length === 0) return;
  await transaction
    .insertInto('api.search_pin')
    .values(ids.map((product_id, index) => ({ query, rank: index + 1, product_id, created_by: by })))
    .execute();
}
