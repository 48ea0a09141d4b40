// Giving money back: decided in the database, carried out at the provider, in that order and once.
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { formatCents } from '#contract/money.ts';
import { inTransaction } from '#platform/after-commit.ts';
import { countedItems, type StoredOrder } from '../order/order.rules.ts';
import { hasPaidFor, lockOrder, updateOrder } from '../order/order.store.ts';
import { returnItems } from '../product/stock.store.ts';
import { markVerified } from '../review/review.store.ts';
import type { ApiTables } from '../schema.ts';
import { CheckoutRefusal, type CheckoutService } from './checkout-service.ts';
import { refundMail } from './order-mails.ts';
import { recordOrder } from './record-order.ts';

/**
 * Decides a refund of `amountCents`, or of all that is left of the order. A whole refund of an order puts its items
 * back. The order is locked, so that refunds at the same time never exceed what was paid.
 */
export async function refundOrder(
  service: CheckoutService,
  given: { orderId: string; amountCents: number | null; reason: string },
): Promise<number> {
  const amount = await inTransaction(service.db, async (transaction) => {
    const order = await lockOrder(transaction, given.orderId);
    if (!order) throw new CheckoutRefusal(400, `There is no order ${given.orderId}.`);
    if (!['paid', 'fulfilled'].includes(order.status))
      throw new CheckoutRefusal(409, `The order is ${order.status}: there is nothing to refund.`);
    const left = order.total_cents - (await decidedCents(transaction, order.order_id));
    const amountCents = given.amountCents ?? left;
    if (amountCents <= 0 || amountCents > left)
      throw new CheckoutRefusal(409, `${formatCents(left)} of the order can be refunded.`);
    await transaction
      .insertInto('api.refund')
      .values({
        refund_id: randomUUID(),
        order_id: order.order_id,
        amount_cents: amountCents,
        reason: given.reason,
        created_at: service.now(),
      })
      .execute();
    await recordOrder(transaction, service, order.order_id, 'refund_decided', { amount_cents: amountCents });
    return amountCents;
  });
  await carryOutRefunds(service);
  return amount;
}

/** Every refund that is decided and not carried out. Safe to repeat: the refund's id is the provider's idempotency key. */
export async function carryOutRefunds(service: CheckoutService): Promise<void> {
  const open = await service.db
    .selectFrom('api.refund')
    .select('refund_id')
    .where('provider_id', 'is', null)
    .orderBy('created_at')
    .limit(100)
    .execute();
  for (const { refund_id } of open) {
    await carryOut(service, refund_id).catch((error) =>
      service.log.error(
        { part: 'api', refund: refund_id, error: (error as Error).stack },
        'a refund was not carried out',
      ),
    );
  }
}

async function carryOut(service: CheckoutService, refundId: string): Promise<void> {
  const refund = await service.db
    .selectFrom('api.refund as refund')
    .innerJoin('api.order as order', 'order.order_id', 'refund.order_id')
    .select(['refund.refund_id', 'refund.order_id', 'refund.amount_cents', 'order.payment_intent'])
    .where('refund.refund_id', '=', refundId)
    .where('refund.provider_id', 'is', null)
    .executeTakeFirst();
  if (!refund) return;
  const { payment_intent: paymentIntent, amount_cents: amountCents } = refund;
  // What was paid by transfer or check is given back by hand.
  const providerId = paymentIntent
    ? await service.provider.refund({ refundId, paymentIntent, amountCents })
    : 'by hand';
  await inTransaction(service.db, async (transaction) => {
    const order = await lockOrder(transaction, refund.order_id);
    const marked = await transaction
      .updateTable('api.refund')
      .set({ provider_id: providerId })
      .where('refund_id', '=', refundId)
      .where('provider_id', 'is', null)
      .returning('refund_id')
      .executeTakeFirst();
    if (order && marked) await noteRefund(transaction, service, order, amountCents);
  });
}

async function noteRefund(
  db: Transaction<ApiTables>,
  service: CheckoutService,
  order: StoredOrder,
  amountCents: number,
) {
  const refunded = order.refunded_cents + amountCents;
  const whole = refunded === order.total_cents;
  await updateOrder(db, order.order_id, {
    refunded_cents: refunded,
    ...(whole && { status: 'refunded' as const }),
    updated_at: service.now(),
  });
  await recordOrder(db, service, order.order_id, 'refunded', { amount_cents: amountCents });
  // Items of an order that was paid too late were never taken out of stock.
  const sold = order.status === 'paid' || order.status === 'fulfilled';
  if (whole && sold) await returnItems(db, countedItems(order));
  if (whole && sold && order.account_id) await withdrawVerification(db, order, order.account_id);
  if (order.user_id && sold) await service.sendMail(db, refundMail(service, order, order.user_id, amountCents));
}

/** Unless another paid order of theirs backs the review. */
async function withdrawVerification(db: Kysely<ApiTables>, order: StoredOrder, accountId: string) {
  for (const { product_id } of order.lines) {
    if (!(await hasPaidFor(db, accountId, product_id)))
      await markVerified(db, accountId, [product_id], false).execute();
  }
}

async function decidedCents(db: Kysely<ApiTables>, orderId: string): Promise<number> {
  const { cents } = await db
    .selectFrom('api.refund')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_cents'), eb.val(0)).as('cents'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return Number(cents);
}
