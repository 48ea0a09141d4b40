// The one place that decides whether visitors see a product (api.product.listed). A seller's: the shop is open, and neither its seller has
// paused or archived the product nor the operator hidden it. The operator's own: it is neither paused nor archived.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** The products of one seller, or those of these ids. */
type ListedOf = { sellerId: string } | { productIds: readonly string[] };

/**
 * Makes it so, after the state of a seller, or what a listing says, has been changed in the same transaction. Answers the ids of products that
 * are listed now and were not, or the other way round. Whoever changes a seller and a product locks them in this order: the seller, products
 * by their ids, then listings by theirs (`lockSellers`).
 */
export async function updateListed(transaction: Db, where: ListedOf): Promise<string[]> {
  if ('productIds' in where && where.productIds.length === 0) return [];
  await lockSellers(transaction, where);
  // In a statement of its own: one that waited for a lock would read the other tables as they were before it waited.
  await sql`select product_id from api.product as product where ${those(where)}
    order by product_id for no key update`.execute(transaction);
  const { rows } = await sql<{ product_id: string }>`
    update api.product as product set listed = wanted.listed, updated_at = now()
    from (
      select product.product_id,
        case when product.seller_id is null then own.paused is not true and own.archived is not true
          else seller.state = 'approved' and listing.paused is not true and listing.archived is not true
            and listing.hidden_reason is null end as listed
      from api.product as product
      left join api.own_product as own on own.product_id = product.product_id
      left join api.seller as seller on seller.seller_id = product.seller_id
      left join api.listing as listing on listing.product_id = product.product_id
      where ${those(where)}) as wanted
    where product.product_id = wanted.product_id and product.listed <> wanted.listed
    returning product.product_id`.execute(transaction);
  return rows.map((row) => row.product_id).sort();
}

/** Their states stay as they are until the transaction ends. */
export async function lockSellers(transaction: Db, where: ListedOf): Promise<void> {
  const ids =
    'sellerId' in where
      ? sql`(${where.sellerId})`
      : sql`(select seller_id from api.product as product where ${those(where)})`;
  await sql`select seller_id from api.seller where seller_id in ${ids} order by seller_id for share`.execute(
    transaction,
  );
}

function those(where: ListedOf): RawBuilder<unknown> {
  return 'sellerId' in where
    ? sql`product.seller_id = ${where.sellerId}`
    : sql`product.product_id = any (${sql`array[${sql.join(where.productIds)}]::text[]`})`;
}
