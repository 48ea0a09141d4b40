// The audit log: what was done that concerns money, roles, keys or the whole catalogue, and by whom. Entries are only ever
// added (migrations/0002-audit-log.sql). They hold no e-mail address: an account is its id.
import { userInfo } from 'node:os';
import { type QueryExecutorProvider, sql } from 'kysely';

/** Who acts: an operator by a command, a customer by a request, the payment provider's word, or the shop's own rules. */
export type Actor = { kind: 'operator'; name: string } | { kind: 'customer' | 'provider' | 'job' };

export const auditActions = [
  'order.paid',
  'order.transfer_noted',
  'order.fulfilled',
  'order.cancelled',
  'order.expired',
  'order.refund_decided',
  'order.refunded',
  'order.refund_pending',
  'order.refund_failed',
  'order.payment_failed',
  'order.review_opened',
  'order.review_closed',
  'order.dispute_opened',
  'order.dispute_won',
  'order.dispute_lost',
  'payment.unmatched',
  'payment.other_mode',
  'coupon.created',
  'coupon.ended',
  'catalogue.import_begun',
  'catalogue.imported',
  'catalogue.removed',
  'account.created',
  'account.role_given',
  'account.disabled',
  'account.enabled',
  'account.signed_out',
  'account.password_reset_required',
  'account.second_factor_reset',
  'account.deleted',
  'customer.deleted',
  'keys.signing_rotated',
  'keys.data_rotated',
  'keys.older_forgotten',
  'backup.restored',
] as const;

export type AuditAction = (typeof auditActions)[number];

export type AuditEntry = {
  action: AuditAction;
  subject: { kind: 'order' | 'coupon' | 'catalogue' | 'account' | 'keys' | 'backup' | 'payment'; id: string };
  /** Few and small: amounts, counts, names of files. */
  details?: Record<string, string | number | boolean | null>;
};

export type StoredAuditEntry = {
  id: number;
  at: Date;
  actor_kind: Actor['kind'];
  actor_name: string;
  action: string;
  subject_kind: string;
  subject_id: string;
  details: object;
};

/** Whoever runs a command, by the name on the system; by the number where that has no name, as in a container. */
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

/** To be called in the transaction that does what is recorded: there is an entry when, and only when, it is done. */
export async function recordAudit(
  transaction: QueryExecutorProvider,
  actor: Actor,
  { action, subject, details = {} }: AuditEntry,
): Promise<void> {
  await sql`insert into platform.audit_entry (actor_kind, actor_name, action, subject_kind, subject_id, details)
    values (${actor.kind}, ${actor.kind === 'operator' ? actor.name : ''}, ${action}, ${subject.kind}, ${subject.id},
      ${JSON.stringify(details)})`.execute(transaction);
}

/** The newest `limit` entries that fit, oldest first. */
export async function listAudit(
  db: QueryExecutorProvider,
  wanted: { since?: Date | undefined; action?: string | undefined; subject?: string | undefined; limit: number },
): Promise<StoredAuditEntry[]> {
  const { since, action, subject, limit } = wanted;
  const { rows } = await sql<StoredAuditEntry>`
    select id, at, actor_kind, actor_name, action, subject_kind, subject_id, details from platform.audit_entry
    where true ${since ? sql`and at >= ${since}` : sql``} ${action ? sql`and action = ${action}` : sql``}
      ${subject ? sql`and subject_id = ${subject}` : sql``}
    order by id desc limit ${limit}`.execute(db);
  return rows.reverse();
}
