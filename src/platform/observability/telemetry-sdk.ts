// OpenTelemetry itself. Loaded only where the configuration switches something on.
import { hostname } from 'node:os';
import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  type Meter,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { type IMetricReader, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { ATTR_ERROR_TYPE, ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import type { TelemetryConfig } from '../config/platform-config.ts';
import type { Log } from './log.ts';
import { bindMetrics } from './metrics.ts';
import { openMetricsServer } from './metrics-server.ts';
import { type OpenSpan, switchTracing, type Tracing } from './telemetry.ts';
import { recordStatement, type Statement } from './telemetry-statements.ts';

const NAME = 'hearth';
const FLUSH_MS = 3_000;
/** A collector that is away is told about once in so long. */
const COMPLAIN_MS = 60_000;

export type Telemetry = {
  /** Null where no metrics are asked for. */
  meter: Meter | null;
  /** Where the metrics are served; null: nowhere. */
  metricsAddress: string | null;
  /** To be called with every statement of the database. */
  recordStatement: (statement: Statement) => void;
  /** Sends what is still here. */
  close(): Promise<void>;
};

/** Begins to take what the configuration asks for. Throws a StartError when the port of the metrics is taken. */
export async function startTelemetry(config: TelemetryConfig, log: Log): Promise<Telemetry> {
  complainTo(log);
  const resource = describeProcess();
  const closing: Array<() => unknown> = [];

  const traces = config.traces && createTraces(config.traces, resource);
  if (traces) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    switchTracing(tracingOf(traces));
    closing.push(() => traces.shutdown());
  }

  const readers: IMetricReader[] = [];
  if (config.pushesMetrics) readers.push(new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() }));
  let metricsAddress: string | null = null;
  if (config.metrics) {
    const exporter = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
    const server = await openMetricsServer(config.metrics, (incoming, outgoing) =>
      exporter.getMetricsRequestHandler(incoming, outgoing),
    );
    readers.push(exporter);
    metricsAddress = server.address;
    closing.push(server.close);
  }
  const meters = readers.length > 0 ? new MeterProvider({ resource, readers }) : null;
  const meter = meters?.getMeter(NAME) ?? null;
  if (meter) bindMetrics(meter);
  if (meters) closing.push(() => meters.shutdown({ timeoutMillis: FLUSH_MS }));

  const tracer = traces?.getTracer(NAME) ?? null;
  return {
    meter,
    metricsAddress,
    recordStatement: (statement) => recordStatement(statement, tracer),
    async close() {
      const all = Promise.allSettled(closing.map((close) => close()));
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())]);
    },
  };
}

/** Describes this process; OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME take precedence. */
function describeProcess(): Resource {
  const detectors = [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector];
  return resourceFromAttributes({ [ATTR_SERVICE_NAME]: NAME, 'host.name': hostname() }).merge(
    detectResources({ detectors }),
  );
}

function createTraces({ sampler, ratio }: NonNullable<TelemetryConfig['traces']>, resource: Resource) {
  return new TracerProvider({
    resource,
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
}

function samplerOf(name: NonNullable<TelemetryConfig['traces']>['sampler'], ratio: number): Sampler {
  const roots = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[name.replace('parentbased_', '') as keyof typeof roots];
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

function tracingOf(traces: TracerProvider): Tracing {
  const tracer = traces.getTracer(NAME);
  const propagator = new W3CTraceContextPropagator();

  function parentOf(headers: Headers | undefined): Context {
    if (!headers) return context.active();
    return propagator.extract(context.active(), headers, {
      get: (carrier: Headers, name: string) => carrier.get(name) ?? undefined,
      keys: (carrier: Headers) => [...carrier.keys()],
    });
  }

  return {
    async inSpan(name, { kind = 'internal', attributes, headers }, work) {
      const parent = parentOf(headers);
      const span = tracer.startSpan(name, { kind: kinds[kind], ...(attributes && { attributes }) }, parent);
      const open = openSpan(span);
      try {
        return await context.with(trace.setSpan(parent, span), () => work(open));
      } catch (error) {
        open.fail(errorType(error));
        throw error;
      } finally {
        span.end();
      }
    },
    fields() {
      const span = trace.getActiveSpan()?.spanContext();
      return span && { traceId: span.traceId, spanId: span.spanId };
    },
    handOn(headers) {
      propagator.inject(context.active(), headers, { set: (carrier, name, value) => carrier.set(name, value) });
    },
  };
}

function openSpan(span: Span): OpenSpan {
  return {
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    fail(type) {
      span.setAttribute(ATTR_ERROR_TYPE, type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
}

/** Never the message: it may tell what somebody has typed. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name;
}

function complainTo(log: Log) {
  const warnedAt = new Map<string, number>();
  function warn(text: string) {
    if (Date.now() - (warnedAt.get(text) ?? 0) < COMPLAIN_MS) return;
    warnedAt.set(text, Date.now());
    log.warn({ part: 'telemetry', error: text }, 'telemetry has a fault');
  }
  const ignore = () => {};
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  setGlobalErrorHandler((error) => warn(error instanceof Error ? error.message : String(error)));
}
