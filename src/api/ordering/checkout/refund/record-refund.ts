import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { RefundState } from '#contract/ordering/order.ts';
import { pauseAfter } from '#platform/jobs/pause.rules.ts';
import { canTake } from '#platform/state/transitions.rules.ts';
import type { Taking } from '../../../money/ports.rules.ts';
import { findPayingWallet } from '../../../money/ports.ts';
import { recordMoneyOfEnded } from '../../../people/ports.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { aroundHolds } from '../../dispute/payment/around-holds.ts';
import {
  findReportedRefund,
  insertRefund,
  moveRefund,
  settleRefundedLines,
  updateRefund,
} from '../../order/refund.store.ts';
import { refundStepTo, refundTransitions } from '../../order/refund-states.rules.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { bookOrder } from '../earnings/book-order.ts';
import { earningsArrived, returnEarnings, takeEarnings } from '../earnings/take-earnings.ts';
import type { ProviderRefund } from '../payment/provider/provider-answers.ts';
import { recordOrder } from '../placing/record-order.ts';
import { giveBack } from './give-back.ts';
import { mailRefund } from './mail-refund.ts';
import { takeBack } from './take-back.ts';

/**
 * Records the provider's report of a refund on the order, once: a repeated report changes nothing. The order must
 * be locked. A refund that the shop has not asked for is added.
 */
export async function recordRefund(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  given: StoredOrder,
  told: ProviderRefund,
  attempts = 0,
): Promise<void> {
  const order = await bookOrder(transaction, given);
  const found = await findReportedRefund(transaction, order.order_id, { refundId: told.refundId, providerId: told.id });
  // Two processes asked, and the refusal of one is heard after the other's refund was made.
  if (found?.provider_id && !told.id) return;
  // Or before: the books have closed what was refused, and what was made after all is a refund of its own.
  const known = found && isRefused(found) && told.id && told.state !== 'failed' ? null : found;
  const again = { attempts: attempts + 1, next_attempt_at: pauseAfter(attempts + 1, service.now()) };
  if (known?.state === told.state) {
    if (told.state === 'pending') await updateRefund(transaction, known.refund_id, again);
    return;
  }
  // An answer of before: what it says is over.
  const step = refundStepTo[told.state];
  if (known && !canTake<RefundState>(refundTransitions[step], known.state)) return;
  const change = { ...again, failure: told.failure, ...(told.id && { provider_id: told.id }) };
  const refundId = known?.refund_id ?? randomUUID();
  if (known) await moveRefund(transaction, refundId, step, change);
  else
    await insertRefund(transaction, {
      ...change,
      state: told.state,
      refund_id: refundId,
      order_id: order.order_id,
      amount_cents: told.amountCents,
      reason: found?.reason ?? '',
      origin: 'provider',
      created_at: service.now(),
    });
  const { amountCents } = told;
  const destination = known?.destination ?? 'origin';
  const wallet = destination === 'wallet' ? await findPayingWallet(transaction, order) : null;
  await aroundHolds(transaction, service, order.order_id, 'refund', () =>
    moveEarnings(transaction, order, {
      ...told,
      taking: { id: refundId, by: 'refund', reason: found?.reason ?? '', at: service.now() },
      before: known?.state ?? null,
      wallet,
    }),
  );
  if (wallet && told.state === 'succeeded') await recordMoneyOfEnded(transaction, wallet);
  const givenBack = await settleRefundedLines(transaction, order.order_id);
  if (told.state === 'succeeded')
    await giveBack(transaction, service, order, {
      amountCents,
      givenBack,
      refundId,
    });
  else if (known?.state === 'succeeded')
    await takeBack(transaction, service, order, { amountCents, givenBack, refundId });
  // Buyers who paid too late were notified when that was decided.
  if (order.status !== 'refunded')
    await mailRefund(transaction, service, { orderId: order.order_id, refundId, before: known?.state ?? null });
  await service.settleGoods(transaction, order, service.now());
  await recordUnlessArrived(transaction, service, order, told);
}

/** True if the provider has never made it. */
const isRefused = (refund: { state: RefundState; provider_id: string | null }) =>
  refund.state === 'failed' && refund.provider_id === null;

/** The ledger follows: what a refund takes, what has gone out, what has come back. */
async function moveEarnings(
  transaction: Transaction<ApiTables>,
  order: StoredOrder,
  told: { amountCents: number; state: RefundState; before: RefundState | null; taking: Taking; wallet: string | null },
): Promise<void> {
  const { amountCents, state, before, taking, wallet } = told;
  if (state !== 'failed') await takeEarnings(transaction, order, amountCents, taking);
  if (state === 'succeeded') await earningsArrived(transaction, order, amountCents, { ...taking, wallet });
  if (state === 'failed' && before !== null)
    await returnEarnings(transaction, order, amountCents, { ...taking, cameBack: before === 'succeeded' });
}

/** Arrivals are recorded where they change the order. */
async function recordUnlessArrived(
  transaction: Transaction<ApiTables>,
  service: CheckoutService,
  { order_id: orderId }: StoredOrder,
  { state, failure, amountCents: amount_cents }: ProviderRefund,
): Promise<void> {
  if (state === 'pending') await recordOrder(transaction, service, orderId, 'refund_pending', { amount_cents });
  if (state !== 'failed') return;
  await recordOrder(transaction, service, orderId, 'refund_failed', { amount_cents, failure: failure ?? '' });
  service.log.error({ part: 'api', order: orderId, failure }, 'a refund has failed: the buyer has not got it');
}
