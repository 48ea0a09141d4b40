// The one way in which an order ends that was not paid. Whatever calls, in whatever order and however often, the order's own
// row, locked, decides what happens.
import type { Kysely, Transaction } from 'kysely';
import { post } from '#ledger/post.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { releaseItems } from '../../catalogue/ports.ts';
import { fromWalletCents, walletPaymentReturned } from '../../money/ports.rules.ts';
import { findPayingWallet } from '../../money/ports.ts';
import { recordMoneyOfEnded } from '../../people/ports.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { releaseCoupon } from '../coupon/coupon.store.ts';
import { countedItems } from '../order/order.rules.ts';
import { lockOrder, moveOrder } from '../order/order.store.ts';
import type { CheckoutService } from './checkout-service.ts';
import { mailBuyer } from './delivery/mail-buyer.ts';
import type { OrderMail } from './delivery/order-mails.ts';
import type { PaymentSession } from './payment/provider/provider-answers.ts';
import { recordOrder } from './placing/record-order.ts';

type End = 'cancelled' | 'expired';
/** The step to each end. */
const steps = { cancelled: 'cancel', expired: 'expire' } as const;

/** A payment that is under way when its order ends is asked about for the first time after so long. */
const FIRST_LOOK_MS = 60 * 60_000;

/** Why an order ends, for the audit log and the buyer. */
export type Because = { details?: Record<string, string>; mail?: OrderMail };

/** Ends it here alone: for an order that nobody can pay for. `session` is what the provider says of it, if anything. */
export async function closeOrder(
  service: CheckoutService,
  orderId: string,
  end: End,
  { session = null, because = {} }: { session?: PaymentSession | null; because?: Because } = {},
): Promise<'done' | 'paid' | 'refused'> {
  return inTransaction(service.db, async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (order?.status === 'pending') {
      await close(transaction, service, order, end, { session, because });
      return 'done';
    }
    if (order?.status === end) return 'done';
    // The provider's own message that the session has ended may be here first.
    if (order?.status === 'expired') {
      await moveOrder(transaction, orderId, steps[end], { updated_at: service.now() });
      await recordEnd(transaction, service, order, end, because);
      return 'done';
    }
    return order?.status === 'paid' ? 'paid' : 'refused';
  });
}

/** The order must be pending, and locked by the transaction. */
export async function close(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  end: End,
  { session = null, because = {} }: { session?: PaymentSession | null; because?: Because } = {},
): Promise<void> {
  const now = service.now();
  await release(transaction, order);
  const ofWallet = await returnToWallet(transaction, order, now);
  await moveOrder(transaction, order.order_id, steps[end], {
    ...ofWallet,
    next_check_at: session?.state === 'unpaid' ? new Date(now.getTime() + FIRST_LOOK_MS) : null,
    updated_at: now,
  });
  await recordEnd(transaction, service, order, end, because);
}

async function recordEnd(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  end: End,
  { details, mail }: Because,
): Promise<void> {
  await recordOrder(transaction, service, order.order_id, end, details);
  if (mail) await mailBuyer(transaction, service, order, mail);
}

/** Releases what an order that is not paid holds. */
export async function release(db: Kysely<ApiTables>, order: StoredOrder): Promise<void> {
  await releaseItems(db, countedItems(order));
  await releaseCoupon(db, order.order_id);
}

/** Returns the wallet's part. Once: an order that has ended is never waited for again. */
async function returnToWallet(transaction: Transaction<ApiTables>, order: StoredOrder, now: Date) {
  if (fromWalletCents(order) === 0) return {};
  const account_id = await findPayingWallet(transaction, order);
  post(transaction, walletPaymentReturned({ ...order, account_id }, now));
  if (account_id) await recordMoneyOfEnded(transaction, account_id);
  return { wallet_returned: true };
}
