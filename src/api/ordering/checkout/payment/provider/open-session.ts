import type { Refused } from '#contract/refusal.ts';
import type { StoredOrder } from '../../../../schema/order.record.ts';
import { findOrder, recordSession } from '../../../order/order.store.ts';
import type { CheckoutService } from '../../checkout-service.ts';
import { closeOrder } from '../../close-order.ts';
import { isProviderRefusal, ProviderAway } from './payment-provider.ts';
import { settleSession } from './settle-session.ts';

/**
 * Asks the provider for a page to pay on. Safe to repeat: the order's id is the idempotency key. Where it is certain that
 * there is no session, the order ends at once, and with it what it holds.
 */
export async function openSession(service: CheckoutService, order: StoredOrder): Promise<{ url: string } | Refused> {
  try {
    const session = await service.provider.createSession(order);
    const isWaiting = await recordSession(service.db, order.order_id, {
      session_id: session.id,
      checkout_url: session.url,
      updated_at: service.now(),
    });
    // The order has ended meanwhile: nobody may pay for what it does not hold any more.
    const ended = isWaiting ? null : await service.provider.expireSession(session.id);
    if (ended?.state === 'paid') await settleSession(service, ended);
    return session.url && isWaiting ? { url: session.url } : { refused: { code: 'order_ended' } };
  } catch (error) {
    return findPage(service, order, error);
  }
}

/** After the provider has failed with `error`: another request for the same order may have had its answer. */
async function findPage(
  service: CheckoutService,
  order: StoredOrder,
  error: unknown,
): Promise<{ url: string } | Refused> {
  const known = await findOrder(service.db, order.order_id);
  if (known?.checkout_url && known.status === 'pending') return { url: known.checkout_url };
  service.log.error({ part: 'api', order: order.order_id, error: (error as Error).stack }, 'no checkout session');
  if (isProviderRefusal(error)) {
    await closeOrder(service, order.order_id, 'cancelled');
    return { refused: { code: 'provider_refused' } };
  }
  if (error instanceof ProviderAway && error.nothingDone) await closeOrder(service, order.order_id, 'cancelled');
  // Otherwise nobody knows whether there is a session: the same cart again asks for it again, or the reconciliation does.
  return { refused: { code: 'provider_away', effect: 'nothing_charged' } };
}
