// Records the provider's reports of returned money and of disputes on a pay-in, once: a repeated report changes nothing. Money that was
// asked for here is out of the wallet already. Other money is taken from there as far as there is, and the operator bears the rest.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { post } from '#ledger/post.ts';
import { pauseAfter } from '#platform/jobs/pause.rules.ts';
import { recordAudit } from '../../audit/audit.ts';
import { recordMoneyOfEnded } from '../../people/ports.ts';
import type { ApiTables } from '../../schema/schema.ts';
import {
  payInDisputeLost,
  payInLeft,
  payInMoved,
  type ReturnKind,
} from '../wallet/posting/buyer-wallet.posting.rules.ts';
import { findWallet } from './buyer-wallet.store.ts';
import type { BuyerWalletService, CardReturn, PayInPayment } from './buyer-wallet-service.ts';
import type { StoredPayIn } from './pay-in.store.ts';
import { findReportedReturn, insertReturns, type StoredReturn, updateReturn } from './pay-in-refund.store.ts';

type Db = Transaction<ApiTables>;
type State = StoredReturn['state'];

/** States that may follow each state. */
const following: Record<State, readonly State[]> = {
  decided: ['pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
};

/** The transaction holds the lock of the wallet (`lockWallet`). */
export async function recordReturn(db: Db, service: BuyerWalletService, payIn: StoredPayIn, told: CardReturn) {
  const found = await findReportedReturn(db, payIn.pay_in_id, { refundId: told.refundId, providerId: told.id });
  // Two processes asked, and one was refused before the other's was heard: the wallet has its money again, and this is a return of its own.
  const wasRefused = found?.state === 'failed' && found.provider_id === null;
  const known = wasRefused && told.id && told.state !== 'failed' ? undefined : found;
  if (!known) {
    const { id, amountCents, state } = told;
    // One that has failed before it was heard of takes nothing, and is known: so its two transactions at the provider offset each other.
    if (state === 'failed') await insertFailed(db, service, payIn, told);
    else
      await take(db, service, payIn, {
        id,
        amountCents,
        state,
        origin: 'provider',
        kind: 'pay_in_returned',
        reason: '',
      });
    return;
  }
  if (!following[known.state].includes(told.state)) return;
  // Or after it was made.
  if (known.provider_id && !told.id) return;
  await updateReturn(db, known.pay_in_refund_id, {
    state: told.state,
    failure: told.failure,
    ...(told.id && { provider_id: told.id }),
    ...(told.state !== 'pending' && { next_attempt_at: null }),
  });
  if (told.state === 'succeeded') post(db, payInLeft(known, service.now()));
  if (told.state !== 'failed') return;
  const kind = known.state === 'succeeded' ? 'withdrawal_came_back' : 'withdrawal_failed';
  post(db, payInMoved(kind, known, { reason: told.failure ?? '', at: service.now() }));
  await recordMoneyOfEnded(db, payIn.account_id);
  await record(db, payIn, 'wallet.return_failed', { cents: known.amount_cents, failure: told.failure ?? '' });
  service.log.error(
    { part: 'api', pay_in: payIn.pay_in_id, failure: told.failure },
    'a pay-in has not gone back to its card: it is in the wallet again',
  );
}

/** Records a failure. Refused returns (without an id of the provider's) never were. */
async function insertFailed(db: Db, service: BuyerWalletService, payIn: StoredPayIn, told: CardReturn): Promise<void> {
  if (!told.id) return;
  await insertReturns(db, [
    {
      pay_in_refund_id: randomUUID(),
      pay_in_id: payIn.pay_in_id,
      account_id: payIn.account_id,
      amount_cents: told.amountCents,
      wallet_cents: 0,
      origin: 'provider',
      request_key: null,
      state: 'failed',
      failure: told.failure,
      provider_id: told.id,
      next_attempt_at: null,
      created_at: service.now(),
    },
  ]);
}

/** The same of a dispute: its money waits apart while it is open. */
export async function recordDispute(
  db: Db,
  service: BuyerWalletService,
  payIn: StoredPayIn,
  told: PayInPayment['disputes'][number],
): Promise<void> {
  const { reason } = told;
  const known = await findReportedReturn(db, payIn.pay_in_id, { refundId: null, providerId: told.id });
  // A dispute that is over stays so.
  if (known && (known.state !== 'pending' || told.state === 'open')) return;
  if (!known && told.state === 'won') return;
  const at = service.now();
  const open =
    known ??
    (await take(db, service, payIn, {
      id: told.id,
      amountCents: told.amountCents,
      state: 'pending',
      origin: 'dispute',
      kind: 'pay_in_disputed',
      reason,
    }));
  if (told.state === 'open') return;
  const state = told.state === 'lost' ? 'succeeded' : 'failed';
  await updateReturn(db, open.pay_in_refund_id, { state });
  post(
    db,
    told.state === 'lost'
      ? payInDisputeLost(open, { reason, at })
      : payInMoved('pay_in_dispute_won', open, { reason, at }),
  );
  if (told.state === 'won') await recordMoneyOfEnded(db, payIn.account_id);
  await record(db, payIn, 'wallet.dispute_ended', { state: told.state, cents: open.amount_cents });
}

/** Takes what the shop has not asked for from the wallet, as far as there is. Answers the stored return. */
async function take(
  db: Db,
  service: BuyerWalletService,
  payIn: StoredPayIn,
  given: {
    id: string;
    amountCents: number;
    state: 'pending' | 'succeeded';
    origin: 'provider' | 'dispute';
    kind: ReturnKind;
    reason: string;
  },
) {
  const now = service.now();
  const { balance } = await findWallet(db, payIn.account_id, now);
  const back = {
    pay_in_refund_id: randomUUID(),
    pay_in_id: payIn.pay_in_id,
    account_id: payIn.account_id,
    amount_cents: given.amountCents,
    wallet_cents: Math.min(Math.max(0, balance), given.amountCents),
  };
  await insertReturns(db, [
    {
      ...back,
      origin: given.origin,
      request_key: null,
      state: given.state,
      provider_id: given.id,
      // The message of its end may be lost.
      next_attempt_at: given.origin === 'provider' && given.state === 'pending' ? pauseAfter(1, now) : null,
      created_at: now,
    },
  ]);
  post(db, payInMoved(given.kind, back, { reason: given.reason, at: now }));
  if (given.state === 'succeeded') post(db, payInLeft(back, now));
  const lost = given.amountCents - back.wallet_cents;
  await record(db, payIn, 'wallet.pay_in_returned', {
    origin: given.origin,
    cents: given.amountCents,
    lost_cents: lost,
  });
  service.log.warn(
    { part: 'api', pay_in: payIn.pay_in_id, cents: given.amountCents, lost_cents: lost },
    'money of a pay-in was taken back at the provider',
  );
  return back;
}

async function record(
  db: Db,
  payIn: StoredPayIn,
  action: 'wallet.pay_in_returned' | 'wallet.return_failed' | 'wallet.dispute_ended',
  details: Record<string, string | number>,
): Promise<void> {
  await recordAudit(
    db,
    { kind: 'provider' },
    { action, subject: { kind: 'account', id: payIn.account_id }, details: { pay_in: payIn.pay_in_id, ...details } },
  );
}
