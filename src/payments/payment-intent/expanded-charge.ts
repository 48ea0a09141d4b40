import { firstPage, listObject } from '../protocol/list-object.ts';
import { refundObject } from '../refund/refund.object.ts';
import { listRefunds } from '../refund/refund.store.ts';
import type { Db, PaymentIntent } from '../schema.ts';
import { chargeObject } from './charge.object.ts';
import { paymentIntentObject } from './payment-intent.object.ts';

const REFUNDS_SHOWN = 10;

/** The last charge of a payment, where it has one, with its newest refunds where they were asked for. */
export async function expandedCharge(db: Db, intent: PaymentIntent, withRefunds: boolean): Promise<object> {
  const charge = chargeObject(intent);
  if (!withRefunds) return charge;
  const paging = { limit: REFUNDS_SHOWN };
  const refunds = await listRefunds(db, { charge: charge.id }, firstPage(paging));
  return { ...charge, refunds: await listObject(`/v1/charges/${charge.id}/refunds`, paging, refunds, refundObject) };
}

/** A payment with what was asked for of its last charge: the charge, or the charge with its refunds. */
export async function expandedIntent(
  db: Db,
  intent: PaymentIntent,
  expanded: Set<'latest_charge' | 'latest_charge.refunds'>,
): Promise<object> {
  const object = paymentIntentObject(intent);
  if (expanded.size === 0 || !intent.charge) return object;
  return { ...object, latest_charge: await expandedCharge(db, intent, expanded.has('latest_charge.refunds')) };
}
