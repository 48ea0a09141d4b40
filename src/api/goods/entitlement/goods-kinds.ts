// Which topic settles which kind of goods, for all who change orders: the server, the commands and the tests.

import { settleExtensions } from '../hours/extension/settle-extensions.ts';
import { settleHours } from '../hours/settle-hours.ts';
import type { KeyTelling } from '../product-key/notify-running-low.ts';
import { createSettleKeys } from '../product-key/settle-keys.ts';
import { settleAccess } from '../provision/settle-access.ts';
import type { SettleKinds } from './entitlement.store.ts';
import { createSettleGoods, settleFiles } from './settle-goods.ts';

/** Dependencies of the kinds of goods. */
type GoodsKindDeps = KeyTelling;

/** For what is given without an order too. */
export function createGoodsSettlers(deps: GoodsKindDeps): SettleKinds {
  return { files: settleFiles, keys: createSettleKeys(deps), access: settleAccess, hours: settleHours };
}

/** CheckoutService.settleGoods. */
export function createGoodsKinds(deps: GoodsKindDeps) {
  return createSettleGoods(createGoodsSettlers(deps), settleExtensions);
}
