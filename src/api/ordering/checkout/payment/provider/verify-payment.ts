import type { Refused } from '#contract/refusal.ts';
import { may } from '../../../../access/access.rules.ts';
import type { StoredOrder } from '../../../../schema/order.record.ts';
import { isStorableText } from '../../../../text/search-text.rules.ts';
import { isSold } from '../../../order/order.rules.ts';
import { findLatestCardOrder, findOrder, findOrderBySession } from '../../../order/order.store.ts';
import type { CheckoutService } from '../../checkout-service.ts';
import { settleSession } from './settle-session.ts';
import { unlessProviderAway } from './unless-provider-away.ts';

type Buyer = { userId: string; email: string } | null;

/**
 * The order that a payment was made for, settled by the provider's word if its webhook is not here yet: that of the session, or
 * without one the buyer's latest. Null where there is none that `buyer` may ask about.
 */
export async function verifyPayment(
  service: CheckoutService,
  buyer: Buyer,
  sessionId: string | undefined,
): Promise<{ paid: StoredOrder } | Refused | null> {
  const found = await findPaidFor(service, buyer, sessionId);
  if (!found || !may(buyer).verifyPayment(found)) return null;
  // Also one whose payment is disputed already: it was made.
  if (isSold(found)) return { paid: found };
  if (found.status === 'pending' && found.session_id) {
    const asked = await unlessProviderAway(service, 'nothing_changed', service.provider.findSession(found.session_id));
    if ('refused' in asked) return asked;
    if (asked.answer && (await settleSession(service, asked.answer)) === 'paid') return { paid: found };
  }
  const order = await findOrder(service.db, found.order_id);
  return order && isSold(order) ? { paid: order } : { refused: { code: 'payment_not_confirmed' } };
}

async function findPaidFor({ db }: CheckoutService, buyer: Buyer, sessionId: string | undefined) {
  if (sessionId === undefined) return buyer && findLatestCardOrder(db, buyer.userId);
  return isStorableText(sessionId) ? findOrderBySession(db, sessionId) : null;
}
