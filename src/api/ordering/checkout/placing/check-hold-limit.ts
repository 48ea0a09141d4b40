import type { Kysely } from 'kysely';
import type { PaymentMethod } from '#contract/ordering/order.ts';
import type { Refusal } from '#contract/refusal.ts';
import type { StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { countExpired } from '../../order/order.store.ts';
import { EXPIRED_MOST, EXPIRED_WITHIN_MS, mostHeld } from '../../order/unpaid-order-limits.rules.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { isOfStock, nameOf, type PricedLine, wantedOfStock } from './quote.rules.ts';

/** Refuses where one account would keep more of a product from the others than it may without paying; else null. */
export async function checkHoldLimit(
  db: Kysely<ApiTables>,
  { limits }: Pick<CheckoutService, 'limits'>,
  accountId: string,
  given: { lines: PricedLine[]; open: StoredOrder[]; method: PaymentMethod; now: Date },
): Promise<Refusal | null> {
  const { lines, open, method, now } = given;
  for (const line of lines) {
    const { product_id: productId, stock } = line;
    if (stock === null) continue;
    const wanted = wantedOfStock(lines, line);
    const held = heldOf(line, open);
    // Asked for only where the answer can matter.
    if (held + wanted <= mostHeld(limits, { stock, method, expired: EXPIRED_MOST })) continue;
    const since = new Date(now.getTime() - EXPIRED_WITHIN_MS);
    const expired = await countExpired(db, { accountId, productId, since, most: EXPIRED_MOST });
    const most = mostHeld(limits, { stock, method, expired });
    if (held + wanted > most)
      return { code: 'hold_limit', productName: nameOf(line), most, held, paymentMethod: method };
  }
  return null;
}

function heldOf(wanted: PricedLine, open: StoredOrder[]): number {
  const lines = open.flatMap((order) => order.lines).filter((line) => isOfStock(line, wanted));
  return lines.reduce((sum, { taken }) => sum + taken, 0);
}
