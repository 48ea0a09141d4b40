import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { ApprovalKind } from '#contract/approval.ts';
import type { ApiTables, ApprovalTable } from '../schema.ts';

type Db = Kysely<ApiTables>;
export type Approval = Selectable<ApprovalTable>;

export type Submission = {
  kind: ApprovalKind;
  /** Of an application the seller, otherwise the product. */
  subjectId: string;
  sellerId: string;
  title: string;
  /** What is asked for, whole: an application's fields, or a product's as a catalogue file has them. */
  content: object;
  /** The approved version that it changes; null: there is none. */
  baseVersion: number | null;
  /** The account that asks. */
  submittedBy: string;
};

/** Puts what is asked for into the queue of the staff. What waited for the same subject is replaced by it. Answers its id. */
export async function submitApproval(transaction: Db, submission: Submission): Promise<string> {
  await endWaiting(transaction, submission.subjectId, 'replaced');
  const approval = {
    approval_id: randomUUID(),
    kind: submission.kind,
    subject_id: submission.subjectId,
    seller_id: submission.sellerId,
    title: submission.title,
    content: JSON.stringify(submission.content),
    base_version: submission.baseVersion,
    submitted_by: submission.submittedBy,
  };
  await transaction.insertInto('api.approval').values(approval).execute();
  return approval.approval_id;
}

/** Takes back what waits for a subject. Answers whether anything did: it may have been decided meanwhile. */
export function withdrawApproval(transaction: Db, subjectId: string): Promise<boolean> {
  return endWaiting(transaction, subjectId, 'withdrawn');
}

async function endWaiting(transaction: Db, subjectId: string, state: 'replaced' | 'withdrawn'): Promise<boolean> {
  const ended = await transaction
    .updateTable('api.approval')
    .set({ state })
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'waiting')
    .returning('approval_id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Takes back every product and change of a shop that waits. */
export async function withdrawProductApprovals(transaction: Db, sellerId: string): Promise<void> {
  await transaction
    .updateTable('api.approval')
    .set({ state: 'withdrawn' })
    .where('seller_id', '=', sellerId)
    .where('kind', '<>', 'application')
    .where('state', '=', 'waiting')
    .execute();
}
