import { createKeyedLock } from '#platform/keyed-lock.ts';
import { type CheckoutQueue, CheckoutRefusal } from './checkout-service.ts';

/** A buyer who clicks has one or two; whoever has more keeps places of work from others. */
const MOST_OF_ONE = 25;
const RETRY_SECONDS = 5;

/**
 * Checkouts of one account are worked on one after another, and equal ones once: the same cart again, while it is placed,
 * gets the same answer. What several processes do at once is kept apart by the database (`lockBuyer`).
 */
export function createCheckoutQueue(): CheckoutQueue {
  const inTurn = createKeyedLock();
  const underWay = new Map<string, Map<string, { promise: Promise<unknown>; askers: number }>>();

  return async function inQueue<T>(purchase: { accountId: string }, place: () => Promise<T>): Promise<T> {
    const { accountId } = purchase;
    const mine = underWay.get(accountId) ?? new Map();
    underWay.set(accountId, mine);
    const askers = [...mine.values()].reduce((sum, one) => sum + one.askers, 0);
    if (askers >= MOST_OF_ONE)
      throw new CheckoutRefusal(429, 'Many of your orders are being placed. Wait, then try again.', RETRY_SECONDS);
    const key = JSON.stringify(purchase);
    const known = mine.get(key);
    if (known) {
      known.askers++;
      return known.promise as Promise<T>;
    }
    const promise = inTurn(accountId, place).finally(() => {
      mine.delete(key);
      if (mine.size === 0) underWay.delete(accountId);
    });
    mine.set(key, { promise, askers: 1 });
    return promise;
  };
}
