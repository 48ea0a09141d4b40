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
};

export type MailTables = { 'mail.outbox': OutboxTable };
