import { counter, SLOW, timer } from '#platform/observability/metrics.ts';

export const timeProviderCall = timer<{ operation: string; outcome: 'ok' | 'failed' }>(
  'hearth.payment_provider.duration',
  { description: 'Calls of the card payment provider, with their retries', boundaries: SLOW },
);

const orderEvents = [
  'placed',
  'paid',
  'transfer_noted',
  'delivered',
  'fulfilled',
  'receipt_sent',
  'cancelled',
  'expired',
  'refund_decided',
  'refund_pending',
  'refund_failed',
  'refunded',
  'payment_failed',
  'review_opened',
  'review_closed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
] as const;

export type OrderEvent = (typeof orderEvents)[number];

export const countOrder = counter<{ event: OrderEvent }>('hearth.orders', {
  description: 'What became of orders in this process; what commands do is in the audit log alone',
  zeros: orderEvents.map((event) => ({ event })),
});

export const countMoney = counter<{ direction: 'paid' | 'refunded' }>('hearth.money', {
  description: 'Amounts of orders that this process has noted as paid or refunded, in cents',
  unit: 'cents',
  zeros: [{ direction: 'paid' }, { direction: 'refunded' }],
});
