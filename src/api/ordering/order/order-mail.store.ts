// Emails to customers about their orders, for whoever is asked about one later.
import type { Kysely } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

/** `subject` is the mail's. */
export async function recordOrderMail(db: Kysely<ApiTables>, orderId: string, subject: string): Promise<void> {
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

/** How many of this subject were written since then. */
export async function countOrderMails(
  db: Kysely<ApiTables>,
  orderId: string,
  { subject, since }: { subject: string; since: Date },
): Promise<number> {
  const row = await db
    .selectFrom('api.order_mail')
    .select(({ fn }) => fn.countAll<number>().as('mails'))
    .where('order_id', '=', orderId)
    .where('subject', '=', subject)
    .where('written_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(row.mails);
}
