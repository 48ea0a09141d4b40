import { z } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { auditActors, auditList } from '#contract/staff-list/audit-list.ts';
import type { StoredAuditEntry } from '#platform/audit/audit-log.ts';
import { isExactly, isOnDays, isOneOf, iso, listSource } from './list-source.sql.ts';

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
    at: isOnDays(sql`entry.at`),
    actor: isOneOf(sql`entry.actor_kind`),
    by: isExactly(sql`entry.details ->> 'by'`),
    subject: isExactly(subject),
  },
  walks: (filter) => ['subject', 'actor', 'by'].includes(filter),
  search: async (_db, text) => [sql<boolean>`${subject} = ${text}`],
  select: sql`entry.id, entry.at, entry.actor_kind, entry.actor_name, entry.action, entry.subject_kind, entry.subject_id, entry.details,
    (select account.username from api."user" as account where account.account_id = entry.details ->> 'by' limit 1) as by_name`,
  own: {
    changes: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .meta({ description: 'What the entry says beside who, what and when' }),
  },
  toRow: (raw) => {
    const { by, ...changes } = raw.details as Details;
    return {
      id: String(raw.id),
      action: raw.action,
      at: iso(raw.at),
      subject_kind: raw.subject_kind,
      subject_id: raw.subject_id,
      by: raw.by_name || (typeof by === 'string' ? by : raw.actor_name || auditActors[raw.actor_kind].label),
      actor: raw.actor_kind,
      details:
        Object.entries(changes)
          .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
          .join(', ') || null,
      changes,
    };
  },
});
