// Payouts that the provider carries out: a transfer to the account of the shop, then a payout from there to its bank. Every step can be repeated,
// in several processes at once: the provider knows it by its key, and the payout by its state.

import type { PayoutState } from '#contract/money/payout.ts';
import { canTake } from '#platform/state/transitions.rules.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { type Mover, recordFailed, recordPaid, recordSent, withPayout } from '../move-payout.ts';
import { findPayout, listToCheck, type StoredPayout, updatePayout } from '../payout.store.ts';
import type { PayoutService } from '../payout-service.ts';
import { payoutTransitions } from '../payout-states.rules.ts';
import { heldBecause } from '../settle-payout.ts';
import { type ConnectProvider, refusalOf } from './connect-provider.ts';

export type Carrying = PayoutService & { connect: ConnectProvider };

const BATCH = 50;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A bank sends back what it cannot book within days. */
const WATCHED_DAYS = 14;
const provider: Mover = { actor: { kind: 'provider' }, by: 'stripe' };

/** Every payout that is to be looked at now. One that fails is told, and keeps no other waiting. */
export async function carryOutDue(service: Carrying): Promise<void> {
  for (const payoutId of await listToCheck(service.db, service.now(), BATCH))
    await carryOut(service, payoutId).catch(async (error: Error) => {
      service.log.error({ part: 'api', payout: payoutId, error: error.stack }, 'a payout was not carried out');
      await lookAgain(service, payoutId, 10 * MINUTE_MS);
    });
}

/** Takes a payout as far as it goes now. */
export async function carryOut(service: Carrying, payoutId: string): Promise<void> {
  const payout = await begin(service, payoutId);
  if (!payout?.connect_account) return;
  if (payout.transfer && (await service.connect.isReversed(payout.transfer)))
    return fail(service, payout, payout.failure ?? 'Stripe has taken the transfer back.');
  // It is known not to arrive: nothing is paid out any more, whatever Stripe would say now.
  if (payout.stuck_since) return fail(service, payout, payout.failure ?? 'The bank has not taken it.');
  if (payout.provider_payout) return look(service, payout, payout.provider_payout);
  const key = `${payoutId}-${payout.refusals}`;
  const given = { payoutId, account: payout.connect_account, cents: payout.amount_cents };
  try {
    if (payout.transfer === null) {
      const transfer = await service.connect.transfer({ ...given, key: `transfer-${key}` });
      await withPayout(service, payoutId, (transaction, locked) =>
        recordSent(transaction, service, locked, { ...provider, left: true, transfer }),
      );
    }
    const id = await service.connect.payOut({ ...given, key: `payout-${key}` });
    await withPayout(service, payoutId, (transaction) => updatePayout(transaction, payoutId, { provider_payout: id }));
    await lookAgain(service, payoutId, HOUR_MS);
  } catch (error) {
    await refused(service, payoutId, error);
  }
}

/** Says, before the provider is asked, that it will be: from then on nobody takes the payout back. Undefined: there is nothing to do. */
function begin(service: Carrying, payoutId: string): Promise<StoredPayout | undefined> {
  return withPayout(service, payoutId, async (transaction, payout) => {
    const isOver = payout.method !== 'connect' || payout.state === 'failed' || payout.state === 'returned';
    if (isOver || (await heldBecause(transaction, payout))) {
      await updatePayout(transaction, payoutId, { next_check_at: null });
      return undefined;
    }
    return updatePayout(transaction, payoutId, {
      begun_at: payout.begun_at ?? service.now(),
      next_check_at: new Date(service.now().getTime() + MINUTE_MS),
    });
  });
}

async function look(service: Carrying, payout: StoredPayout, id: string): Promise<void> {
  const { payout_id: payoutId, connect_account: account } = payout;
  const { state, failure } = await service.connect.findPayout(account ?? '', id);
  if (state === 'failed') return fail(service, payout, failure ?? 'The bank has not taken it.');
  if (state === 'paid')
    await withPayout(service, payoutId, (transaction, locked) => recordPaid(transaction, service, locked, provider));
  const age = service.now().getTime() - payout.created_at.getTime();
  await lookAgain(service, payoutId, state === 'open' ? HOUR_MS : age < WATCHED_DAYS * DAY_MS ? DAY_MS : null);
}

/** Takes the money back from the account of the shop first: it must not be in two places. */
async function fail(service: Carrying, payout: StoredPayout, reason: string): Promise<void> {
  const { payout_id: payoutId, transfer, refusals: attempt } = payout;
  try {
    if (transfer) await service.connect.reverse({ payoutId, transfer, attempt });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return recordStuck(service, payout, { reason, because: refusal.text });
  }
  await withPayout(service, payoutId, (transaction, locked) =>
    recordFailed(transaction, service, locked, { ...provider, reason }),
  );
}

/** Stripe does not give the money back, such as from an account that has spent it: the staff and the shop see it, and it is tried again. */
async function recordStuck(
  service: Carrying,
  { payout_id: payoutId, refusals }: StoredPayout,
  { reason, because }: { reason: string; because: string },
): Promise<void> {
  const now = service.now();
  await withPayout(service, payoutId, async (transaction, locked) => {
    if (locked.state === 'failed' || locked.state === 'returned') return;
    if (!locked.stuck_since)
      await recordAudit(transaction, provider.actor, {
        action: 'payout.stuck',
        subject: { kind: 'payout', id: payoutId },
        details: { by: provider.by, seller: locked.seller_id, cents: locked.amount_cents, reason, because },
      });
    await updatePayout(transaction, payoutId, {
      failure: reason,
      stuck_since: locked.stuck_since ?? now,
      stuck_because: because,
      refusals: Math.max(locked.refusals, refusals + 1),
      next_check_at: new Date(now.getTime() + HOUR_MS),
    });
  });
  service.log.warn({ part: 'api', payout: payoutId, reason, because }, 'a payout cannot be taken back');
}

async function refused(service: Carrying, payoutId: string, error: unknown): Promise<void> {
  const refusal = refusalOf(error);
  // No answer: the same is asked again, with the same key.
  if (!refusal) throw error;
  const payout = await findPayout(service.db, payoutId);
  if (!payout) return;
  if (!refusal.isTemporary) return fail(service, payout, refusal.text);
  service.log.warn({ part: 'api', payout: payoutId, reason: refusal.text }, 'a payout waits for money at the provider');
  await withPayout(service, payoutId, async (transaction, locked) => {
    if (locked.refusals !== payout.refusals || !canTake<PayoutState>(payoutTransitions.fail, locked.state)) return;
    await updatePayout(transaction, payoutId, { refusals: locked.refusals + 1 });
  });
  await lookAgain(service, payoutId, HOUR_MS);
}

async function lookAgain(service: Carrying, payoutId: string, afterMs: number | null): Promise<void> {
  const next = afterMs === null ? null : new Date(service.now().getTime() + afterMs);
  await withPayout(service, payoutId, async (transaction, { state }) => {
    if (state === 'failed' || state === 'returned') return;
    await updatePayout(transaction, payoutId, { next_check_at: next });
  });
}
