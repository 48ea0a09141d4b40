import {
  isRefunded,
  type SellerOrder,
  type SellerOrderLine,
  type SellerOrderState,
} from '#contract/ordering/seller-order.ts';
import { type Message, msg, t } from '#language/message.ts';
import { type BadgeState, StatusBadge } from '#ui/status-badge.tsx';

const looks: Record<SellerOrderState, { badge: BadgeState; word: Message }> = {
  to_deliver: { badge: 'due', word: msg('To deliver') },
  delivered: { badge: 'on', word: msg('Delivered') },
  refunded: { badge: 'back', word: msg('Refunded') },
  on_hold: { badge: 'wait', word: msg('Payment is looked at') },
};

/** Where what a shop has sold in an order stands. */
export function SaleBadge({ state }: { state: SellerOrderState }) {
  const { badge, word } = looks[state];
  return <StatusBadge state={badge}>{t(word)}</StatusBadge>;
}

/** Where one line of it stands. */
export function SaleLineBadge({ order, line }: { order: SellerOrder; line: SellerOrderLine }) {
  if (isRefunded(line)) return <SaleBadge state="refunded" />;
  if (line.delivered_at) return <SaleBadge state="delivered" />;
  if (order.state === 'on_hold') return <SaleBadge state="on_hold" />;
  return line.goods.length > 0 ? (
    <StatusBadge state="wait">{t('On its way by itself')}</StatusBadge>
  ) : (
    <SaleBadge state="to_deliver" />
  );
}
