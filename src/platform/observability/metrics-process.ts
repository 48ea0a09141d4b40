// Process metrics of the operating system, Node and V8.
import { statfs } from 'node:fs/promises';
import {
  constants,
  monitorEventLoopDelay,
  type NodeGCPerformanceDetail,
  type PerformanceEntry,
  PerformanceObserver,
  performance,
} from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Meter } from '@opentelemetry/api';

/** The event loop is told by windows of this length. */
const WINDOW_MS = 10_000;
/** A timer of this length is what shows how late it is. */
const SAMPLED_MS = 20;
const NANOSECONDS = 1e9;

const collections = new Map<number, string>([
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
]);

/** Answers how to stop. `dataDir` is where the shop writes files. */
export function observeProcess(meter: Meter, { dataDir }: { dataDir: string }): () => void {
  meter
    .createObservableGauge('process_start_time_seconds', { description: 'When the process began, in Unix time' })
    .addCallback((result) => result.observe(performance.timeOrigin / 1_000));
  meter
    .createObservableCounter('process.cpu.time', { description: 'Processor time', unit: 's' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe(user / 1e6, { 'cpu.mode': 'user' });
      result.observe(system / 1e6, { 'cpu.mode': 'system' });
    });
  meter
    .createObservableGauge('process.memory.usage', { description: 'Resident memory', unit: 'By' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  meter
    .createObservableGauge('v8js.memory.heap.used', { description: 'Heap in use', unit: 'By' })
    .addCallback((result) => result.observe(getHeapStatistics().used_heap_size));
  meter
    .createObservableGauge('v8js.memory.heap.limit', { description: 'What the heap may grow to', unit: 'By' })
    .addCallback((result) => result.observe(getHeapStatistics().heap_size_limit));
  meter
    .createObservableGauge('hearth.data_dir.available', { description: 'Free space where DATA_DIR is', unit: 'By' })
    .addCallback(async (result) => {
      const found = await statfs(dataDir).catch(() => null);
      if (found) result.observe(found.bavail * found.bsize);
    });
  const stops = [observeCollections(meter), observeEventLoop(meter)];
  return () => {
    for (const stop of stops) stop();
  };
}

function observeCollections(meter: Meter): () => void {
  const histogram = meter.createHistogram('v8js.gc.duration', {
    description: 'Garbage collections',
    unit: 's',
    advice: { explicitBucketBoundaries: [0.001, 0.01, 0.1, 1] },
  });
  const observer = new PerformanceObserver((list) => {
    for (const { duration, detail } of list.getEntries() as Array<
      PerformanceEntry & { detail: NodeGCPerformanceDetail }
    >) {
      histogram.record(duration / 1_000, { 'v8js.gc.type': collections.get(detail.kind ?? 0) ?? 'other' });
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => observer.disconnect();
}

function observeEventLoop(meter: Meter): () => void {
  const delay = monitorEventLoopDelay({ resolution: SAMPLED_MS });
  delay.enable();
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - SAMPLED_MS / 1_000);
  const read = () => ({ p50: late(delay.percentile(50)), p99: late(delay.percentile(99)), max: late(delay.max) });
  let before = performance.eventLoopUtilization();
  let latest = { ...read(), utilization: before.utilization };
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    latest = { ...read(), utilization: performance.eventLoopUtilization(now, before).utilization };
    before = now;
    delay.reset();
  }, WINDOW_MS).unref();
  for (const name of ['p50', 'p99', 'max'] as const) {
    meter
      .createObservableGauge(`nodejs.eventloop.delay.${name}`, {
        description: `How late the event loop was, within ${WINDOW_MS / 1_000} seconds`,
        unit: 's',
      })
      .addCallback((result) => result.observe(latest[name]));
  }
  meter
    .createObservableGauge('nodejs.eventloop.utilization', { description: 'The part of its time that it worked' })
    .addCallback((result) => result.observe(latest.utilization));
  return () => {
    clearInterval(timer);
    delay.disable();
  };
}
