// An order in words and badges.

import { minutesText } from '#contract/goods/access/hours.ts';
import { downloadsText } from '#contract/goods/download.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { StaffOrder, StaffOrderLine, StaffRefundPreview } from '#contract/ordering/staff-order/staff-order.ts';
import type { BadgeState } from '#ui/status-badge.tsx';

/** Where the customer of an order is looked at. */
export function customerPath(accountId: string): string {
  return `/customers/${encodeURIComponent(accountId)}`;
}

export function statusOfOrder({ status, review_reason }: StaffOrder): { badge: BadgeState; words: string } {
  switch (status) {
    case 'pending':
      return { badge: 'wait', words: 'Waits for its payment' };
    case 'paid':
      return { badge: 'wait', words: 'Paid, not all delivered' };
    case 'fulfilled':
      return { badge: 'on', words: 'Delivered' };
    case 'in_review':
      return {
        badge: 'due',
        words: review_reason === 'dispute' ? 'The bank is asked about it' : 'Another amount was paid',
      };
    case 'refunded':
      return { badge: 'back', words: 'Refunded' };
    case 'cancelled':
      return { badge: 'off', words: 'Cancelled' };
    case 'expired':
      return { badge: 'off', words: 'Ended unpaid' };
  }
}

export function statusOfLine(line: StaffOrderLine, order: StaffOrder): { badge: BadgeState; words: string } {
  if (line.given_back || order.status === 'refunded') return { badge: 'back', words: 'Refunded' };
  if (line.disputed) return { badge: 'due', words: 'Disputed' };
  if (line.delivered_at) return { badge: 'on', words: 'Delivered' };
  if (!order.paid_at) return { badge: 'draft', words: 'Not paid' };
  return { badge: 'wait', words: line.goods.length > 0 ? 'On its way by itself' : 'To deliver by hand' };
}

/** Use that was made of a line: whoever refunds it wants to know. */
export function hadOf(line: StaffOrderLine): string[] {
  const { downloads, keys, hours, access } = line;
  return [
    ...(downloads && downloads.started > 0 ? [downloadsText(downloads)] : []),
    ...(keys && keys.given > 0 ? [`${keys.given === 1 ? 'the key was' : `${keys.given} keys were`} given`] : []),
    ...(keys && keys.missing > 0 ? [`${keys.missing} keys are missing`] : []),
    ...(hours ? [`${minutesText(hours.left)} of ${minutesText(hours.bought)} left`] : []),
    ...(access
      ? [
          access.state === 'ready'
            ? 'access is there'
            : access.state === 'waiting'
              ? 'access is being set up'
              : 'access was taken back',
        ]
      : []),
    ...(line.refunded > 0 && !line.given_back ? [`${formatAmount(line.refunded)} of it goes back`] : []),
  ];
}

export function paidWith({ payment, wallet }: StaffOrder): string {
  const { method, card } = payment;
  const way = card ? `card ending in ${card.last4}` : method;
  return wallet ? `${way} and wallet` : way;
}

type Bearer = StaffRefundPreview['bearers'][number];

export function bearerName({ who, seller }: Bearer, shopName: string): string {
  if (who === 'seller') return seller?.name ?? 'The seller';
  const names = {
    own: `${shopName}, own product`,
    fee: `${shopName}, fee`,
    coupon: `${shopName}, coupon`,
    tax: `${shopName}, tax`,
    loss: `${shopName}, loss`,
    order: 'The order itself',
  };
  return names[who];
}

export function bearerWhy({ who, from, owed, rules, amount }: Bearer): string {
  const held = from === 'held';
  const rule = rules.length > 0 ? ` (${rules.join(', ')})` : '';
  switch (who) {
    case 'seller':
      if (amount > 0) return 'comes to it more than before';
      if (held) return 'from what is held for this order; its balance is not touched';
      return owed > 0
        ? `from its balance; ${formatAmount(owed)} of it is not there, and is owed from then on`
        : 'from its balance: the money had come to it';
    case 'own':
      return held ? 'from what is held for this order' : 'the money had come to the shop';
    case 'fee':
      return held ? `it is not taken of what goes back${rule}` : `what goes back of it by its rule${rule}`;
    case 'coupon':
      return amount > 0 ? 'its share of the coupon is not needed' : 'its share of the coupon';
    case 'tax':
      return 'it is not to be paid on';
    case 'loss':
      return 'nobody else bears it';
    case 'order':
      return 'nothing was sold: the money is still what the buyer paid';
  }
}
