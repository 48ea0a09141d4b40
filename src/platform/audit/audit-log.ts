// The audit log: what was done that concerns money, roles, keys or the whole catalogue, and by whom. Entries are only ever
// added, and never deleted (migrations/0002-audit-log.sql): there is no retention. They hold no e-mail address: an account is its id.
import { userInfo } from 'node:os';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { beforeCommit, hasActs } from '../database/after-commit.ts';
import { fitDetails } from './audit-details.ts';

/** Author of an action: an operator by a command, a customer by a request, the payment provider's word, or the shop's own rules. */
export type Actor = { kind: 'operator'; name: string } | { kind: 'customer' | 'provider' | 'job' };

/** Each room has a list of its actions and records through a type of its own that takes no others. */
export type AuditEntry = {
  /** Such as 'order.paid'. */
  action: string;
  subject: { kind: string; id: string };
  /** Few and small: amounts, counts, names of files. */
  details?: Record<string, AuditValue>;
  /** Changes, field by field; never a secret. */
  changes?: AuditChanges;
};

export type AuditValue = string | number | boolean | null;
/** By the name of the field. */
export type AuditChanges = Record<string, { before: AuditValue; after: AuditValue }>;

/** Actions on the installation itself. */
export const platformActions = [
  'keys.data_rotated',
  'keys.older_forgotten',
  'backup.restored',
  'table.divided',
] as const;

export type StoredAuditEntry = {
  id: number;
  at: Date;
  actor_kind: Actor['kind'];
  actor_name: string;
  action: string;
  subject_kind: string;
  subject_id: string;
  details: object;
  changes: AuditChanges;
};

/** User who runs a command, by the name on the system; by the number where that has no name, as in a container. */
export function operator(): Actor {
  return { kind: 'operator', name: systemName() };
}

function systemName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * To be called in the transaction that does what is recorded: there is an entry when, and only when, it is done. All entries of a
 * transaction of `inTransaction` are written in one statement, at its end.
 */
export type RecordAudit<Entry extends AuditEntry> = (
  transaction: QueryExecutorProvider,
  actor: Actor,
  entry: Entry,
) => Promise<void>;

export const recordAudit: RecordAudit<AuditEntry> = async (transaction, actor, entry) => {
  const { action, subject, details = {}, changes = {} } = entry;
  const row = sql`(${actor.kind}, ${actor.kind === 'operator' ? actor.name : ''}, ${action}, ${subject.kind}, ${subject.id},
    ${JSON.stringify(fitDetails(details))}, ${JSON.stringify(changes)})`;
  const before = waiting.get(transaction);
  if (before) before.push(row);
  else if (hasActs(transaction)) {
    const rows = [row];
    waiting.set(transaction, rows);
    beforeCommit(transaction, () => {
      waiting.delete(transaction);
      return insertEntries(transaction, rows);
    });
  } else await insertEntries(transaction, [row]);
};

/** Rows of entries that a transaction has still to write. */
const waiting = new WeakMap<object, Array<RawBuilder<unknown>>>();

async function insertEntries(transaction: QueryExecutorProvider, rows: readonly RawBuilder<unknown>[]): Promise<void> {
  await sql`insert into platform.audit_entry (actor_kind, actor_name, action, subject_kind, subject_id, details, changes)
    values ${sql.join(rows)}`.execute(transaction);
}

/** The newest `limit` entries that fit, oldest first. */
export async function listAudit(
  db: QueryExecutorProvider,
  wanted: { since?: Date | undefined; action?: string | undefined; subject?: string | undefined; limit: number },
): Promise<StoredAuditEntry[]> {
  const { since, action, subject, limit } = wanted;
  const { rows } = await sql<StoredAuditEntry>`
    select id, at, actor_kind, actor_name, action, subject_kind, subject_id, details, changes from platform.audit_entry
    where true ${since ? sql`and at >= ${since}` : sql``} ${action ? sql`and action = ${action}` : sql``}
      ${subject ? sql`and subject_id = ${subject}` : sql``}
    order by at desc, id desc limit ${limit}`.execute(db);
  return rows.reverse();
}

/** At most `limit` entries about one subject, newest first. */
export async function pageAudit(
  db: QueryExecutorProvider,
  { subject, limit }: { subject: string; limit: number },
): Promise<StoredAuditEntry[]> {
  return (await listAudit(db, { subject, limit })).reverse();
}

/** One entry, with the ids of those beside it about the same subject. */
export async function findAuditEntry(
  db: QueryExecutorProvider,
  id: number,
): Promise<(StoredAuditEntry & { newer: number | null; older: number | null }) | null> {
  const { rows } = await sql<StoredAuditEntry & { newer: number | null; older: number | null }>`
    select entry.id, entry.at, entry.actor_kind, entry.actor_name, entry.action, entry.subject_kind, entry.subject_id, entry.details, entry.changes,
      (select min(beside.id) from platform.audit_entry as beside where beside.subject_id = entry.subject_id and beside.id > entry.id) as newer,
      (select max(beside.id) from platform.audit_entry as beside where beside.subject_id = entry.subject_id and beside.id < entry.id) as older
    from platform.audit_entry as entry where entry.id = ${id}`.execute(db);
  return rows[0] ?? null;
}
