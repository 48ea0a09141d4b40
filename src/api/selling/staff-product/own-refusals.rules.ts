// Why one of the operator's products is not changed.
import type { ProductFault } from '#contract/catalogue/product/product-fault.schema.ts';
import type { OwnProductRefusal } from '#contract/selling/staff-product/staff-product-labels.ts';
import { type Fault, faultsText, toProductFault } from '../../catalogue/ports.rules.ts';

/** `faults`: of which fields, where it is for what was given. */
export type Refused = { refused: { code: OwnProductRefusal; message: string; faults?: ProductFault[] } };

export function refuse(code: OwnProductRefusal, message: string): Refused {
  return { refused: { code, message } };
}

export function refuseFaults(faults: readonly Fault[]): Refused {
  return { refused: { code: 'product_refused', message: faultsText(faults), faults: faults.map(toProductFault) } };
}

export const unknownProduct = refuse('unknown', 'There is no product with this id.');

/** Why the staff do not change it; null: it is the operator's own. */
export function foreignRefusal({
  seller_id,
  seller_name,
}: {
  seller_id: string | null;
  seller_name: string | null;
}): Refused | null {
  if (seller_id === null) return null;
  return refuse('of_a_shop', `It is a product of the shop ${seller_name}, which changes it by itself.`);
}
