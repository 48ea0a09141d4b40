// Audit log entries of the account service.
import { type AuditEntry as AnyEntry, type RecordAudit, recordAudit as record } from '#platform/audit/audit-log.ts';

export const auditActions = [
  'account.created',
  'account.disabled',
  'account.enabled',
  'account.signed_out',
  'account.password_reset_required',
  'account.password_set',
  'account.second_factor_reset',
  'account.second_factor_set',
  'account.deleted',
  'keys.signing_rotated',
] as const;

export type AuditAction = (typeof auditActions)[number];

type AuditEntry = AnyEntry & { action: AuditAction; subject: { kind: 'account' | 'keys' } };

export const recordAudit: RecordAudit<AuditEntry> = record;
