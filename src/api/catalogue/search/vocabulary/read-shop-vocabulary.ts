// The operator's vocabulary in memory: read again when the catalogue has another version, and only where it has changed itself.
import type { Db } from '../../../schema/db.ts';
import type { CatalogueVersion } from '../../catalogue-version/catalogue-version.ts';
import { readRevision } from './search-vocabulary.store.ts';
import { noVocabulary, type ShopVocabulary, toShopVocabulary } from './shop-vocabulary.rules.ts';

export type ReadShopVocabulary = () => Promise<ShopVocabulary>;

/** Answers are cached under the version: none of a version is made with the words of one before. */
export function createReadShopVocabulary(db: Db, version: Pick<CatalogueVersion, 'current'>): ReadShopVocabulary {
  let known: { revision: number | null; vocabulary: ShopVocabulary } = { revision: null, vocabulary: noVocabulary };
  let latest: { version: string; read: Promise<ShopVocabulary> } | null = null;

  async function load(): Promise<ShopVocabulary> {
    const { revision, rows } = await readRevision(db, known.revision);
    if (rows) known = { revision, vocabulary: toShopVocabulary(rows) };
    return known.vocabulary;
  }

  return () => {
    const now = version.current();
    if (latest?.version === now) return latest.read;
    const asked = { version: now, read: load() };
    latest = asked;
    asked.read.catch(() => {
      if (latest === asked) latest = null;
    });
    return asked.read;
  };
}
