import { emit } from '../event/emit.ts';
import { updatePaymentIntent } from '../payment-intent/payment-intent.store.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CheckoutSession, Db } from '../schema.ts';
import { checkoutSessionObject } from './checkout-session.object.ts';
import { findSession, lockOverdueSession, lockSession, updateSession } from './checkout-session.store.ts';

/** Ends an open session that the transaction has locked. Its payment can never be made afterwards. */
export async function expireSession(
  transaction: Db,
  sandbox: Sandbox,
  { id, payment_intent }: CheckoutSession,
): Promise<CheckoutSession> {
  const expired = await updateSession(transaction, id, { status: 'expired' });
  if (payment_intent)
    await updatePaymentIntent(transaction, payment_intent, { status: 'canceled', canceled_at: sandbox.now() });
  const object = checkoutSessionObject(expired, sandbox.origin);
  await emit(transaction, sandbox, [{ type: 'checkout.session.expired', object }]);
  return expired;
}

export function isOverdue({ status, expires_at }: CheckoutSession, now: Date): boolean {
  return status === 'open' && expires_at <= now;
}

/** The session as it is now: one whose time is over has expired, whether or not somebody has noticed before. */
export async function currentSession(sandbox: Sandbox, id: string): Promise<CheckoutSession | null> {
  const found = await findSession(sandbox.db, id);
  if (!found || !isOverdue(found, sandbox.now())) return found;
  return sandbox.db.transaction().execute(async (transaction) => {
    const locked = await lockSession(transaction, id);
    return locked && isOverdue(locked, sandbox.now()) ? expireSession(transaction, sandbox, locked) : locked;
  });
}

/** Expires every session whose time is over, one transaction each. */
export async function expireOverdueSessions(sandbox: Sandbox): Promise<void> {
  const expireOne = () =>
    sandbox.db.transaction().execute(async (transaction) => {
      const overdue = await lockOverdueSession(transaction, sandbox.now());
      if (overdue) await expireSession(transaction, sandbox, overdue);
      return overdue !== null;
    });
  while (await expireOne());
}
