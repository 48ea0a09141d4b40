// Metrics that are counted where something happens: those of every part are here, a room's own in its metrics.ts. What is
// only read now and then (memory, pools, outboxes) is in metrics-process.ts and main/shop-metrics.ts. Labels are words of
// closed sets: never ids, addresses or raw paths.
import type { Attributes, Counter, Histogram, Meter } from '@opentelemetry/api';

const binders: Array<(meter: Meter) => void> = [];

/** From now on everything is counted; before, counting costs a look at a variable. */
export function bindMetrics(meter: Meter): void {
  for (const bind of binders) bind(meter);
}

/** `zeros` are counted as 0 from the start: an alert on the first event needs a value before it. */
export function counter<Labels extends Attributes>(
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
export function timer<Labels extends Attributes>(
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
/** Boundaries, in seconds, for what talks to others. */
export const SLOW = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

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

export const timeJob = timer<{ task: string; outcome: 'ok' | 'failed' }>('hearth.job.duration', {
  description: 'Runs of what is done beside the requests',
  boundaries: SLOW,
});

export const deliveryOutcomes = ['sent', 'retried', 'failed'] as const;

export const countDelivery = counter<{ outbox: string; outcome: (typeof deliveryOutcomes)[number] }>(
  'hearth.deliveries',
  {
    description: 'Attempts to deliver what is in an outbox',
    // Each outbox counts its own as 0 when it is opened.
    zeros: [],
  },
);

/** Requests that each part works on now. */
export const activeRequests = new Map<string, number>();
