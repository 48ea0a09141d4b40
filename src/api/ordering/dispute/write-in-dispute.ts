import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DisputeSide } from '#contract/ordering/dispute-terms.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { CheckoutService } from '../checkout/checkout-service.ts';
import { lockOrder } from '../order/order.store.ts';
import { type DisputeRefusal, disputeEnded, isOpen } from './dispute.rules.ts';
import { findDisputeState } from './dispute.store.ts';
import { findLastMessage, insertDisputeMessage } from './dispute-message.store.ts';
import { findLineDispute, type LineDispute, moveLineDispute } from './line-dispute.store.ts';
import { mailDispute } from './mail-dispute.ts';
import { recordDispute } from './payment/record-dispute.ts';

type Written = {
  disputeId: string;
  orderId: string;
  side: DisputeSide;
  /** The shop for which it is written. */
  sellerId: string | null;
  accountId: string;
  content: { text: string } | { messageId: string; name: string; mediaType: string; size: number };
};

/** Somebody writes or attaches something. The seller's first words are the answer that is waited for. */
export async function writeInDispute(service: CheckoutService, given: Written): Promise<DisputeRefusal | null> {
  const { disputeId, orderId, content } = given;
  return inTransaction(service.db, async (db) => {
    const order = await lockOrder(db, orderId);
    const dispute = order && (await findLineDispute(db, disputeId));
    const isCardOpen = order && !dispute && (await findDisputeState(db, disputeId)) === 'open';
    if (!order || !(dispute ? isOpen(dispute.state) : isCardOpen)) return disputeEnded;
    const now = service.now();
    const answers = dispute !== null && dispute.state === 'open' && 'text' in content && isAnswer(dispute, given);
    if (answers && !dispute.paused_at && dispute.answer_until < now)
      return { ...disputeEnded, message: 'The time to answer is over: the buyer gets the money back.' };
    const last = await findLastMessage(db, disputeId);
    await insertDisputeMessage(db, {
      message_id: 'text' in content ? randomUUID() : content.messageId,
      dispute_id: disputeId,
      side: given.side,
      seller_id: given.sellerId,
      account_id: given.accountId,
      created_at: now,
      ...('text' in content
        ? { text: content.text }
        : { file_name: content.name, media_type: content.mediaType, size_bytes: content.size }),
    });
    if (answers) await recordAnswer(db, service, order, dispute, given.accountId);
    // Further messages of one side are read together.
    else if (dispute && last?.side !== given.side) await notifyOthers(db, service, order, dispute, given.side);
    return null;
  });
}

/** For the operator's own products the staff answer. */
function isAnswer({ seller_id }: LineDispute, { side }: Written): boolean {
  return side === 'seller' || (side === 'staff' && seller_id === null);
}

async function recordAnswer(
  db: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  dispute: LineDispute,
  by: string,
): Promise<void> {
  await moveLineDispute(db, dispute.dispute_id, 'answer', { answered_at: service.now() });
  await recordDispute(db, { ...service, by }, dispute, 'answered');
  await mailDispute(db, service, order, dispute, { step: 'answered' });
}

async function notifyOthers(
  db: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  dispute: LineDispute,
  by: DisputeSide,
): Promise<void> {
  const others = (['buyer', 'seller'] as const).filter((side) => side !== by);
  await mailDispute(db, service, order, dispute, { step: 'written', by }, others);
}
