import type { GoodsOfOne } from './goods.ts';
import { goodsLabels } from './goods-labels.ts';

/** What so many of it get, in one line. `shop`: who delivers it by hand; null: the operator. */
export function getsText(goods: GoodsOfOne, { quantity, shop }: { quantity: number; shop: string | null }): string {
  const words = goodsLabels(goods, quantity);
  if (words.length > 0) return words.join(' · ');
  return shop === null ? 'Delivered by hand' : `Delivered by hand by ${shop}`;
}
