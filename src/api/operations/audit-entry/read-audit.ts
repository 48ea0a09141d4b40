// The audit log as the back office reads it: with the names of those who did it.

import { auditActors } from '#contract/operations/audit-list.ts';
import type { AuditRow } from '#contract/people/staff.schema.ts';
import { pageAudit, type StoredAuditEntry } from '#platform/audit/audit-log.ts';
import { namesOf } from '../../access/staff-name.store.ts';
import type { Db } from '../../schema/db.ts';

/** Last actions on one subject, newest first. */
export async function readAudit(db: Db, wanted: { subject: string; limit: number }): Promise<AuditRow[]> {
  const entries = await pageAudit(db, wanted);
  const names = await namesOf(db, entries.flatMap(deciderOf));
  return entries.map((entry) => ({
    id: Number(entry.id),
    at: entry.at.toISOString(),
    action: entry.action,
    subject_kind: entry.subject_kind,
    subject_id: entry.subject_id,
    by: whoDid(entry, names),
    details: entry.details as AuditRow['details'],
  }));
}

function deciderOf({ details }: StoredAuditEntry): string[] {
  const { by } = details as { by?: unknown };
  return typeof by === 'string' ? [by] : [];
}

function whoDid(entry: StoredAuditEntry, names: Map<string, string>): string {
  const [decider] = deciderOf(entry);
  if (decider) return names.get(decider) ?? decider;
  return entry.actor_name || auditActors[entry.actor_kind].label;
}
