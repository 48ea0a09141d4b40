// What the staff do with payouts: by hand at the bank, together as a file, or not at all for a while.
import type { Transaction } from 'kysely';
import { inTransaction } from '#platform/database/after-commit.ts';
import { findMembership } from '../access/member.store.ts';
import { recordAudit } from '../audit.ts';
import { conflict, notFound } from '../http/answers.ts';
import { RefusalAnswer } from '../http/refusal-answer.ts';
import type { ApiTables } from '../schema.ts';
import { findSeller } from '../seller/seller.store.ts';
import { makePayout } from './make-payout.ts';
import { type Mover, noteFailed, notePaid, noteSent, withPayout } from './move-payout.ts';
import { holdOf, isHeld, retryKey } from './payout.rules.ts';
import { findByRequestKey, findPayout, lockPayouts, type StoredPayout, updatePayout } from './payout.store.ts';
import { insertBatch, listBatchPayouts, lockBatch, noteBatchSent } from './payout-batch.store.ts';
import { newPayoutId } from './payout-id.ts';
import type { PayoutService } from './payout-service.ts';
import { lockSettings } from './payout-settings.store.ts';

type Db = Transaction<ApiTables>;

const mover = (by: string): Mover => ({ actor: { kind: 'customer' }, by });

/** One bank file of several payouts; answers its id. All of them, or none. */
export function makeBatch(service: PayoutService, payoutIds: readonly string[], by: string): Promise<string> {
  const { db, now, shop } = service;
  const debtor = shop.bank;
  if (!debtor)
    throw conflict('The shop has no bank account that money could be sent from. Say it in store.json under "bank".');
  return inTransaction(db, async (transaction) => {
    const wanted = [...new Set(payoutIds)];
    const payouts = await lockPayouts(transaction, wanted);
    if (payouts.length < wanted.length) throw notFound('One of these payouts does not exist.');
    for (const payout of payouts) await checkForBatch(transaction, payout, by);
    const batchId = newPayoutId('PB');
    await insertBatch(
      transaction,
      { batch_id: batchId, made_at: now(), made_by: by, debtor: JSON.stringify(debtor) },
      wanted,
    );
    for (const payoutId of wanted)
      await recordAudit(
        transaction,
        { kind: 'customer' },
        { action: 'payout.batched', subject: { kind: 'payout', id: payoutId }, details: { by, batch: batchId } },
      );
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: 'payout.batch_made',
        subject: { kind: 'payout', id: batchId },
        details: { by, payouts: wanted.length, cents: payouts.reduce((sum, one) => sum + one.amount_cents, 0) },
      },
    );
    return batchId;
  });
}

async function checkForBatch(transaction: Db, payout: StoredPayout, by: string): Promise<void> {
  const { payout_id: id } = payout;
  await refuseOwnShop(transaction, payout, by);
  if (payout.method !== 'bank') throw conflict(`${id} is paid by Stripe, not by the bank.`);
  if (payout.state !== 'pending') throw conflict(`${id} is ${payout.state} already. Choose payouts that are pending.`);
  if (payout.batch_id) throw conflict(`${id} is in the bank file ${payout.batch_id} already.`);
  const hold = await heldBecause(transaction, payout);
  if (hold) throw conflict(`${id} is on hold: ${hold} Release it first.`);
}

/** Whoever types transfers into a bank says that they are on their way. */
export function sendBatch(service: PayoutService, batchId: string, by: string): Promise<void> {
  return inTransaction(service.db, async (transaction) => {
    const batch = await lockBatch(transaction, batchId);
    if (!batch) throw notFound('There is no such bank file.');
    if (batch.sent_at) throw conflict('This bank file is marked as sent already.');
    for (const payout of await lockPayouts(transaction, await listBatchPayouts(transaction, batchId))) {
      await refuseOwnShop(transaction, payout, by);
      await noteSent(transaction, service, payout, { ...mover(by), left: false });
    }
    await noteBatchSent(transaction, batchId, service.now(), by);
    await recordAudit(
      transaction,
      { kind: 'customer' },
      { action: 'payout.batch_sent', subject: { kind: 'payout', id: batchId }, details: { by } },
    );
  });
}

export function payoutArrived(service: PayoutService, payoutId: string, by: string): Promise<void> {
  return settle(service, payoutId, by, async (transaction, payout) => {
    refuseOfProvider(payout);
    if (payout.state !== 'sent')
      throw conflict(`The payout is ${payout.state}. Only one that was sent can be marked as paid.`);
    await notePaid(transaction, service, payout, mover(by));
  });
}

export function payoutFailed(service: PayoutService, payoutId: string, by: string, reason: string): Promise<void> {
  return settle(service, payoutId, by, async (transaction, payout) => {
    if (payout.state !== 'pending') refuseOfProvider(payout);
    if (payout.state === 'failed' || payout.state === 'returned')
      throw conflict('The payout has come back already: its money is in the balance.');
    // Its file may be with the bank: the money would be paid, and in the balance.
    if (payout.state === 'pending' && payout.batch_id)
      throw conflict(`The payout is in the bank file ${payout.batch_id}. Mark that as sent first.`);
    if (payout.begun_at) refuseOfProvider(payout);
    await noteFailed(transaction, service, payout, { ...mover(by), reason });
  });
}

export function holdPayout(service: PayoutService, payoutId: string, by: string, reason: string): Promise<void> {
  return settle(service, payoutId, by, async (transaction, payout) => {
    if (payout.begun_at) refuseOfProvider(payout);
    if (payout.state !== 'pending' || payout.batch_id)
      throw conflict('Only a payout that is pending, and in no bank file, can be held.');
    await updatePayout(transaction, payoutId, { hold: reason, released_by: null });
    await recordAudit(
      transaction,
      { kind: 'customer' },
      { action: 'payout.held', subject: { kind: 'payout', id: payoutId }, details: { by, reason } },
    );
  });
}

export function releasePayout(service: PayoutService, payoutId: string, by: string): Promise<void> {
  return settle(service, payoutId, by, async (transaction, payout) => {
    if (!(await heldBecause(transaction, payout))) throw conflict('This payout is not on hold.');
    await updatePayout(transaction, payoutId, {
      released_by: by,
      ...(payout.method === 'connect' && { next_check_at: service.now() }),
    });
    await recordAudit(
      transaction,
      { kind: 'customer' },
      { action: 'payout.released', subject: { kind: 'payout', id: payoutId }, details: { by } },
    );
  });
}

/**
 * Answers the id of the payout that is on its way then. Money that the provider does not give back is asked for at once; what came back is paid by
 * a new payout of the same amount, once. Throws a 409 that says why nothing can be paid.
 */
export async function retryPayout(service: PayoutService, payoutId: string, by: string): Promise<string> {
  const known = await findPayout(service.db, payoutId);
  if (!known) throw notFound('There is no such payout.');
  if (known.state !== 'failed' && known.state !== 'returned') {
    await settle(service, payoutId, by, async (transaction, payout) => {
      if (!payout.stuck_since) throw conflict(`The payout is ${payout.state}. Only one that came back can be retried.`);
      await updatePayout(transaction, payoutId, { next_check_at: service.now() });
      await noteRetry(transaction, payoutId, { by });
    });
    return payoutId;
  }
  return inTransaction(service.db, async (transaction) => {
    await refuseOwnShop(transaction, known, by);
    const settings = await lockSettings(transaction, known.seller_id);
    const requestKey = retryKey(payoutId);
    const before = await findByRequestKey(transaction, known.seller_id, requestKey);
    if (before) return before.payout_id;
    const { seller_id: sellerId, amount_cents: cents } = known;
    const made = await makePayout(transaction, service, settings, {
      sellerId,
      requestKey,
      cents,
      by,
      bySchedule: false,
    });
    if (!made.ok) throw conflict(made.hindrance ?? `${payoutId} was retried already.`);
    await noteRetry(transaction, payoutId, { by, retried_as: made.payout.payout_id });
    return made.payout.payout_id;
  });
}

function noteRetry(transaction: Db, payoutId: string, details: Record<string, string>): Promise<void> {
  return recordAudit(
    transaction,
    { kind: 'customer' },
    { action: 'payout.retried', subject: { kind: 'payout', id: payoutId }, details },
  );
}

/** Why a payout waits for the staff, also where its shop was suspended after it was made; null: it does not. */
export async function heldBecause(db: PayoutService['db'], payout: StoredPayout): Promise<string | null> {
  if (isHeld(payout)) return payout.hold;
  if (payout.state !== 'pending' || payout.released_by) return null;
  const seller = await findSeller(db, payout.seller_id);
  return seller ? holdOf(seller.acting_state) : null;
}

async function settle(
  service: PayoutService,
  payoutId: string,
  by: string,
  change: (transaction: Db, payout: StoredPayout) => Promise<void>,
): Promise<void> {
  const done = await withPayout(service, payoutId, async (transaction, payout) => {
    await refuseOwnShop(transaction, payout, by);
    await change(transaction, payout);
    return true;
  });
  if (!done) throw notFound('There is no such payout.');
}

function refuseOfProvider({ method }: StoredPayout): void {
  if (method === 'connect') throw conflict('Stripe carries this payout out, and says itself what becomes of it.');
}

async function refuseOwnShop(transaction: Db, { seller_id }: StoredPayout, by: string): Promise<void> {
  if (!(await findMembership(transaction, seller_id, by))) return;
  throw new RefusalAnswer(
    { code: 'own_shop' },
    { status: 409, message: "Somebody else settles your own shop's payouts.", retryAfterSeconds: null },
  );
}
