import { newId } from '../ids.ts';
import type { Db } from '../schema.ts';
import { addEvent } from './event.store.ts';

/** Every kind of event that the sandbox has. */
export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'charge.refunded'
  | 'refund.created';

/** Notes what has happened to `object`. The shop hears of it when the transaction commits. */
export async function emit(
  transaction: Db,
  createdAt: Date,
  type: EventType,
  object: object,
  previous: object | null = null,
) {
  await addEvent(transaction, { id: newId('evt'), type, object, previous, createdAt });
}
