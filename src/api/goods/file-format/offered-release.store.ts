// Public facts of the files that a product is sold with now: read from the catalogue and from published releases, never written.
import { type Kysely, sql } from 'kysely';
import type { Goods } from '#contract/goods/goods.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { PublishedFile, PublishedRelease } from './offered-release.rules.ts';

type SoldProduct = {
  product_id: string;
  product_name: string;
  product_type: string;
  description: string;
  license: string;
  provider: string;
  goods: Goods;
  /** Name of its shop; null: the operator's own. */
  name: string | null;
  address: string | null;
};

/** As visitors see it; null where they do not. */
export async function findSoldProduct(db: Kysely<ApiTables>, productId: string): Promise<SoldProduct | null> {
  const row = await db
    .selectFrom('api.listed_product as product')
    .leftJoin('api.seller as seller', 'seller.seller_id', 'product.seller_id')
    .select(['product_id', 'product_name', 'product_type', 'description', 'license', 'provider', 'goods'])
    .select(['seller.name', 'seller.address'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row ?? null;
}

/** Those of these releases that are this product's and were published. */
export async function findPublished(
  db: Kysely<ApiTables>,
  productId: string,
  releaseIds: readonly string[],
): Promise<PublishedRelease[]> {
  if (releaseIds.length === 0) return [];
  return db
    .selectFrom('api.release as release')
    .innerJoin('api.release_file as file', 'file.release_id', 'release.release_id')
    .select(['release.release_id', 'version', 'notes', 'commit_sha', 'published_at'])
    .select([sql<number>`count(*)::int`.as('file_count'), sql<number>`sum(file.size_bytes)::float8`.as('size_bytes')])
    .where('product_id', '=', productId)
    .where('release.release_id', 'in', releaseIds)
    .where('state', '=', 'complete')
    .where('published_at', 'is not', null)
    .groupBy('release.release_id')
    .execute();
}

/** The first `most` files of each release: those that say something of themselves before others, then by path. */
export async function publishedFiles(
  db: Kysely<ApiTables>,
  releaseIds: readonly string[],
  { most, withRows }: { most: number; withRows: boolean },
): Promise<PublishedFile[]> {
  if (releaseIds.length === 0) return [];
  const rows = withRows
    ? sql<unknown>`case when sample <> 'none' then rows end`.as('rows')
    : sql<unknown>`null`.as('rows');
  return db
    .with('numbered', (given) =>
      given
        .selectFrom('api.release_file')
        .select(['release_id', 'path', 'size_bytes', 'sha256', 'media_type', 'sample', 'facts'])
        .select([
          rows,
          sql<number>`row_number() over (partition by release_id order by facts is null, path)`.as('number'),
        ])
        .where('release_id', 'in', releaseIds),
    )
    .selectFrom('numbered')
    .select(['release_id', 'path', 'size_bytes', 'sha256', 'media_type', 'sample', 'facts', 'rows'])
    .where('number', '<=', most)
    .orderBy('release_id')
    .orderBy('number')
    .execute();
}
