import type { Refused } from '#contract/refusal.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { listActingSellers } from '../../../access/member.store.ts';
import { comesByItself, openLines } from '../../order/order.rules.ts';
import { lockOrder } from '../../order/order.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { recordOrder } from '../placing/record-order.ts';
import { settleDelivery } from './deliver-lines.ts';

type Fulfilled = {
  /** Null while sellers have not delivered all of theirs. */
  fulfilledAt: Date | null;
  /** The shops that have not. */
  waitsFor: string[];
  /** Products that are delivered when their buyer has them, and are not yet. */
  comeByThemselves: string[];
};

/**
 * The operator's word that everything of a paid order was handed over that is theirs to hand over: their own products, and those of
 * shops that do not act any more, unless they come by themselves; with `all` everything.
 */
export async function fulfilOrder(
  service: CheckoutService,
  orderId: string,
  { all = false }: { all?: boolean } = {},
): Promise<Fulfilled | Refused> {
  return inTransaction(service.db, async (transaction): Promise<Fulfilled | Refused> => {
    const order = await lockOrder(transaction, orderId);
    if (order?.status !== 'paid') return { refused: { code: 'not_paid', orderId } };
    const open = openLines(order);
    const acting = all
      ? new Set()
      : await listActingSellers(
          transaction,
          open.map(({ seller_id: id }) => id),
        );
    const waiting = all ? [] : open.filter(comesByItself);
    const byHand = open.filter((line) => !waiting.includes(line));
    const others = byHand.filter((line) => acting.has(line.seller_id));
    const own = byHand.filter((line) => !acting.has(line.seller_id));
    const fulfilledAt = await settleDelivery(transaction, service, order, own);
    // Lines fulfilled with the order have its record.
    if (!fulfilledAt && own.length > 0)
      await recordOrder(transaction, service, orderId, 'delivered', { lines: own.map(({ line }) => line).join(' ') });
    return {
      fulfilledAt,
      waitsFor: [...new Set(others.map(({ seller }) => seller?.name ?? ''))],
      comeByThemselves: waiting.map((line) => line.product_name),
    };
  });
}
