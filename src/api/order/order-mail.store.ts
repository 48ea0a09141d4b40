// What customers were told about their orders, for whoever is asked about one later.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../schema.ts';

/** `subject` is the mail's. Nothing is noted of an order that there is not. */
export async function noteOrderMail(db: Kysely<ApiTables>, orderId: string, subject: string): Promise<void> {
  await sql`insert into api.order_mail (order_id, subject)
    select order_id, ${subject} from api."order" where order_id = ${orderId}`.execute(db);
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
