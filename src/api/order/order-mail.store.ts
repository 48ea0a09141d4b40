// What customers were told about their orders, for whoever is asked about one later.
import type { Kysely } from 'kysely';
import type { ApiTables } from '../schema.ts';

/** `subject` is the mail's. */
export async function noteOrderMail(db: Kysely<ApiTables>, orderId: string, subject: string): Promise<void> {
  await db.insertInto('api.order_mail').values({ order_id: orderId, subject }).execute();
}

/** Oldest first. */
export async function listOrderMails(db: Kysely<ApiTables>, orderId: string) {
  return db
    .selectFrom('api.order_mail')
    .select(['subject', 'written_at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
}
