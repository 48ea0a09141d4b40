import type { Refused } from '#contract/refusal.ts';
import { createKeyedLock } from '#platform/keyed-lock.ts';
import { AT_ONCE_PER_ACCOUNT } from '../../order/unpaid-order-limits.rules.ts';
import type { CheckoutQueue } from '../checkout-service.ts';

/**
 * Checkouts of one account are worked on one after another, and equal ones once: the same cart again, while it is placed,
 * gets the same answer. What several processes do at once is kept apart by the database (`lockBuyer`).
 */
export function createCheckoutQueue(): CheckoutQueue {
  const inTurn = createKeyedLock();
  const underWay = new Map<string, Map<string, { promise: Promise<unknown>; askers: number }>>();

  return async function inQueue<T>(purchase: { accountId: string }, place: () => Promise<T>): Promise<T | Refused> {
    const { accountId } = purchase;
    const mine = underWay.get(accountId) ?? new Map();
    underWay.set(accountId, mine);
    const askers = [...mine.values()].reduce((sum, one) => sum + one.askers, 0);
    if (askers >= AT_ONCE_PER_ACCOUNT) return { refused: { code: 'too_many_at_once' } };
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
