import type { Kysely } from 'kysely';
import { createOutbox } from '#platform/outbox/outbox.ts';
import type { MailTables, SentMail } from '../schema.ts';

/** Sent messages keep the id, the times, the state, the subject and whose it was: the address as an HMAC alone. */
export const outbox = createOutbox<{ content: Uint8Array; created_at: Date }>('mail.outbox', {
  emptiedWhenSent: 'content',
});

type NewMessage = { id: string; content: Uint8Array; recipient_hmac: Buffer; subject: string };

export async function addMessage(db: Kysely<MailTables>, message: NewMessage) {
  await db.insertInto('mail.outbox').values(message).execute();
}

/** Messages to one of these recipients, newest first. */
export async function listMessagesTo(db: Kysely<MailTables>, hmacs: Buffer[], limit: number): Promise<SentMail[]> {
  const rows = await db
    .selectFrom('mail.outbox')
    .select(['id', 'subject', 'state', 'created_at', 'finished_at'])
    .where('recipient_hmac', 'in', hmacs)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, subject: row.subject ?? '' }));
}

/** Whose they were is known no more; what waits is still sent. */
export async function forgetMessagesTo(db: Kysely<MailTables>, hmacs: Buffer[]): Promise<void> {
  await db
    .updateTable('mail.outbox')
    .set({ recipient_hmac: null, subject: null })
    .where('recipient_hmac', 'in', hmacs)
    .execute();
}
