import {
  isRefunded,
  type SellerOrder,
  type SellerOrderLine,
  type SellerOrderState,
} from '#contract/ordering/seller-order.ts';
import { Lamp, type LampState } from '#ui/lamp.tsx';

const looks: Record<SellerOrderState, { lamp: LampState; word: string }> = {
  to_deliver: { lamp: 'due', word: 'To deliver' },
  delivered: { lamp: 'on', word: 'Delivered' },
  refunded: { lamp: 'back', word: 'Refunded' },
  on_hold: { lamp: 'wait', word: 'Payment is looked at' },
};

/** Where what a shop has sold in an order stands. */
export function SaleLamp({ state }: { state: SellerOrderState }) {
  const { lamp, word } = looks[state];
  return <Lamp state={lamp}>{word}</Lamp>;
}

/** Where one line of it stands. */
export function SaleLineLamp({ order, line }: { order: SellerOrder; line: SellerOrderLine }) {
  if (isRefunded(line)) return <SaleLamp state="refunded" />;
  if (line.delivered_at) return <SaleLamp state="delivered" />;
  if (order.state === 'on_hold') return <SaleLamp state="on_hold" />;
  return line.goods.length > 0 ? <Lamp state="wait">On its way by itself</Lamp> : <SaleLamp state="to_deliver" />;
}
