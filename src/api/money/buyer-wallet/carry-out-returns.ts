// Withdrawals that are decided, and the provider is asked for.
import { inTransaction } from '#platform/database/after-commit.ts';
import { pauseAfter } from '#platform/jobs/pause.rules.ts';
import { lockWallet } from './buyer-wallet.store.ts';
import type { BuyerWalletService, CardReturn } from './buyer-wallet-service.ts';
import { lockPayIn } from './pay-in.store.ts';
import { askAgain, claimDueReturns, type DueReturn } from './pay-in-refund.store.ts';
import { recordReturn } from './record-return.ts';

const AT_ONCE = 20;
/** One that is younger has not been asked for before. */
const FRESH_MS = 60_000;
/** Longer than the provider may be asked for one. */
const CLAIM_MS = 2 * 60_000;

/**
 * Every one whose time has come; or those of one withdrawal. Safe to repeat: the id is the provider's idempotency key. One that fails
 * waits longer each time, behind the others.
 */
export async function carryOutReturns(
  service: BuyerWalletService,
  of: { accountId: string; requestKey: string } | null = null,
): Promise<void> {
  const now = service.now();
  const claimedUntil = new Date(now.getTime() + CLAIM_MS);
  for (const due of await claimDueReturns(service.db, { now, claimedUntil, limit: AT_ONCE, of })) {
    const attempts = due.attempts + 1;
    const again = { attempts, next_attempt_at: pauseAfter(attempts, service.now()) };
    try {
      const answer = await askFor(service, due);
      // While the provider works on it, it is asked about again.
      if (answer.state === 'pending') await askAgain(service.db, due.pay_in_refund_id, again);
      await note(service, due, answer);
    } catch (error) {
      const line = { part: 'api', pay_in: due.pay_in_id, error: (error as Error).stack };
      service.log.error(line, 'a pay-in was not given back');
      await askAgain(service.db, due.pay_in_refund_id, again);
    }
  }
}

function note(service: BuyerWalletService, due: DueReturn, answer: CardReturn): Promise<void> {
  return inTransaction(service.db, async (transaction) => {
    await lockWallet(transaction, due.account_id);
    const payIn = await lockPayIn(transaction, due.pay_in_id);
    if (payIn) await recordReturn(transaction, service, payIn, answer);
  });
}

async function askFor({ provider, now }: BuyerWalletService, due: DueReturn): Promise<CardReturn> {
  const { pay_in_refund_id: refundId, amount_cents: amountCents, payment_intent: paymentIntent, provider_id } = due;
  const never = (failure: string): CardReturn => ({ id: '', amountCents, state: 'failed', failure, refundId });
  if (!paymentIntent) return never('its payment is not known');
  const isFresh = now().getTime() - due.created_at.getTime() <= FRESH_MS;
  const find = async () =>
    (await provider.findPayment(paymentIntent))?.refunds.find(
      ({ id, refundId: ours }) => id === provider_id || ours === refundId,
    );
  // Asked for again it would repeat its first answer, and after a day give the money once more.
  const known = due.state === 'pending' || due.attempts > 0 || !isFresh ? await find() : undefined;
  if (known) return known;
  // Asked for again it would give the money a second time.
  if (provider_id) throw new Error(`the provider does not list ${provider_id}, which it has told of`);
  try {
    return await provider.refund({ refundId, paymentIntent, amountCents });
  } catch (error) {
    if (!provider.isRefusal(error)) throw error;
    // A process that has died since may have asked before, and that may be why it is refused now.
    return (await find()) ?? never((error as Error).message);
  }
}
