// Every figure that is counted where it happens. What is only read now and then (memory, pools, outboxes) is in
// metrics-process.ts and src/shop-metrics.ts. Labels are words of closed sets: never ids, addresses or raw paths.
import type { Attributes, Counter, Histogram, Meter } from '@opentelemetry/api';

const binders: Array<(meter: Meter) => void> = [];

/** From now on everything is counted; before, counting costs a look at a variable. */
export function bindMetrics(meter: Meter): void {
  for (const bind of binders) bind(meter);
}

/** `zeros` are counted as 0 from the start: an alert on the first event needs a figure before it. */
function counter<Labels extends Attributes>(
  name: string,
  options: { description: string; unit?: string; zeros: Labels[] },
): (labels: Labels, value?: number) => void {
  let instrument: Counter | null = null;
  const { zeros, ...described } = options;
  binders.push((meter) => {
    instrument = meter.createCounter(name, described);
    for (const labels of zeros) instrument.add(0, labels);
  });
  return (labels, value = 1) => instrument?.add(value, labels);
}

/** In seconds. */
function timer<Labels extends Attributes>(
  name: string,
  options: { description: string; boundaries: number[] },
): (seconds: number, labels: Labels) => void {
  let instrument: Histogram | null = null;
  const { boundaries, description } = options;
  binders.push((meter) => {
    const advice = { explicitBucketBoundaries: boundaries };
    instrument = meter.createHistogram(name, { description, unit: 's', advice });
  });
  return (seconds, labels) => instrument?.record(seconds, labels);
}

const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SLOW = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export const timeRequest = timer<{
  part: string;
  'http.request.method': string;
  'http.route': string;
  'rpc.method'?: string;
  status_class: string;
}>('http.server.request.duration', {
  description: 'Until the answer begins, of requests that were not answered from memory',
  boundaries: FAST,
});

export const timeStatement = timer<{ 'db.system.name': 'postgresql'; 'db.operation.name': string; failed: boolean }>(
  'db.client.operation.duration',
  { description: 'Statements, without the wait for a connection', boundaries: FAST },
);

type CallLabels = { operation: string; outcome: 'ok' | 'failed' };

export const timeProviderCall = timer<CallLabels>('hearth.payment_provider.duration', {
  description: 'Calls of the card payment provider, with their retries',
  boundaries: SLOW,
});

export const timeJob = timer<{ task: string; outcome: 'ok' | 'failed' }>('hearth.job.duration', {
  description: 'Runs of what is done beside the requests',
  boundaries: SLOW,
});

export const countDelivery = counter<{ outbox: string; outcome: 'sent' | 'retried' | 'failed' }>('hearth.deliveries', {
  description: 'Attempts to deliver what is in an outbox: mails, and webhooks of the payment sandbox',
  zeros: ['mail', 'payments'].flatMap((outbox) =>
    (['sent', 'retried', 'failed'] as const).map((outcome) => ({ outbox, outcome })),
  ),
});

/** 'wrong_proof' is another proof than a password or a mailed code; 'limited' is about the address that asks. */
const signInOutcomes = ['success', 'wrong_password', 'wrong_code', 'wrong_proof', 'locked', 'limited'] as const;

export const countSignIn = counter<{ outcome: (typeof signInOutcomes)[number] }>('hearth.sign_ins', {
  description: 'Sign-ins, and proofs of an account that failed or were refused',
  zeros: signInOutcomes.map((outcome) => ({ outcome })),
});

const orderEvents = [
  'placed',
  'paid',
  'transfer_noted',
  'fulfilled',
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

/** Requests that each part works on now. */
export const activeRequests = new Map<string, number>();
