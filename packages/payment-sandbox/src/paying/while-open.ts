import { lockSession } from '../checkout-session/checkout-session.store.ts';
import { expireSession, isOverdue } from '../checkout-session/expire-session.ts';
import { lockPaymentIntent } from '../payment-intent/payment-intent.store.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CheckoutSession, Db, PaymentIntent } from '../schema.ts';

/** `intent` is null where nobody has tried to pay yet. */
export type Open = { transaction: Db; session: CheckoutSession; intent: PaymentIntent | null };

/** Outcome of a session for its customer. */
export type Outcome =
  | { kind: 'unknown' }
  /** Paid, or the money is on its way. `events` are those that the shop has not been told of. */
  | { kind: 'complete'; session: CheckoutSession; events: string[] }
  | { kind: 'expired' | 'authenticate' | 'nothing to authenticate'; session: CheckoutSession }
  | { kind: 'declined'; session: CheckoutSession; intent: PaymentIntent };

/**
 * Acts on a session in one transaction that holds its row, and only while it is open: of several at once the first
 * completes it, and the others find it complete.
 */
export async function whileOpen(sandbox: Sandbox, id: string, act: (open: Open) => Promise<Outcome>): Promise<Outcome> {
  return sandbox.db.transaction().execute(async (transaction) => {
    const session = await lockSession(transaction, id);
    if (!session) return { kind: 'unknown' };
    if (session.status === 'complete') return { kind: 'complete', session, events: [] };
    if (session.status === 'expired') return { kind: 'expired', session };
    if (isOverdue(session, sandbox.now()))
      return { kind: 'expired', session: await expireSession(transaction, sandbox, session) };
    const { payment_intent } = session;
    const intent = payment_intent ? await lockPaymentIntent(transaction, { id: payment_intent }) : null;
    return act({ transaction, session, intent });
  });
}
