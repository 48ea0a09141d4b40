import type { SearchMisses, SearchVocabulary } from '#contract/catalogue/search-vocabulary/search-vocabulary.schema.ts';
import { namesOf } from '../../../access/staff-name.store.ts';
import type { Db } from '../../../schema/db.ts';
import { countMisses, listMisses } from '../miss/search-miss.store.ts';
import { listKeptWords, listPins, listSynonyms, namesOfProducts } from './search-vocabulary.store.ts';

/** The operator's own vocabulary, as the staff write it. */
export async function readVocabulary(db: Db): Promise<SearchVocabulary> {
  const [synonyms, words, pins] = await Promise.all([listSynonyms(db), listKeptWords(db), listPins(db)]);
  const products = await namesOfProducts(
    db,
    pins.map((pin) => pin.product_id),
  );
  const byId = new Map(products.map((product) => [product.product_id, product]));
  const authors = await namesOf(db, [
    ...synonyms.map((row) => row.updated_by),
    ...[...words, ...pins].map((row) => row.created_by),
  ]);
  const nameOf = (account: string) => authors.get(account) ?? account;
  return {
    synonyms: synonyms.map(({ synonym_id, words: typed, means, is_two_way, updated_at, updated_by }) => ({
      ...{ synonym_id, words: typed, means, is_two_way },
      ...{ updated_at: updated_at.toISOString(), updated_by: nameOf(updated_by) },
    })),
    kept_words: words.map(({ word, created_at, created_by }) => ({
      ...{ word, created_at: created_at.toISOString(), created_by: nameOf(created_by) },
    })),
    pins: [...Map.groupBy(pins, (pin) => pin.query)].map(([query, some]) => ({
      query,
      products: some.map(({ product_id }) => ({
        product_id,
        name: byId.get(product_id)?.product_name ?? null,
        is_listed: byId.get(product_id)?.is_listed ?? false,
      })),
      updated_at: (some[0]?.created_at ?? new Date(0)).toISOString(),
      updated_by: nameOf(some[0]?.created_by ?? ''),
    })),
  };
}

/** The most frequent searches without result. */
export async function readMisses(db: Db): Promise<SearchMisses> {
  const [rows, total] = await Promise.all([listMisses(db), countMisses(db)]);
  const items = rows.map(({ query, searches, first_at, last_at }) => ({
    ...{ query, searches, first_at: first_at.toISOString(), last_at: last_at.toISOString() },
  }));
  return { items, total };
}
