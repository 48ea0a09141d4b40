import type { GoodsOfOne } from './goods.ts';
import { goodsLabels } from './goods-labels.ts';

/** Goods of so many pieces, in one line. `shop`: who delivers them by hand; null: the operator. */
export function getsText(goods: GoodsOfOne, { quantity, shop }: { quantity: number; shop: string | null }): string {
  const words = goodsLabels(goods, quantity);
  if (words.length > 0) return words.join(' · ');
  return shop === null ? 'Delivered by hand' : `Delivered by hand by ${shop}`;
}
