import { type DeliveryMinutes, deliveryText } from '../catalogue/product/delivery.ts';
import { type GoodsOfOne, kindsOf } from './goods.ts';
import { goodsLabels } from './goods-labels.ts';

type Getting = {
  quantity: number;
  machines?: number;
  /** Name of the seller that delivers them; may be empty. */
  by: string;
  minutes: DeliveryMinutes;
};

/** Goods of so many pieces and when they are delivered, in one line; of several machines those of each. */
export function getsText(goods: GoodsOfOne, { quantity, machines = 1, by, minutes }: Getting): string {
  const words = goodsLabels(goods, quantity);
  const each = machines > 1 && words.length > 0 ? `Each of ${machines} machines: ` : '';
  // Files and access say when themselves.
  const saysWhen = words.length > 0 && kindsOf(goods).every((kind) => kind === 'files' || kind === 'access');
  return (
    each + [...(words.length > 0 ? words : ['By hand']), ...(saysWhen ? [] : [deliveryText(minutes, by)])].join(' · ')
  );
}
