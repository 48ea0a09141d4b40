// Payouts as they are told, to their shop and to the staff.
import type { Payout, PayoutBatch, PayoutSettings, StaffPayout } from '#contract/payout.schema.ts';
import { payoutMinimum, payoutReference } from '#contract/payout.ts';
import { findBalances } from '#ledger/entry.store.ts';
import { findSeller } from '../seller/seller.store.ts';
import { sellerAvailable, sellerOwed } from '../wallet/accounts.rules.ts';
import { ledgerOf } from '../wallet/ledger.store.ts';
import { hindranceOf, holdOf, isHeld, isLeaving } from './payout.rules.ts';
import type { ListedPayout } from './payout.store.ts';
import type { ListedBatch } from './payout-batch.store.ts';
import type { PayoutService } from './payout-service.ts';
import { findSettings } from './payout-settings.store.ts';

type Reads = Pick<PayoutService, 'db' | 'shop'>;

export function toPayout(shopName: string, payout: ListedPayout): Payout {
  const waits = payout.state === 'pending' && payout.released_by === null;
  return {
    payout_id: payout.payout_id,
    amount: payout.amount_cents / 100,
    state: payout.state,
    method: payout.method,
    last4: payout.bank_last4,
    reference: payoutReference(shopName, payout.payout_id),
    failure: payout.failure,
    hold: isHeld(payout) ? payout.hold : waits ? holdOf(payout.seller_state) : null,
    by_schedule: payout.by_schedule,
    create_time: payout.created_at.toISOString(),
    sent_at: payout.sent_at?.toISOString() ?? null,
    paid_at: payout.paid_at?.toISOString() ?? null,
    ended_at: payout.ended_at?.toISOString() ?? null,
    stuck_since: payout.stuck_since?.toISOString() ?? null,
  };
}

export function toStaffPayout(shopName: string, payout: ListedPayout): StaffPayout {
  const { seller_id, seller_name, batch_id, transfer, stuck_because } = payout;
  return { ...toPayout(shopName, payout), seller_id, seller_name, batch_id, transfer, stuck_because };
}

export function toBatch(batch: ListedBatch): PayoutBatch {
  return {
    batch_id: batch.batch_id,
    create_time: batch.made_at.toISOString(),
    sent_at: batch.sent_at?.toISOString() ?? null,
    payouts: batch.payouts,
    open: batch.open,
    amount: Number(batch.amount_cents) / 100,
  };
}

export async function readSettings({ db }: Reads, sellerId: string, offersConnect: boolean): Promise<PayoutSettings> {
  const settings = await findSettings(db, sellerId);
  const [available, owed] = [sellerAvailable(sellerId).account_id, sellerOwed(sellerId).account_id];
  const balances = await findBalances(ledgerOf(db), [available, owed]);
  const held = { available: balances.get(available) ?? 0, owed: -(balances.get(owed) ?? 0) };
  return {
    method: settings?.method ?? null,
    schedule: settings?.schedule ?? 'none',
    day: settings?.day ?? null,
    minimum: settings ? settings.minimum_cents / 100 : payoutMinimum.usual,
    next_payout_at: settings?.next_at?.toISOString() ?? null,
    bank_account:
      settings?.bank_last4 && settings.bank_changed_at
        ? { last4: settings.bank_last4, changed_at: settings.bank_changed_at.toISOString() }
        : null,
    connect: settings?.connect_account ? { ready: settings.connect_ready, missing: settings.connect_missing } : null,
    connect_offered: offersConnect,
    available: held.available / 100,
    owed: held.owed / 100,
    hindrance: hindranceOf(settings, { ...held, closing: isLeaving((await findSeller(db, sellerId))?.state) }),
  };
}
