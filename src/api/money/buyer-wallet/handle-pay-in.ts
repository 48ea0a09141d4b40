// Events of a pay-in's payment after it was made: refunds of the provider's dashboard, refunds that fail later, disputes.
import type { Transaction } from 'kysely';
import { inTransaction } from '#platform/database/after-commit.ts';
import { pauseAfter } from '#platform/jobs/pause.rules.ts';
import { forgetMoneyOfEnded, listMoneyOfEnded } from '../../people/ports.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { lockWallet } from './buyer-wallet.store.ts';
import type { BuyerWalletService, PayInPayment } from './buyer-wallet-service.ts';
import { carryOutReturns } from './carry-out-returns.ts';
import { claimDuePayIns, findPayIn, lockPayIn, type StoredPayIn, updatePayIn } from './pay-in.store.ts';
import { askForPayIn } from './pay-in.ts';
import { recordDispute, recordReturn } from './record-return.ts';
import { withdrawOfEnded } from './return-pay-in.ts';

const CLAIM_MS = 2 * 60_000;
const LOOK_MS = 5 * 60_000;
const AT_ONCE = 50;

/** Makes true of a pay-in what the provider says of its payment now. Safe to repeat. 'foreign': it is none of its payments. */
export async function handlePayIn(
  service: BuyerWalletService,
  payInId: string,
  payment: PayInPayment,
): Promise<'heard' | 'foreign'> {
  const found = await findPayIn(service.db, payInId);
  if (!found) return 'foreign';
  // Events that follow a payment may arrive before the payment itself.
  if (!found.payment_intent) await askForPayIn(service, found);
  // Posted amounts are in the balance only after their transaction: each takes of the wallet what those before it have left.
  const notes: Note[] = [
    ...payment.refunds.map(
      (refund): Note =>
        (transaction, payIn) =>
          recordReturn(transaction, service, payIn, refund),
    ),
    ...payment.disputes.map(
      (dispute): Note =>
        (transaction, payIn) =>
          recordDispute(transaction, service, payIn, dispute),
    ),
  ];
  for (const note of notes.length > 0 ? notes : [async () => undefined])
    if (!(await noteOf(service, found, payment, note))) return 'foreign';
  return 'heard';
}

type Note = (transaction: Transaction<ApiTables>, payIn: StoredPayIn) => Promise<void>;

/** False: the payment is none of this pay-in's. */
function noteOf(
  { db }: BuyerWalletService,
  { pay_in_id, account_id }: StoredPayIn,
  { paymentIntent }: PayInPayment,
  note: Note,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockWallet(transaction, account_id);
    const payIn = await lockPayIn(transaction, pay_in_id);
    if (payIn?.payment_intent !== paymentIntent) return false;
    await note(transaction, payIn);
    return true;
  });
}

/** Settles pay-ins whose end was not reported, and carries out what is to go back. Safe to repeat, and in several processes. */
export async function reconcileWallets(service: BuyerWalletService): Promise<void> {
  const now = service.now();
  const claimedUntil = new Date(now.getTime() + CLAIM_MS);
  for (const payIn of await claimDuePayIns(service.db, { now, claimedUntil, limit: AT_ONCE }))
    await look(service, payIn);
  for (const { account_id: accountId, is_over: isOver } of await listMoneyOfEnded(service.db, AT_ONCE))
    await (isOver ? forgetMoneyOfEnded(service.db, accountId) : withdrawOfEnded(service, accountId));
  await carryOutReturns(service);
}

async function look(service: BuyerWalletService, payIn: StoredPayIn): Promise<void> {
  const { db, log, now } = service;
  const { pay_in_id: id } = payIn;
  try {
    await askForPayIn(service, payIn);
    const after = await findPayIn(db, id);
    const next = after?.state === 'open' ? new Date(now().getTime() + LOOK_MS) : null;
    await updatePayIn(db, id, { next_check_at: next, failed_checks: 0 });
  } catch (error) {
    log.error({ part: 'api', pay_in: id, error: (error as Error).stack }, 'a pay-in was not looked at');
    const failed = payIn.failed_checks + 1;
    await updatePayIn(db, id, { failed_checks: failed, next_check_at: pauseAfter(failed, now()) });
  }
}
