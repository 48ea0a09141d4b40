import type { Transaction } from 'kysely';
import { sumCents } from '#contract/money/amount/money.ts';
import type { RefundTarget } from '#contract/money/buyer-wallet.ts';
import type { RefundState } from '#contract/ordering/order.ts';
import type { Refused } from '#contract/refusal.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { refundableCents } from '../../../money/ports.rules.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { lockOrder } from '../../order/order.store.ts';
import { findRequestedRefund, listRefundParts } from '../../order/refund.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { bookOrder } from '../earnings/book-order.ts';
import { carryOutRefunds } from './carry-out-refunds.ts';
import { refusalOfTime } from './refusal-of-time.ts';
import { type RefundDecision, type RefundRequest, refusalOfRefund, writeRefund } from './write-refund.ts';

export type RefundOutcome = { amountCents: number; state: RefundState; failure: string | null };

/**
 * Decides a refund of `amountCents`, or of all that is left of the order, and asks the provider for it. A whole refund of
 * an order puts its items back. The order is locked, so that refunds at the same time never exceed what was received.
 */
export async function refundOrder(
  service: CheckoutService,
  given: { orderId: string; amountCents: number | null; reason: string },
): Promise<{ refund: RefundOutcome } | Refused> {
  return decideRefund(service, given, (order) => {
    const amountCents = given.amountCents ?? refundableCents(order);
    const refused = refusalOfRefund(order, amountCents);
    return refused ? { refused } : { amountCents, lines: [], details: {} };
  });
}

type Decided = { refundId: string };

/** `decide` sees the order while nobody else changes it. */
export async function decideRefund(
  service: CheckoutService,
  given: {
    orderId: string;
    reason: string;
    request?: RefundRequest | null;
    /** Null, or not said: where the buyer wants it. */
    to?: RefundTarget | null;
    /** Sees what is written before it is committed; to take all of it back it throws. */
    check?: (transaction: Transaction<ApiTables>, order: StoredOrder, refundId: string) => Promise<void>;
  },
  decide: (order: StoredOrder) => RefundDecision | Refused,
): Promise<{ refund: RefundOutcome } | Refused> {
  const { request = null } = given;
  const decided = await inTransaction(service.db, async (transaction): Promise<Decided | Refused> => {
    const locked = await lockOrder(transaction, given.orderId);
    if (!locked) return { refused: { code: 'no_such_order', orderId: given.orderId } };
    const order = await bookOrder(transaction, locked);
    const known = request && (await findRequestedRefund(transaction, order.order_id, request.key));
    if (known)
      return known.request_sha256 === request.sha256
        ? { refundId: known.refund_id }
        : { refused: { code: 'request_key_reused' } };
    const decision = decide(order);
    if ('refused' in decision) return decision;
    const tooLong = await refusalOfTime(transaction, order, decision, service.now());
    if (tooLong) return { refused: tooLong };
    const { reason, to = null } = given;
    const refundId = await writeRefund(transaction, service, order, { ...decision, reason, request, to });
    await given.check?.(transaction, order, refundId);
    return { refundId };
  });
  if ('refused' in decided) return decided;
  const { refundId } = decided;
  await carryOutRefunds(service, refundId);
  return { refund: outcomeOf(await listRefundParts(service.db, refundId)) };
}

/** Outcome of a refund that goes to two places: all of it, as far as the slower has come. */
function outcomeOf(
  parts: ReadonlyArray<{ amount_cents: number; failure: string | null; state: RefundState }>,
): RefundOutcome {
  const slowest = (['failed', 'decided', 'pending'] as const).find((state) =>
    parts.some((part) => part.state === state),
  );
  return {
    amountCents: sumCents(parts.map(({ amount_cents }) => amount_cents)),
    state: slowest ?? 'succeeded',
    failure: parts.find((part) => part.state === 'failed')?.failure ?? null,
  };
}
