// Open items of a shop, and what its closing takes away and brings back.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../../schema/schema.ts';

type Db = Kysely<ApiTables>;

export type OpenThings = {
  productsOnSale: number;
  waitingForApproval: number;
  openOrders: number;
};

/** Counts what of the catalogue and the orders has to end before a shop can be closed for good. */
export async function countOpen(db: Db, sellerId: string): Promise<OpenThings> {
  const { rows } = await sql<{ on_sale: number; waiting: number; orders: number }>`select
      (select count(*) from api.product where seller_id = ${sellerId} and listed)::int as on_sale,
      (select count(*) from api.approval
        where seller_id = ${sellerId} and kind <> 'application' and state = 'waiting')::int as waiting,
      ((select count(*) from api.seller_order where seller_id = ${sellerId} and state in ('to_deliver', 'on_hold'))
        + (select count(*) from (select order_id from api."order" where status = 'pending'
            or (status = 'in_review' and paid_at is null)) as unpaid
          where exists (select from api.order_line as line
            where line.seller_id = ${sellerId} and line.order_id = unpaid.order_id)))::int as orders`.execute(db);
  const { on_sale = 0, waiting = 0, orders = 0 } = rows[0] ?? {};
  return { productsOnSale: on_sale, waitingForApproval: waiting, openOrders: orders };
}

/** Archives what the shop sells; what waited for a decision is a draft again. */
export async function archiveForClosing(transaction: Db, sellerId: string): Promise<void> {
  await lockListings(transaction, sellerId);
  await transaction
    .updateTable('api.listing')
    .set({ draft_state: sql<'draft'>`case when draft is not null then 'draft' end`, submitted_revision: null })
    .where('seller_id', '=', sellerId)
    .where('draft_state', '=', 'waiting')
    .execute();
  await transaction
    .updateTable('api.listing')
    .set({ archived: true, archived_by_closing: true })
    .where('seller_id', '=', sellerId)
    .where('archived', '=', false)
    .execute();
}

/** Brings back what closing has archived, and nothing else. */
export async function unarchiveAfterClosing(transaction: Db, sellerId: string): Promise<void> {
  await lockListings(transaction, sellerId);
  await transaction
    .updateTable('api.listing')
    .set({ archived: false, archived_by_closing: false })
    .where('seller_id', '=', sellerId)
    .where('archived_by_closing', '=', true)
    .execute();
}

/** Products by their ids, then listings by theirs, as everybody locks them. */
async function lockListings(transaction: Db, sellerId: string): Promise<void> {
  await sql`select product_id from api.product where seller_id = ${sellerId} order by product_id for no key update`.execute(
    transaction,
  );
  await sql`select product_id from api.listing where seller_id = ${sellerId} order by product_id for no key update`.execute(
    transaction,
  );
}

/** Shops that have been closing since before this time, the longest first. */
export async function listClosing(db: Db, before: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api.seller')
    .select('seller_id')
    .where('state', '=', 'closing')
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(most)
    .execute();
  return rows.map(({ seller_id }) => seller_id);
}

export async function listMemberAccounts(db: Db, sellerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('api.seller_member')
    .select('account_id')
    .where('seller_id', '=', sellerId)
    .execute();
  return rows.map(({ account_id }) => account_id);
}
