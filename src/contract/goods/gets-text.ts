import type { GoodsOfOne } from './goods.ts';
import { goodsLabels } from './goods-labels.ts';

/** Goods of so many pieces, in one line; of several machines those of each. `shop`: who delivers them by hand; null: the operator. */
export function getsText(
  goods: GoodsOfOne,
  { quantity, machines = 1, shop }: { quantity: number; machines?: number; shop: string | null },
): string {
  const words = goodsLabels(goods, quantity);
  if (words.length > 0) return (machines > 1 ? `Each of ${machines} machines: ` : '') + words.join(' · ');
  return shop === null ? 'Delivered by hand' : `Delivered by hand by ${shop}`;
}
