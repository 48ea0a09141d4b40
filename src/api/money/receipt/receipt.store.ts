import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

export async function findReceipt(db: Db, orderId: string, contentHash: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('api.receipt')
    .select('pdf')
    .where('order_id', '=', orderId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst();
  return row?.pdf ?? null;
}

/**
 * Caches the receipt, in place of the order's receipt of before. A card that was not known until now is noted on the order. Nothing
 * is written where the order is not any more the buyer's whose address the receipt may tell: the order is locked for that, and who
 * deletes an account changes its orders first and deletes their receipts then. One statement, because every paid order asks it.
 */
export async function saveReceipt(
  db: Db,
  receipt: { order_id: string; content_hash: string; pdf: Uint8Array; user_id: string | null },
  card: { brand: string; last4: string } | null,
): Promise<void> {
  const { order_id: orderId, content_hash: hash, pdf } = receipt;
  const isOfBuyer = sql`order_id = ${orderId} and user_id is not distinct from ${receipt.user_id}`;
  const locked = card
    ? sql`update api."order" set card_brand = ${card.brand}, card_last4 = ${card.last4} where ${isOfBuyer} returning order_id`
    : sql`select order_id from api."order" where ${isOfBuyer} for share`;
  await sql`with locked as (${locked})
    insert into api.receipt (order_id, content_hash, pdf) select order_id, ${hash}, ${pdf} from locked
    on conflict (order_id) do update
      set content_hash = excluded.content_hash, pdf = excluded.pdf, drawn_at = now()`.execute(db);
}

/** Those that were drawn more than `days` ago, and of the others all but the latest `most`. */
export async function forgetReceipts(db: Db, { days, most }: { days: number; most: number }): Promise<void> {
  await sql`delete from api.receipt where drawn_at < now() - make_interval(days => ${days})`.execute(db);
  await sql`delete from api.receipt where order_id in
    (select order_id from api.receipt order by drawn_at desc offset ${most})`.execute(db);
}
