import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../schema.ts';

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

/** In place of the order's receipt of before. A card that was not known until now is noted on the order. */
export async function keepReceipt(
  db: Db,
  receipt: { order_id: string; content_hash: string; pdf: Uint8Array },
  card: { brand: string; last4: string } | null,
): Promise<void> {
  const also = card
    ? db.with('card', (noted) =>
        noted
          .updateTable('api.order')
          .set({ card_brand: card.brand, card_last4: card.last4 })
          .where('order_id', '=', receipt.order_id),
      )
    : db;
  await also
    .insertInto('api.receipt')
    .values(receipt)
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet({
        content_hash: receipt.content_hash,
        pdf: receipt.pdf,
        drawn_at: sql<Date>`now()`,
      }),
    )
    .execute();
}

/** Those that were drawn more than `days` ago, and of the others all but the latest `most`. */
export async function forgetReceipts(db: Db, { days, most }: { days: number; most: number }): Promise<void> {
  await sql`delete from api.receipt where drawn_at < now() - make_interval(days => ${days})`.execute(db);
  await sql`delete from api.receipt where order_id in
    (select order_id from api.receipt order by drawn_at desc offset ${most})`.execute(db);
}
