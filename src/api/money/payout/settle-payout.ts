// Actions of the staff on payouts: by hand at the bank, together as a file, or not at all for a while.
import type { Transaction } from 'kysely';
import type { BankAccount } from '#contract/store.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { findMembership } from '../../access/member.store.ts';
import { recordAudit } from '../../audit/audit.ts';
import { conflict, notFound } from '../../http/answers.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findSeller } from '../../selling/ports.ts';
import {
  deleteBatch,
  insertBatch,
  listBatchPayouts,
  lockBatch,
  recordBatchSent,
} from './bank-file/payout-batch.store.ts';
import { makePayout, newPayoutId } from './make-payout.ts';
import { type Mover, recordFailed, recordPaid, recordSent, withPayout } from './move-payout.ts';
import { holdOf, isHeld, retryKey } from './payout.rules.ts';
import { findByRequestKey, findPayout, lockPayouts, type StoredPayout, updatePayout } from './payout.store.ts';
import type { PayoutService } from './payout-service.ts';
import { lockSettings } from './settings/payout-settings.store.ts';

type Db = Transaction<ApiTables>;

const mover = (by: string): Mover => ({ actor: { kind: 'customer' }, by });

/** One bank file of several payouts; answers its id. All of them, or none. */
export function makeBatch(service: PayoutService, payoutIds: readonly string[], by: string): Promise<string> {
  const { db, shop } = service;
  const debtor = shop.bank;
  if (!debtor)
    throw conflict('The shop has no bank account that money could be sent from. Say it in store.json under "bank".');
  return inTransaction(db, async (transaction) => {
    const wanted = [...new Set(payoutIds)];
    const payouts = await lockPayouts(transaction, wanted);
    if (payouts.length < wanted.length) throw notFound('One of these payouts does not exist.');
    for (const payout of payouts) await checkForBatch(transaction, payout, by);
    return writeBatch(transaction, service, { payouts, debtor, by });
  });
}

type BatchGiven = { payouts: readonly StoredPayout[]; debtor: BankAccount; by: string };

/** The payouts must be locked. */
async function writeBatch(
  transaction: Db,
  { now }: PayoutService,
  { payouts, debtor, by }: BatchGiven,
): Promise<string> {
  const batchId = newPayoutId('PB');
  const ids = payouts.map(({ payout_id: id }) => id);
  const batch = {
    batch_id: batchId,
    made_at: now(),
    made_by: by,
    debtor: JSON.stringify(debtor),
    charset: 'basic',
  } as const;
  await insertBatch(transaction, batch, ids);
  for (const payoutId of ids) await recordStaff(transaction, 'payout.batched', payoutId, { by, batch: batchId });
  const cents = payouts.reduce((sum, one) => sum + one.amount_cents, 0);
  await recordStaff(transaction, 'payout.batch_made', batchId, { by, payouts: ids.length, cents });
  return batchId;
}

/** Before the bank has it: its payouts are pending again, in no file. */
export function discardBatch(service: PayoutService, batchId: string, by: string): Promise<void> {
  return inTransaction(service.db, async (transaction) => {
    const { payouts } = await openBatch(transaction, batchId, by);
    await dropBatch(transaction, batchId, { payouts, by });
  });
}

/**
 * Takes a payout out of a bank file that the bank does not have: it is pending again, and the others are in a new file, because files never
 * change. Answers its id; null: there were no others.
 */
export function takeOutOfBatch(service: PayoutService, payoutId: string, by: string): Promise<string | null> {
  return inTransaction(service.db, async (transaction) => {
    const known = await findPayout(transaction, payoutId);
    if (!known) throw notFound('There is no such payout.');
    if (!known.batch_id) throw conflict('The payout is in no bank file.');
    const { batch, payouts } = await openBatch(transaction, known.batch_id, by);
    const others = payouts.filter(({ payout_id: id }) => id !== payoutId);
    if (others.length === payouts.length) throw conflict('The payout is in this bank file no more. Look at it again.');
    await dropBatch(transaction, batch.batch_id, { payouts, by });
    return others.length === 0 ? null : writeBatch(transaction, service, { payouts: others, debtor: batch.debtor, by });
  });
}

/** A bank file that is not sent, locked with its payouts. */
async function openBatch(transaction: Db, batchId: string, by: string) {
  const batch = await lockBatch(transaction, batchId);
  if (!batch) throw notFound('There is no such bank file.');
  if (batch.sent_at) throw conflict('This bank file is marked as sent already: the bank has it.');
  const payouts = await lockPayouts(transaction, await listBatchPayouts(transaction, batchId));
  for (const payout of payouts) await refuseOwnShop(transaction, payout, by);
  return { batch, payouts };
}

async function dropBatch(transaction: Db, batchId: string, { payouts, by }: Omit<BatchGiven, 'debtor'>): Promise<void> {
  await deleteBatch(transaction, batchId);
  for (const { payout_id: id } of payouts)
    await recordStaff(transaction, 'payout.taken_out', id, { by, batch: batchId });
  await recordStaff(transaction, 'payout.batch_discarded', batchId, { by, payouts: payouts.length });
}

type StaffNote =
  | 'batched'
  | 'taken_out'
  | 'batch_made'
  | 'batch_discarded'
  | 'batch_sent'
  | 'held'
  | 'released'
  | 'retried';

function recordStaff(
  transaction: Db,
  action: `payout.${StaffNote}`,
  id: string,
  details: Record<string, string | number>,
): Promise<void> {
  return recordAudit(transaction, { kind: 'customer' }, { action, subject: { kind: 'payout', id }, details });
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

/** Marks a batch as on its way, once somebody types the transfers into a bank. */
export function sendBatch(service: PayoutService, batchId: string, by: string): Promise<void> {
  return inTransaction(service.db, async (transaction) => {
    const { payouts } = await openBatch(transaction, batchId, by);
    for (const payout of payouts) await recordSent(transaction, service, payout, { ...mover(by), left: false });
    await recordBatchSent(transaction, batchId, service.now(), by);
    await recordStaff(transaction, 'payout.batch_sent', batchId, { by });
  });
}

export function payoutArrived(service: PayoutService, payoutId: string, by: string): Promise<void> {
  return settle(service, payoutId, by, async (transaction, payout) => {
    refuseOfProvider(payout);
    if (payout.state !== 'sent')
      throw conflict(`The payout is ${payout.state}. Only one that was sent can be marked as paid.`);
    await recordPaid(transaction, service, payout, mover(by));
  });
}

export function payoutFailed(service: PayoutService, payoutId: string, by: string, reason: string): Promise<void> {
  return settle(service, payoutId, by, async (transaction, payout) => {
    if (payout.state !== 'pending') refuseOfProvider(payout);
    if (payout.state === 'failed' || payout.state === 'returned')
      throw conflict('The payout has come back already: its money is in the balance.');
    // Its file may be with the bank: the money would be paid, and in the balance.
    if (payout.state === 'pending' && payout.batch_id)
      throw conflict(`The payout is in the bank file ${payout.batch_id}. Take it out of the file first.`);
    if (payout.begun_at) refuseOfProvider(payout);
    await recordFailed(transaction, service, payout, { ...mover(by), reason });
  });
}

export function holdPayout(service: PayoutService, payoutId: string, by: string, reason: string): Promise<void> {
  return settle(service, payoutId, by, async (transaction, payout) => {
    if (payout.begun_at) refuseOfProvider(payout);
    if (payout.state !== 'pending' || payout.batch_id)
      throw conflict('Only a payout that is pending, and in no bank file, can be held. Take it out of the file first.');
    await updatePayout(transaction, payoutId, { hold: reason, released_by: null });
    await recordStaff(transaction, 'payout.held', payoutId, { by, reason });
  });
}

export function releasePayout(service: PayoutService, payoutId: string, by: string): Promise<void> {
  return settle(service, payoutId, by, async (transaction, payout) => {
    if (!(await heldBecause(transaction, payout))) throw conflict('This payout is not on hold.');
    await updatePayout(transaction, payoutId, {
      released_by: by,
      ...(payout.method === 'connect' && { next_check_at: service.now() }),
    });
    await recordStaff(transaction, 'payout.released', payoutId, { by });
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
      await recordStaff(transaction, 'payout.retried', payoutId, { by });
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
      asks: 'staff',
    });
    if (!made.ok) throw conflict(made.hindrance ?? `${payoutId} was retried already.`);
    await recordStaff(transaction, 'payout.retried', payoutId, { by, retried_as: made.payout.payout_id });
    return made.payout.payout_id;
  });
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
