// Metrics that are read when somebody asks for them: of the parts as they are now, and of what waits in the database.

import { webhookOutbox } from '@hearth/payment-sandbox';
import type { Meter, ObservableResult } from '@opentelemetry/api';
import { measureWaitingOrders } from '#api/ordering/order/waiting-orders.store.ts';
import { outbox as mails } from '#mail/outbox/outbox.store.ts';
import type { CacheCounts } from '#platform/cache/response-cache.ts';
import type { Database } from '#platform/database/database.ts';
import type { Replica } from '#platform/database/replica.ts';
import type { Admission } from '#platform/http/door/admission.ts';
import type { Log } from '#platform/observability/log.ts';
import { activeRequests } from '#platform/observability/metrics.ts';
import { createMeasure } from '#platform/observability/metrics-measure.ts';
import { observeProcess } from '#platform/observability/metrics-process.ts';
import type { OutboxLength } from '#platform/outbox/outbox.ts';
import type { Tables } from './tables.ts';

type Shop = {
  database: Database<Tables>;
  replica: Pick<Replica<Tables>, 'measureLag'> | null;
  dataDir: string;
  server: { getConnections(callback: (error: Error | null, count: number) => void): unknown };
  cache: { count(): CacheCounts };
  /** Limits on work at once, by what they are for. */
  admissions: Record<string, Admission>;
  version: { current(): string };
  log: Log;
};

type Waiting = {
  outboxes: Record<string, OutboxLength>;
  orders: Awaited<ReturnType<typeof measureWaitingOrders>>;
};

/** Answers how to stop. Without a meter nothing is observed. */
export function observeShop(meter: Meter | null, shop: Shop): () => void {
  if (!meter) return () => {};
  observeRequests(meter, shop);
  observeDatabase(meter, shop);
  const unread = (error: unknown) =>
    shop.log.warn({ part: 'metrics', error: String(error) }, 'a metric could not be read');
  observeWaiting(
    meter,
    createMeasure(() => readWaiting(shop.database), unread),
  );
  const { replica } = shop;
  if (replica)
    observeReplica(
      meter,
      createMeasure(() => replica.measureLag(), unread),
    );
  return observeProcess(meter, shop);
}

type MetricOptions = { description: string; unit?: string };

function gauge(meter: Meter, name: string, options: MetricOptions, read: (result: ObservableResult) => unknown) {
  meter.createObservableGauge(name, options).addCallback(async (result) => void (await read(result)));
}

function count(meter: Meter, name: string, options: MetricOptions, read: (result: ObservableResult) => void) {
  meter.createObservableCounter(name, options).addCallback(read);
}

function observeRequests(meter: Meter, { server, cache, admissions, version }: Shop) {
  gauge(meter, 'http.server.active_requests', { description: 'Requests that a part works on' }, (result) => {
    for (const [part, active] of activeRequests) result.observe(active, { part });
  });
  gauge(meter, 'hearth.connections', { description: 'Open connections of visitors' }, async (result) => {
    result.observe(await new Promise<number>((resolve) => server.getConnections((_, found) => resolve(found))));
  });
  gauge(meter, 'hearth.requests.waiting', { description: 'Requests in line for their turn' }, (result) => {
    for (const [kind, admission] of Object.entries(admissions)) result.observe(admission.count().waiting, { kind });
  });
  count(meter, 'hearth.requests.refused', { description: 'Answered 503, because too many came at once' }, (result) => {
    for (const [kind, admission] of Object.entries(admissions)) result.observe(admission.count().refused, { kind });
  });
  count(meter, 'hearth.cache.requests', { description: 'Requests whose answer may be cached' }, (result) => {
    const { hits, misses } = cache.count();
    result.observe(hits, { result: 'hit' });
    result.observe(misses, { result: 'miss' });
  });
  gauge(meter, 'hearth.cache.size', { description: 'Answers cached in memory', unit: 'By' }, (result) =>
    result.observe(cache.count().bytes),
  );
  gauge(meter, 'hearth.cache.entries', { description: 'Addresses whose answer is cached' }, (result) =>
    result.observe(cache.count().entries),
  );
  count(meter, 'hearth.catalogue.changes', { description: 'Each makes the cached answers stale' }, (result) =>
    result.observe(Number.parseInt(version.current(), 10)),
  );
}

function observeDatabase(meter: Meter, { database }: Shop) {
  gauge(meter, 'db.client.connection.count', { description: 'Connections to the database' }, (result) => {
    const { open, idle } = database.connections();
    result.observe(idle, { 'db.client.connection.state': 'idle' });
    result.observe(open - idle, { 'db.client.connection.state': 'used' });
  });
  gauge(meter, 'db.client.connection.pending_requests', { description: 'Work that waits for one' }, (result) =>
    result.observe(database.connections().waiting),
  );
}

function observeWaiting(meter: Meter, measure: () => Promise<Waiting | null>) {
  const whenRead = (name: string, options: MetricOptions, read: (result: ObservableResult, waiting: Waiting) => void) =>
    gauge(meter, name, options, async (result) => {
      const waiting = await measure();
      if (waiting) read(result, waiting);
    });
  gauge(meter, 'hearth.ready', { description: '1 while the database answers in time' }, async (result) =>
    result.observe((await measure()) ? 1 : 0),
  );
  whenRead('hearth.outbox.length', { description: 'Never tried, failed before, given up' }, (result, { outboxes }) => {
    for (const [outbox, length] of Object.entries(outboxes))
      for (const state of ['waiting', 'retrying', 'failed'] as const) result.observe(length[state], { outbox, state });
  });
  whenRead('hearth.outbox.overdue', { description: 'Since the first was due', unit: 's' }, (result, { outboxes }) => {
    for (const [outbox, { overdueSeconds }] of Object.entries(outboxes)) result.observe(overdueSeconds, { outbox });
  });
  whenRead('hearth.orders.pending', { description: 'Orders that wait for their payment' }, (result, { orders }) => {
    for (const method of ['card', 'transfer', 'check'] as const) result.observe(orders[method], { method });
  });
  whenRead(
    'hearth.orders.overdue',
    { description: 'Since the first should have ended', unit: 's' },
    (result, { orders }) => result.observe(orders.overdueSeconds),
  );
  whenRead('hearth.orders.in_review', { description: 'Somebody has to look at their payment' }, (result, { orders }) =>
    result.observe(orders.inReview),
  );
  whenRead('hearth.refunds.open', { description: 'Decided, or under way at the provider' }, (result, { orders }) =>
    result.observe(orders.refunds),
  );
  whenRead(
    'hearth.refunds.oldest',
    { description: 'Since the first was decided that the provider has not', unit: 's' },
    (result, { orders }) => result.observe(orders.oldestRefundSeconds),
  );
}

function observeReplica(meter: Meter, measureLag: () => Promise<number | null>) {
  gauge(meter, 'hearth.replica.up', { description: '1 while the replica answers in time' }, async (result) =>
    result.observe((await measureLag()) === null ? 0 : 1),
  );
  gauge(meter, 'hearth.replica.lag', { description: 'How far it is behind', unit: 's' }, async (result) => {
    const seconds = await measureLag();
    if (seconds !== null) result.observe(seconds);
  });
}

async function readWaiting({ kysely: db }: Database<Tables>): Promise<Waiting> {
  const outboxes = { mail: await mails.measure(db), payments: await webhookOutbox.measure(db) };
  return { outboxes, orders: await measureWaitingOrders(db) };
}
