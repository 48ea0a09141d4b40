import { entryOf } from '#contract';
import { disputeObject } from '../dispute/dispute.object.ts';
import { findDispute } from '../dispute/dispute.store.ts';
import { chargeObject } from '../payment-intent/charge.object.ts';
import { findByCharge } from '../payment-intent/payment-intent.store.ts';
import { payoutObject } from '../payout/payout.object.ts';
import { findAnyPayout } from '../payout/payout.store.ts';
import { refundObject } from '../refund/refund.object.ts';
import { findRefund } from '../refund/refund.store.ts';
import type { Db } from '../schema.ts';
import { shownTransfer } from '../transfer/shown-transfer.ts';
import { reversalObject } from '../transfer/transfer.object.ts';
import { findReversalById, findTransfer } from '../transfer/transfer.store.ts';
import { listMovementsOf } from './balance.store.ts';

/** Source of a transaction, found by the beginning of its id. Null where only the id is known. */
export async function sourceObject(db: Db, id: string): Promise<object | null> {
  const [prefix = ''] = id.split('_');
  const found = await entryOf(finders, prefix)?.(db, id);
  return found ?? null;
}

const finders: Record<string, (db: Db, id: string) => Promise<object | null>> = {
  async ch(db, id) {
    const intent = await findByCharge(db, id);
    return intent && chargeObject(intent);
  },
  async re(db, id) {
    const refund = await findRefund(db, id);
    return refund && refundObject(refund);
  },
  async du(db, id) {
    const dispute = await findDispute(db, id);
    return dispute && disputeObject(dispute, await listMovementsOf(db, id));
  },
  async tr(db, id) {
    const transfer = await findTransfer(db, id);
    return transfer && shownTransfer(db, transfer);
  },
  async trr(db, id) {
    const reversal = await findReversalById(db, id);
    return reversal && reversalObject(reversal);
  },
  async po(db, id) {
    const payout = await findAnyPayout(db, id);
    return payout && payoutObject(payout);
  },
};
