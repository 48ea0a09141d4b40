import { type Kysely, sql } from 'kysely';
import type { Goods } from '#contract/goods/goods.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { releasesIn } from './listing-goods.rules.ts';

type Db = Kysely<ApiTables>;

/** The complete releases of a product, with the edition that each is for. */
export async function findCompleteReleases(db: Db, productId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('api.release')
    .select(['release_id', 'edition'])
    .where('product_id', '=', productId)
    .where('state', '=', 'complete')
    .execute();
  return new Map(rows.map(({ release_id, edition }) => [release_id, edition]));
}

/** From now on these are what buyers get; those that were before keep their time. */
export async function publishReleases(db: Db, productId: string, goods: Goods): Promise<void> {
  const ids = releasesIn(goods);
  if (ids.length === 0) return;
  await db
    .updateTable('api.release')
    .set({ published_at: sql<Date>`now()` })
    .where('product_id', '=', productId)
    .where('release_id', 'in', ids)
    .where('published_at', 'is', null)
    .execute();
}

export async function hasProvisionEndpoint(db: Db, sellerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('api.provision_endpoint')
    .select('seller_id')
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
  return row !== undefined;
}
