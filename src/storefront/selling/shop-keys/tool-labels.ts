import type { KeyScope } from '#contract/selling/seller-key.ts';
import {
  type DeliveredEvent,
  type DeliveryState,
  type WebhookEvent,
  webhookEvents,
} from '#contract/selling/webhook.ts';
import type { BadgeState } from '#ui/status-badge.tsx';

/** Scopes of a key, as its owner reads them. */
export const scopeNames: Record<KeyScope, string> = {
  readListings: 'Read products',
  editListings: 'Change products',
  readOrders: 'Read sales',
  deliverOrders: 'Mark as delivered',
  refundOrders: 'Refund',
  answerReviews: 'Answer reviews',
  readMessages: 'Read messages',
  writeMessages: 'Write messages',
  readFigures: 'Read figures',
  readWallet: 'Read the wallet and its statements',
  manageGoods: 'Load keys and files',
  manageWebhooks: 'Manage webhooks',
};

/** When something is told. */
export const eventNames: Record<WebhookEvent, string> = {
  'order.paid': 'An order is paid',
  'order.delivered': 'An order is delivered',
  'order.refunded': 'Money goes back',
  'review.posted': 'A review is posted',
  'listing.approved': 'A product is approved',
  'listing.returned': 'A product is returned',
  'message.received': 'A message comes',
  'seller.suspended': 'The shop is suspended',
  'keys.low': 'Keys run low',
};

/** Events that a webhook gets, in a line. */
export function eventsText(events: readonly WebhookEvent[]): string {
  if (events.length === webhookEvents.length) return 'Told of everything';
  const names = events.map((event) => eventNames[event].replace(/^./, (letter) => letter.toLowerCase()));
  return `Told when ${names.join('; ')}`;
}

export function eventName(type: DeliveredEvent): string {
  return type === 'webhook.test' ? 'A test' : eventNames[type];
}

export const deliveryLabels: Record<DeliveryState, { badge: BadgeState; word: string }> = {
  waiting: { badge: 'wait', word: 'Waiting' },
  delivered: { badge: 'on', word: 'Delivered' },
  failed: { badge: 'bad', word: 'Failed' },
};
