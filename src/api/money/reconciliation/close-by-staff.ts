// Decisions of the staff on unmatched transactions: in order, and why; or not, after all.
import type { Transaction } from 'kysely';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../audit/audit.ts';
import { conflict, notFound } from '../../http/answers.ts';
import type { Db } from '../../schema/db.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { closeTransaction, lockTransaction, reopenTransaction } from './list.store.ts';
import { closePosting, findMissing, reopenPosting } from './missing.store.ts';
import { lockReconciliation } from './reconciliation.store.ts';

type Closing = { db: Db; now: () => Date };
type Subject = { kind: 'provider_transaction' | 'transfer'; id: string };

/** Throws a 404 for an unknown transaction, and a 409 for one that is explained or closed already. */
export function closeByStaff({ db, now }: Closing, id: string, { by, reason }: { by: string; reason: string }) {
  return inTransaction(db, async (transaction) => {
    await lockReconciliation(transaction);
    const row = await lockTransaction(transaction, id);
    if (!row) throw unknown();
    if (row.state === 'matched') throw conflict('This transaction is explained: there is nothing to close.');
    if (row.state === 'closed') throw conflict('This transaction is closed already.');
    await closeTransaction(transaction, id, { closed_by: by, closed_at: now(), close_reason: reason });
    const details = { reason, type: row.type, difference_cents: row.difference_cents, currency: row.currency };
    await audit(transaction, 'closed', { kind: 'provider_transaction', id }, { by, ...details });
  });
}

/** Throws a 404 for an unknown transaction, and a 409 for one that is not closed. */
export function reopenByStaff({ db }: Closing, id: string, by: string) {
  return inTransaction(db, async (transaction) => {
    await lockReconciliation(transaction);
    const row = await lockTransaction(transaction, id);
    if (!row) throw unknown();
    if (row.state !== 'closed') throw conflict('This transaction is not closed.');
    await reopenTransaction(transaction, id);
    await audit(transaction, 'reopened', { kind: 'provider_transaction', id }, { by, was: row.close_reason });
  });
}

/** The same of a posting that is missing at the provider. */
export function closeMissing({ db, now }: Closing, transferId: number, { by, reason }: { by: string; reason: string }) {
  return inTransaction(db, async (transaction) => {
    const posting = await findMissing(transaction, transferId);
    if (!posting) throw notFound('No transfer with this number is missing at the provider.');
    const closed = { transfer_id: transferId, closed_by: by, closed_at: now(), close_reason: reason };
    if (!(await closePosting(transaction, closed))) throw conflict('This transfer is closed already.');
    const details = { reason, kind: posting.kind, amount_cents: posting.cents };
    await audit(transaction, 'closed', { kind: 'transfer', id: String(transferId) }, { by, ...details });
  });
}

export function reopenMissing({ db }: Closing, transferId: number, by: string) {
  return inTransaction(db, async (transaction) => {
    if (!(await reopenPosting(transaction, transferId))) throw notFound('No transfer with this number was closed.');
    await audit(transaction, 'reopened', { kind: 'transfer', id: String(transferId) }, { by });
  });
}

function unknown() {
  return notFound('There is no such transaction of the provider.');
}

function audit(
  transaction: Transaction<ApiTables>,
  event: 'closed' | 'reopened',
  subject: Subject,
  details: Record<string, string | number>,
): Promise<void> {
  return recordAudit(transaction, { kind: 'customer' }, { action: `reconciliation.${event}`, subject, details });
}
