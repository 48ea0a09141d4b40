// Decisions of the staff about a conversation that was reported, and the end of such a decision.
import type { Kysely } from 'kysely';
import type { ReportDecision, ThreadSide } from '#contract/people/message.ts';
import { isMailable, type Message } from '#mail/mailer.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { resumedMail, settledMail, warnedMail } from './report-mails.ts';
import { otherSide, type StoredThread } from './thread.rules.ts';
import { findReaders, isMember, lockAnyThread, resolveReports, setBlock } from './thread.store.ts';
import type { Messages } from './write-message.ts';

type Decided = {
  threadId: string;
  by: string;
  at: Date;
  decision: ReportDecision;
  note: string;
  /** For the side that was reported; of a warning and of a stop. */
  reason: string;
};

/** `own_conversation`: whoever decides takes part in it. */
export type ReportRefusal = 'own_conversation' | 'no_report_waits' | 'not_stopped';
type Db = Kysely<ApiTables>;

/** Staff have looked at a thread that was reported. Answers why it is not decided, or null. */
export async function decideReport(service: Messages, given: Decided): Promise<ReportRefusal | null> {
  return service.db.transaction().execute(async (transaction) => {
    const thread = await lockAnyThread(transaction, given.threadId);
    if (!thread) return 'no_report_waits';
    if (await takesPart(transaction, thread, given.by)) return 'own_conversation';
    const shownReason = given.decision === 'dismiss' ? '' : given.reason;
    const reporters = await resolveReports(transaction, { ...given, told: shownReason });
    if (reporters.length === 0) return 'no_report_waits';
    if (given.decision === 'stop' && thread.account_id !== null)
      await setBlock(transaction, { sellerId: thread.seller_id, accountId: thread.account_id }, 'staff', true);
    const { by, decision } = given;
    await note(transaction, 'report.resolved', thread, {
      ...{ by, reports: reporters.length, decision },
      ...(shownReason && { reason: shownReason }),
    });
    await notifyOfDecision(transaction, service, thread, { decision, reason: shownReason, reporters });
    return null;
  });
}

/** Those whose messages the staff have ended can write to each other again. */
export async function resumeThread(
  service: Messages,
  { threadId, by }: { threadId: string; by: string },
): Promise<ReportRefusal | null> {
  return service.db.transaction().execute(async (transaction) => {
    const thread = await lockAnyThread(transaction, threadId);
    if (!thread || thread.account_id === null) return 'not_stopped';
    if (await takesPart(transaction, thread, by)) return 'own_conversation';
    const pair = { sellerId: thread.seller_id, accountId: thread.account_id };
    if (!(await setBlock(transaction, pair, 'staff', false))) return 'not_stopped';
    await note(transaction, 'thread.resumed', thread, { by });
    for (const side of ['buyer', 'seller'] as const)
      await mailSide(transaction, service, thread, side, (to) => resumedMail(service.shop, thread, { side, to }));
    return null;
  });
}

/** True if the account is the buyer of the thread, or of its shop. */
export async function takesPart(db: Db, thread: StoredThread, accountId: string): Promise<boolean> {
  return thread.account_id === accountId || (await isMember(db, thread.seller_id, accountId));
}

type ResolvedReport = { decision: ReportDecision; reason: string; reporters: ThreadSide[] };

async function notifyOfDecision(
  transaction: Db,
  service: Messages,
  thread: StoredThread,
  { decision, reason, reporters }: ResolvedReport,
): Promise<void> {
  const { shop } = service;
  for (const side of reporters) {
    await mailSide(transaction, service, thread, side, (to) => settledMail(shop, thread, { side, to, decision }));
    const reported = otherSide(side);
    if (decision !== 'dismiss')
      await mailSide(transaction, service, thread, reported, (to) =>
        warnedMail(shop, thread, { side: reported, to, decision, reason }),
      );
  }
}

async function mailSide(
  transaction: Db,
  { sendMail }: Messages,
  thread: StoredThread,
  side: ThreadSide,
  mail: (to: string) => Message,
): Promise<void> {
  for (const to of (await findReaders(transaction, thread, side)).filter(isMailable))
    await sendMail(transaction, mail(to));
}

async function note(
  transaction: Db,
  action: 'report.resolved' | 'thread.resumed',
  { thread_id: id }: StoredThread,
  details: Record<string, string | number>,
): Promise<void> {
  await recordAudit(transaction, { kind: 'customer' }, { action, subject: { kind: 'thread', id }, details });
}
