// Which topic settles which kind of goods, for all who change orders: the server, the commands and the tests.
import type { SettleKinds } from './goods/entitlement/entitlement.store.ts';
import { createSettleGoods, settleFiles } from './goods/entitlement/settle-goods.ts';
import { settleHours } from './goods/hours/settle-hours.ts';
import { createSettleKeys } from './goods/product-key/settle-keys.ts';
import type { KeyTelling } from './goods/product-key/tell-running-low.ts';
import { settleAccess } from './goods/provision/settle-access.ts';

/** What kinds of goods work with. */
export type GoodsKindDeps = KeyTelling;

/** For what is given without an order too. */
export function createGoodsSettlers(deps: GoodsKindDeps): SettleKinds {
  return { files: settleFiles, keys: createSettleKeys(deps), access: settleAccess, hours: settleHours };
}

/** CheckoutService.settleGoods. */
export function createGoodsKinds(deps: GoodsKindDeps) {
  return createSettleGoods(createGoodsSettlers(deps));
}
