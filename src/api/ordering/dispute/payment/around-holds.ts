// Money that a dispute of a line keeps from its seller. Of a line that is not released the flag of the line is enough: it waits in its order. What
// was released is moved apart, and is whole again at the moment when a refund, or the bank, takes of the same order: so nothing is taken twice.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { disputeReasonLabels } from '#contract/ordering/dispute.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { returnEarnings, takeEarnings } from '../../checkout/earnings/take-earnings.ts';
import { getLockedOrder, recordDisputed } from '../../order/order.store.ts';
import { listRefundShares } from '../../order/refund-share.store.ts';
import { leftCents, resumedUntil } from '../dispute.rules.ts';
import { listOpenDisputes } from '../dispute.store.ts';
import { type LineDispute, listLiveDisputes, moveLineDispute, updateLineDispute } from '../line-dispute.store.ts';
import { mailDispute, type Telling } from '../mail-dispute.ts';
import { recordDispute } from './record-dispute.ts';

type Db = Transaction<ApiTables>;

/**
 * Does what moves money of an order, with nothing of it apart for a dispute of a line; what is still in dispute then is put apart again. A dispute
 * of which nothing is left is settled, and while the bank decides all of them wait. The order must be locked, and in the ledger.
 */
export async function aroundHolds(
  db: Db,
  service: Telling,
  orderId: string,
  settledBy: 'refund' | 'bank',
  act: () => Promise<void> = async () => {},
): Promise<void> {
  const live = await listLiveDisputes(db, orderId);
  for (const dispute of live) await returnHold(db, service, dispute);
  await act();
  if (live.length === 0) return;
  const order = await getLockedOrder(db, orderId);
  const atBank = (await listOpenDisputes(db, orderId)).length > 0;
  for (const dispute of await listLiveDisputes(db, orderId)) {
    if (atBank) await pause(db, service, order, dispute);
    else await goOn(db, service, order, dispute, settledBy);
  }
}

/** Puts apart what is left of a line that its seller has. Of one that is not released, nothing: its flag holds it. */
export async function holdLine(
  db: Db,
  order: StoredOrder,
  dispute: Pick<LineDispute, 'dispute_id' | 'line' | 'reason'>,
  at: Date,
): Promise<void> {
  const line = order.lines.find((one) => one.line === dispute.line);
  if (!line?.released_at) return;
  const left = leftCents(line, await listRefundShares(db, order.order_id));
  if (left <= 0) return;
  // Its own each time: what was taken under an id is taken once.
  const holdId = randomUUID();
  await updateLineDispute(db, dispute.dispute_id, { hold_id: holdId });
  const reason = `disputed by the buyer: ${disputeReasonLabels[dispute.reason]}`;
  await takeEarnings(db, order, left, { id: holdId, by: 'dispute', reason, at, line: line.line });
}

async function returnHold(db: Db, { now }: Telling, dispute: LineDispute): Promise<void> {
  const { hold_id: id, order_id: orderId } = dispute;
  if (!id) return;
  const shares = (await listRefundShares(db, orderId)).filter(({ refund_id }) => refund_id === id);
  const cents = shares.reduce((sum, share) => sum + share.cents, 0);
  const reason = 'what the dispute had put apart';
  const order = await getLockedOrder(db, orderId);
  await returnEarnings(db, order, cents, { id, by: 'dispute', reason, at: now(), cameBack: false });
  await updateLineDispute(db, dispute.dispute_id, { hold_id: null });
}

async function pause(db: Db, service: Telling, order: StoredOrder, dispute: LineDispute): Promise<void> {
  if (dispute.paused_at) return;
  await updateLineDispute(db, dispute.dispute_id, { paused_at: service.now() });
  await mailDispute(db, service, order, dispute, { step: 'paused' });
}

async function goOn(
  db: Db,
  service: Telling,
  order: StoredOrder,
  dispute: LineDispute,
  settledBy: 'refund' | 'bank',
): Promise<void> {
  const now = service.now();
  const line = order.lines.find((one) => one.line === dispute.line);
  const left = line ? leftCents(line, await listRefundShares(db, order.order_id)) : 0;
  if (left <= 0) {
    await moveLineDispute(db, dispute.dispute_id, 'settle', { ended_at: now, paused_at: null });
    await recordDisputed(db, order.order_id, dispute.line, false);
    await recordDispute(db, service, dispute, 'settled', { by_the: settledBy });
    await mailDispute(db, service, order, dispute, { step: 'settled', by: settledBy });
    return;
  }
  if (dispute.paused_at) {
    const answer_until = resumedUntil(dispute.answer_until, dispute.paused_at, now);
    await updateLineDispute(db, dispute.dispute_id, { paused_at: null, answer_until });
    await mailDispute(db, service, order, { ...dispute, answer_until }, { step: 'resumed' });
  }
  await holdLine(db, order, dispute, now);
}
