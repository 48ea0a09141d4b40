// The table of this room, as its store sees it. It is made by migrations/.
import type { ColumnType, Generated } from 'kysely';

type OutboxTable = {
  id: string;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  content: Uint8Array | null;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  created_at: ColumnType<Date, never, never>;
  finished_at: ColumnType<Date | null, never, Date | null>;
  failure: string | null;
  recipient_hmac: Generated<Buffer | null>;
  subject: Generated<string | null>;
};

export type MailTables = { 'mail.outbox': OutboxTable };

/** A message that was written to somebody. `state`: 'waiting' also while it is tried again. */
export type SentMail = {
  id: string;
  /** A one-time code in it is masked. */
  subject: string;
  state: 'waiting' | 'sent' | 'failed';
  created_at: Date;
  finished_at: Date | null;
};
