// When the shop asks again about what is not settled.

const MINUTE_MS = 60_000;
const FIRST_MS = MINUTE_MS / 2;
/** A session that was not made by then never will be: the process that wanted it has ended. */
const SESSION_BY_MS = 2 * MINUTE_MS;

type Order = {
  status: string;
  payment_method: string;
  session_id: string | null;
  created_at: Date;
  expires_at: Date;
};

/**
 * When an order should be looked at next, null for one that nothing can come to any more: at its end at the latest, before
 * that after a minute, two, four and so on, because the provider's own message is usually here within seconds.
 */
export function nextCheck(order: Order, now: Date): Date | null {
  if (order.status !== 'pending') return null;
  if (order.payment_method !== 'card') return order.expires_at;
  const age = now.getTime() - order.created_at.getTime();
  const pause = order.session_id === null ? SESSION_BY_MS - age : Math.max(MINUTE_MS, age);
  return new Date(Math.min(now.getTime() + Math.max(pause, FIRST_MS), order.expires_at.getTime()));
}

/** True if an order still has no session though it should have had one long ago. */
export function hasLostSession(order: Order, now: Date): boolean {
  const isWithout = order.payment_method === 'card' && order.session_id === null;
  return isWithout && now.getTime() - order.created_at.getTime() >= SESSION_BY_MS;
}
