import { expandedMovement } from '../balance/expanded-movement.ts';
import { firstPage, listObject } from '../protocol/list-object.ts';
import { refundObject } from '../refund/refund.object.ts';
import { listRefunds } from '../refund/refund.store.ts';
import type { Db, PaymentIntent } from '../schema.ts';
import { chargeObject } from './charge.object.ts';
import { paymentIntentObject } from './payment-intent.object.ts';

const REFUNDS_SHOWN = 10;

/** The last charge of a payment, where it has one, with its newest refunds and its movement where they were asked for. */
export async function expandedCharge(
  db: Db,
  intent: PaymentIntent,
  expanded: ReadonlySet<string>,
  now: Date,
): Promise<object> {
  const charge = chargeObject(intent);
  const shown = expanded.has('balance_transaction') ? await expandedMovement(db, charge, null, now) : charge;
  if (!expanded.has('refunds')) return shown;
  const paging = { limit: REFUNDS_SHOWN };
  const refunds = await listRefunds(db, { charge: charge.id }, firstPage(paging));
  return { ...shown, refunds: await listObject(`/v1/charges/${charge.id}/refunds`, paging, refunds, refundObject) };
}

/** Parts of its last charge that a payment can show. */
export const expandableOfCharge = [
  'latest_charge',
  'latest_charge.refunds',
  'latest_charge.balance_transaction',
] as const;
type ExpandedOfCharge = (typeof expandableOfCharge)[number];

/** A payment with what was asked for of its last charge: the charge, or the charge with its refunds. */
export async function expandedIntent(
  db: Db,
  intent: PaymentIntent,
  expanded: Set<ExpandedOfCharge>,
  now: Date,
): Promise<object> {
  const object = paymentIntentObject(intent);
  if (expanded.size === 0 || !intent.charge) return object;
  const ofCharge = new Set([...expanded].map((name) => name.replace('latest_charge.', '')));
  return { ...object, latest_charge: await expandedCharge(db, intent, ofCharge, now) };
}
