import type { Kysely } from 'kysely';
import { createOutbox } from '#platform/outbox/outbox.ts';
import type { MailTables } from '../schema.ts';

/** Of what is sent, only the id, the times and the state stay. */
export const outbox = createOutbox<{ content: Uint8Array; created_at: Date }>('mail.outbox', {
  emptiedWhenSent: 'content',
});

export async function addMessage(db: Kysely<MailTables>, message: { id: string; content: Uint8Array }) {
  await db.insertInto('mail.outbox').values(message).execute();
}
