import type { Kysely } from 'kysely';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import type { ApiTables } from '../../../schema/schema.ts';

type Db = Kysely<ApiTables>;

type StoredVersion = { version: number; content: ListingContent; approved_at: Date };

/** The number of the next version of a product. */
export async function nextVersion(transaction: Db, productId: string): Promise<number> {
  const { last } = await transaction
    .selectFrom('api.product_version')
    .select(({ fn }) => fn.max('version').as('last'))
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

export async function insertVersion(
  transaction: Db,
  given: { productId: string; version: number; content: ListingContent; approvalId: string; approvedBy: string },
): Promise<void> {
  await transaction
    .insertInto('api.product_version')
    .values({
      product_id: given.productId,
      version: given.version,
      content: JSON.stringify(given.content),
      approval_id: given.approvalId,
      approved_by: given.approvedBy,
    })
    .execute();
}

/** Version of a product whose seller has been checked before. */
export async function findVersion(db: Db, productId: string, version: number): Promise<StoredVersion | null> {
  const row = await db
    .selectFrom('api.product_version')
    .select(['version', 'content', 'approved_at'])
    .where('product_id', '=', productId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ?? null;
}

/** At most `limit` of them, newest first, from below `below` on. */
export async function listVersions(
  db: Db,
  productId: string,
  { below, limit }: { below: number | null; limit: number },
): Promise<StoredVersion[]> {
  return db
    .selectFrom('api.product_version')
    .select(['version', 'content', 'approved_at'])
    .where('product_id', '=', productId)
    .$if(below !== null, (query) => query.where('version', '<', below ?? 0))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
}

/** The approved versions that the products of these ids have now. */
export async function approvedContents(
  db: Db,
  products: ReadonlyArray<{ productId: string; version: number }>,
): Promise<Map<string, ListingContent>> {
  if (products.length === 0) return new Map();
  const rows = await db
    .selectFrom('api.product_version')
    .select(['product_id', 'content'])
    .where(({ eb, or, and }) =>
      or(
        products.map(({ productId, version }) => and([eb('product_id', '=', productId), eb('version', '=', version)])),
      ),
    )
    .execute();
  return new Map(rows.map(({ product_id, content }) => [product_id, content]));
}
