// How a dispute of a line ends: by a decision of the staff, by the seller's silence, or because the buyer has withdrawn it. Once: whatever else
// happens to the order stands behind the lock of it.
import type { Transaction } from 'kysely';
import { minutesText } from '#contract/goods/access/hours.ts';
import type { DisputeDecision } from '#contract/ordering/dispute-terms.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { findMembership } from '../../access/member.store.ts';
import { refundableCents } from '../../money/ports.rules.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { refusalText } from '../../text/refusal-text.rules.ts';
import type { CheckoutService } from '../checkout/checkout-service.ts';
import { bookOrder } from '../checkout/earnings/book-order.ts';
import { carryOutRefunds } from '../checkout/refund/carry-out-refunds.ts';
import { refusalOfTime } from '../checkout/refund/refusal-of-time.ts';
import { refusalOfRefund, writeRefund } from '../checkout/refund/write-refund.ts';
import { lockOrder, recordDisputed } from '../order/order.store.ts';
import { listRefundShares } from '../order/refund-share.store.ts';
import { bankDecides, type DisputeRefusal, decidedCents, disputeEnded, isOpen, leftCents } from './dispute.rules.ts';
import type { DisputeStep } from './dispute-mails.rules.ts';
import { lineDisputeTransitions } from './dispute-states.rules.ts';
import { findLineDispute, type LineDispute, listSilentDisputes, moveLineDispute } from './line-dispute.store.ts';
import { mailDispute } from './mail-dispute.ts';
import { aroundHolds } from './payment/around-holds.ts';
import { recordDispute } from './payment/record-dispute.ts';

type Ending = {
  ending: 'decide' | 'withdraw' | 'lose_by_silence';
  /** Refund to the buyer. */
  cents: number;
  /** Machine time that goes with it. */
  minutes?: number;
  /** Reason of the refund: the buyer reads it. */
  reason: string;
  change?: { decision: DisputeDecision; decision_reason: string; decided_by: string };
  step: DisputeStep;
};

type Judged = { end: Ending } | { refused: DisputeRefusal };

/** The staff decide. `amountCents`: in part, what the buyer gets, and `minutes` of machine time go with it. Null: there is no such dispute. */
export async function decideDispute(
  service: CheckoutService,
  given: {
    disputeId: string;
    decision: DisputeDecision;
    amountCents: number | null;
    minutes?: number;
    reason: string;
    by: string;
  },
): Promise<DisputeRefusal | 'done' | null> {
  const { disputeId, decision, amountCents, reason, by, ...time } = given;
  return endDispute({ ...service, by }, disputeId, async (db, dispute, left): Promise<Judged> => {
    const own = dispute.seller_id ? await findMembership(db, dispute.seller_id, by) : undefined;
    if (own || dispute.account_id === by)
      return { refused: { code: 'own_shop', message: 'You are a side of this dispute: somebody else decides it.' } };
    const decided = decidedCents(decision, amountCents, left);
    if ('code' in decided) return { refused: decided };
    const { cents } = decided;
    return {
      end: {
        ending: 'decide',
        cents,
        ...time,
        reason,
        change: { decision, decision_reason: reason, decided_by: by },
        step: { step: 'decided', decision, cents, ...time, reason },
      },
    };
  });
}

/** The buyer withdraws it. Null: it is none of theirs. */
export async function withdrawDispute(
  service: CheckoutService,
  { disputeId, accountId }: { disputeId: string; accountId: string },
): Promise<DisputeRefusal | 'done' | null> {
  return endDispute(
    { ...service, by: accountId },
    disputeId,
    async () => ({ end: { ending: 'withdraw', cents: 0, reason: '', step: { step: 'withdrawn' } } }),
    { duringBank: true },
  );
}

const AT_ONCE = 50;

/** Every dispute that its seller has not answered in time ends for the buyer. Safe to repeat, and in several processes at once. */
export async function loseSilentDisputes(service: CheckoutService): Promise<void> {
  const failed: string[] = [];
  for (;;) {
    const silent = await listSilentDisputes(service.db, { now: service.now(), limit: AT_ONCE, except: failed });
    if (silent.length === 0) return;
    for (const { dispute_id: id, order_id: order } of silent)
      await loseBySilence(service, id)
        .then((done) => {
          // Disputes that can't end now are left for somebody else to decide, not asked for again and again.
          if (done !== 'done') failed.push(id);
        })
        .catch((error: Error) => {
          failed.push(id);
          service.log.error({ part: 'api', order, dispute: id, error: error.stack }, 'a silent dispute has not ended');
        });
  }
}

function loseBySilence(service: CheckoutService, disputeId: string): Promise<DisputeRefusal | 'done' | null> {
  return endDispute(service, disputeId, async (_db, dispute, cents): Promise<Judged> => {
    if (dispute.state !== 'open' || dispute.answer_until >= service.now()) return { refused: disputeEnded };
    const reason = 'The seller has not answered your dispute in time.';
    return { end: { ending: 'lose_by_silence', cents, reason, step: { step: 'lost_by_silence', cents } } };
  });
}

/** `judge` sees the dispute, and what is left of its line in cents, while nobody else changes either. */
async function endDispute(
  service: CheckoutService,
  disputeId: string,
  judge: (db: Transaction<ApiTables>, dispute: LineDispute, left: number) => Promise<Judged>,
  { duringBank = false } = {},
): Promise<DisputeRefusal | 'done' | null> {
  const ended = await inTransaction(service.db, async (db) => {
    const named = await findLineDispute(db, disputeId);
    const locked = named && (await lockOrder(db, named.order_id));
    const dispute = locked && (await findLineDispute(db, disputeId));
    if (!locked || !dispute) return null;
    if (!isOpen(dispute.state)) return disputeEnded;
    if (dispute.paused_at && !duringBank) return bankDecides;
    const order = await bookOrder(db, locked);
    const left = await leftOf(db, order, dispute);
    const judged = await judge(db, dispute, left);
    if ('refused' in judged) return judged.refused;
    return carryOut(db, service, order, dispute, judged.end);
  });
  if (ended === null || 'code' in ended) return ended;
  if (ended.refundId) await carryOutRefunds(service, ended.refundId);
  return 'done';
}

async function leftOf(db: Transaction<ApiTables>, order: StoredOrder, dispute: LineDispute): Promise<number> {
  const line = order.lines.find((one) => one.line === dispute.line);
  const shares = (await listRefundShares(db, order.order_id)).filter(({ refund_id: id }) => id !== dispute.hold_id);
  // The operator may have given back more of the order than its other lines came to.
  return line ? Math.min(leftCents(line, shares), Math.max(0, refundableCents(order))) : 0;
}

async function carryOut(
  db: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  dispute: LineDispute,
  { ending, cents, minutes, reason, change, step }: Ending,
): Promise<{ refundId: string | null } | DisputeRefusal> {
  const refused = cents > 0 ? refusalOfRefund(order, cents) : null;
  if (refused) return { code: 'order_on_hold', message: refusalText(refused) };
  const lines = [{ line: dispute.line, amount_cents: cents, ...(minutes !== undefined && { minutes }) }];
  const tooLong = await refusalOfTime(db, order, { lines }, service.now());
  if (tooLong) return { code: tooLong.code, message: refusalText(tooLong) };
  await moveLineDispute(db, dispute.dispute_id, ending, {
    ...{ ended_at: service.now(), paused_at: null, ...change },
    decided_cents: ending === 'withdraw' ? null : cents,
    decided_minutes: minutes ?? null,
  });
  await recordDisputed(db, order.order_id, dispute.line, false);
  await recordDispute(db, service, dispute, lineDisputeTransitions[ending].to, {
    amount_cents: cents,
    ...(minutes !== undefined && { machine_time: minutesText(minutes) }),
    ...(change && { decision: change.decision, reason: change.decision_reason.slice(0, 500) }),
  });
  const refundId =
    cents > 0
      ? await writeRefund(db, service, order, {
          amountCents: cents,
          lines,
          details: { dispute: dispute.dispute_id },
          reason,
        })
      : null;
  // Money set apart goes back with a refund as well: here where there is none.
  if (!refundId) await aroundHolds(db, service, order.order_id, 'refund');
  await mailDispute(db, service, order, dispute, step);
  return { refundId };
}
