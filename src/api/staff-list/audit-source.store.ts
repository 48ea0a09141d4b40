import { sql } from 'kysely';
import { auditChangesSchema, auditSaidSchema } from '#contract/audit.schema.ts';
import { auditActors, auditList } from '#contract/staff-list/audit-list.ts';
import type { StoredAuditEntry } from '#platform/audit/audit-log.ts';
import { isExactly, isOnDays, isOneOf, iso, isSo, listSource } from './list-source.sql.ts';

type Details = Record<string, string | number | boolean | null>;
const subject = sql`entry.subject_id`;

export const auditSource = listSource<StoredAuditEntry & { by_name: string | null }>({
  list: auditList,
  from: sql`platform.audit_entry`,
  alias: sql`entry`,
  id: sql`entry.id`,
  hasNumbers: true,
  // Entries are numbered as they are written; moments are told, and days found by their index.
  sorts: { at: { by: sql`entry.id`, as: 'number' } },
  filters: {
    action: (value) =>
      value.kind === 'id' && value.text.endsWith('.')
        ? sql<boolean>`starts_with(entry.action, ${value.text})`
        : isExactly(sql`entry.action`)(value),
    family: isOneOf(sql`split_part(entry.action, '.', 1)`),
    kind: isExactly(sql`entry.subject_kind`),
    changed: isSo(sql<boolean>`entry.changes <> '{}'`, sql<boolean>`entry.changes = '{}'`),
    at: isOnDays(sql`entry.at`),
    actor: isOneOf(sql`entry.actor_kind`),
    by: isExactly(sql`entry.details ->> 'by'`),
    subject: isExactly(subject),
  },
  walks: (filter) => ['subject', 'actor', 'by', 'family', 'kind'].includes(filter),
  search: async (_db, text) => [sql<boolean>`${subject} = ${text}`],
  select: sql`entry.id, entry.at, entry.actor_kind, entry.actor_name, entry.action, entry.subject_kind, entry.subject_id, entry.details, entry.changes,
    (select account.username from api."user" as account where account.account_id = entry.details ->> 'by' limit 1) as by_name`,
  own: {
    said: auditSaidSchema,
    fields: auditChangesSchema,
  },
  toRow: (raw) => {
    const { by, ...said } = raw.details as Details;
    return {
      id: String(raw.id),
      action: raw.action,
      at: iso(raw.at),
      subject_kind: raw.subject_kind,
      subject_id: raw.subject_id,
      by: raw.by_name || (typeof by === 'string' ? by : raw.actor_name || auditActors[raw.actor_kind].label),
      actor: raw.actor_kind,
      details:
        Object.entries(said)
          .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
          .join(', ') || null,
      ...changesOf(raw.changes),
      said,
      fields: raw.changes,
    };
  },
});

/** For a person as a text, for a program as JSON. */
function changesOf(changes: StoredAuditEntry['changes']) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return { changes: null, before: null, after: null };
  const side = (of: 'before' | 'after') =>
    JSON.stringify(Object.fromEntries(fields.map(([name, one]) => [name, one[of]])));
  return {
    changes: fields
      .map(
        ([name, { before, after }]) => `${name.replaceAll('_', ' ')}: ${before ?? 'nothing'} → ${after ?? 'nothing'}`,
      )
      .join('; '),
    before: side('before'),
    after: side('after'),
  };
}
