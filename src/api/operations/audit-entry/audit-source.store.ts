import { sql } from 'kysely';
import { auditChangesSchema, auditSaidSchema } from '#contract/operations/audit.schema.ts';
import { auditActors, auditList } from '#contract/operations/audit-list.ts';
import type { StoredAuditEntry } from '#platform/audit/audit-log.ts';
import { always, isExactly, isOnDays, isOneOf, iso, isSo, listSource, onlyYes } from '../staff-list/list-source.sql.ts';

type Details = Record<string, string | number | boolean | null>;
/** The part of an action before its dot, as the index has it. */
const family = sql`split_part(entry.action, '.', 1)`;
const subject = sql`entry.subject_id`;

export const auditSource = listSource<StoredAuditEntry & { by_name: string | null }>({
  list: auditList,
  from: sql`platform.audit_entry`,
  alias: sql`entry`,
  id: sql`entry.id`,
  hasNumbers: true,
  sorts: { at: { by: sql`entry.at`, as: 'moment' } },
  filters: {
    action: (value) =>
      value.kind === 'id' && value.text.endsWith('.')
        ? sql<boolean>`${family} = ${value.text.slice(0, -1)}`
        : isExactly(sql`entry.action`)(value),
    family: isOneOf(family),
    kind: isExactly(sql`entry.subject_kind`),
    changed: isSo(sql<boolean>`entry.changes <> '{}'`, sql<boolean>`entry.changes = '{}'`),
    at: isOnDays(sql`entry.at`),
    actor: isOneOf(sql`entry.actor_kind`),
    by: isExactly(sql`entry.details ->> 'by'`),
    subject: isExactly(subject),
  },
  walks: {
    at: {
      family: always,
      action: always,
      kind: always,
      changed: onlyYes,
      at: always,
      actor: always,
      by: always,
      subject: always,
    },
  },
  search: async (_db, text) => [{ where: sql<boolean>`${subject} = ${text}`, isShort: true }],
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
