import type { KeyScope } from '#contract/selling/seller-key.ts';
import {
  type DeliveredEvent,
  type DeliveryState,
  type WebhookEvent,
  webhookEvents,
} from '#contract/selling/webhook.ts';
import { type Message, msg, t } from '#language/message.ts';
import type { BadgeState } from '#ui/status-badge.tsx';

/** Scopes of a key, as its owner reads them. */
export const scopeNames: Record<KeyScope, Message> = {
  readListings: msg('Read products'),
  editListings: msg('Change products'),
  readOrders: msg('Read sales'),
  deliverOrders: msg('Mark as delivered'),
  refundOrders: msg('Refund'),
  answerReviews: msg('Answer reviews'),
  readMessages: msg('Read messages'),
  writeMessages: msg('Write messages'),
  readFigures: msg('Read figures'),
  readWallet: msg('Read the wallet and its statements'),
  manageGoods: msg('Load keys and files'),
  manageWebhooks: msg('Manage webhooks'),
};

/** When something is told. */
export const eventNames: Record<WebhookEvent, Message> = {
  'order.paid': msg('An order is paid'),
  'order.delivered': msg('An order is delivered'),
  'order.refunded': msg('Money goes back'),
  'review.posted': msg('A review is posted'),
  'listing.approved': msg('A product is approved'),
  'listing.returned': msg('A product is returned'),
  'message.received': msg('A message comes'),
  'seller.suspended': msg('The shop is suspended'),
  'keys.low': msg('Keys run low'),
};

/** Events that a webhook gets, in a line. */
export function eventsText(events: readonly WebhookEvent[]): string {
  if (events.length === webhookEvents.length) return t('Told of everything');
  const names = events.map((event) => t(eventNames[event]).replace(/^./, (letter) => letter.toLowerCase()));
  return t('Told when {names}', { names: names.join('; ') });
}

export function eventName(type: DeliveredEvent): string {
  return type === 'webhook.test' ? t('A test') : t(eventNames[type]);
}

export const deliveryLabels: Record<DeliveryState, { badge: BadgeState; word: Message }> = {
  waiting: { badge: 'wait', word: msg('Waiting') },
  delivered: { badge: 'on', word: msg('Delivered') },
  failed: { badge: 'bad', word: msg('Failed') },
};
