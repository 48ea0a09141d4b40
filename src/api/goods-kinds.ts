// Which topic settles which kind of goods, for all who change orders: the server, the commands and the tests.
import { createSettleGoods, settleFiles } from './entitlement/settle-goods.ts';
import { createSettleKeys } from './product-key/settle-keys.ts';
import type { KeyTelling } from './product-key/tell-running-low.ts';

/** What kinds of goods work with. */
export type GoodsKindDeps = KeyTelling;

/** CheckoutService.settleGoods. */
export function createGoodsKinds(deps: GoodsKindDeps) {
  return createSettleGoods({ files: settleFiles, keys: createSettleKeys(deps) });
}
