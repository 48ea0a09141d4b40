// Applies the provider's word about the page of a pay-in. Message, return page and reconciliation all end here. The pay-in's own row,
// locked, decides what happens, whatever comes in whatever order and however often.
import { post } from '#ledger/post.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../audit/audit.ts';
import { payInArrived } from '../wallet/posting/buyer-wallet.posting.rules.ts';
import { lockWallet } from './buyer-wallet.store.ts';
import type { BuyerWalletService, PayInSession } from './buyer-wallet-service.ts';
import { findPayIn, lockPayIn, updatePayIn } from './pay-in.store.ts';
import { returnUnwanted } from './return-pay-in.ts';

/** 'foreign': it is none of this pay-in's. */
export function settlePayIn(
  service: BuyerWalletService,
  payInId: string,
  session: PayInSession,
): Promise<'paid' | 'open' | 'expired' | 'foreign'> {
  return inTransaction(service.db, async (transaction) => {
    const known = await findPayIn(transaction, payInId);
    if (!known) return 'foreign';
    // Nobody deletes the account meanwhile, and finds its wallet empty.
    await lockWallet(transaction, known.account_id);
    const payIn = await lockPayIn(transaction, payInId);
    if (!payIn || (payIn.session_id !== null && payIn.session_id !== session.id)) return 'foreign';
    if (payIn.state === 'paid') return 'paid';
    if (session.state === 'expired') {
      await updatePayIn(transaction, payInId, { session_id: session.id, state: 'expired', next_check_at: null });
      return 'expired';
    }
    if (session.state !== 'paid') return payIn.state;
    if (session.amountCents !== payIn.amount_cents || session.currency !== 'usd') return 'foreign';
    const now = service.now();
    await updatePayIn(transaction, payInId, {
      session_id: session.id,
      payment_intent: session.paymentIntent,
      state: 'paid',
      paid_at: now,
      next_check_at: null,
    });
    post(transaction, payInArrived(payIn, now));
    await recordAudit(
      transaction,
      { kind: 'provider' },
      {
        action: 'wallet.paid_in',
        subject: { kind: 'account', id: payIn.account_id },
        details: { pay_in: payInId, cents: payIn.amount_cents },
      },
    );
    // Nobody is there any more who could use it.
    if (payIn.user_id === null) await returnUnwanted(transaction, payIn, now);
    return 'paid';
  });
}
