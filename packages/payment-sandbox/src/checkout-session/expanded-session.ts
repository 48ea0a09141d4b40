import { customerObject } from '../customer/customer.object.ts';
import { findCustomer } from '../customer/customer.store.ts';
import { expandableOfCharge, expandedIntent } from '../payment-intent/expanded-charge.ts';
import { findPaymentIntent } from '../payment-intent/payment-intent.store.ts';
import { listObject } from '../protocol/list-object.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CheckoutSession, Db } from '../schema.ts';
import { checkoutSessionObject } from './checkout-session.object.ts';
import { lineItemObject } from './line-item.object.ts';

export const expandable = [
  'payment_intent',
  'payment_intent.latest_charge',
  'payment_intent.latest_charge.refunds',
  'payment_intent.latest_charge.balance_transaction',
  'line_items',
  'customer',
] as const;

type Expandable = (typeof expandable)[number];

/** The session with the properties that were asked for as objects instead of ids. */
export async function expandedSession(
  db: Db,
  { origin, now }: Pick<Sandbox, 'origin' | 'now'>,
  session: CheckoutSession,
  expanded: Set<Expandable>,
): Promise<object> {
  const ofCharge = expandableOfCharge.filter((name) => expanded.has(`payment_intent.${name}`));
  const wantsIntent = ofCharge.length > 0 || expanded.has('payment_intent');
  const intent = wantsIntent && session.payment_intent ? await findPaymentIntent(db, session.payment_intent) : null;
  const customer = expanded.has('customer') && session.customer ? await findCustomer(db, session.customer) : null;
  return {
    ...checkoutSessionObject(session, origin),
    ...(intent && { payment_intent: await expandedIntent(db, intent, new Set(ofCharge), now()) }),
    ...(customer && { customer: customerObject(customer) }),
    ...(expanded.has('line_items') && {
      line_items: await lineItemList(session, { limit: session.line_items.length }),
    }),
  };
}

/** The lines after `starting_after`, in the order of the session. */
export function lineItemList(session: CheckoutSession, paging: { limit: number; starting_after?: string | undefined }) {
  const from = session.line_items.findIndex(({ id }) => id === paging.starting_after) + 1;
  const url = `/v1/checkout/sessions/${session.id}/line_items`;
  return listObject(url, paging, session.line_items.slice(from), (line) => lineItemObject(line, session));
}
