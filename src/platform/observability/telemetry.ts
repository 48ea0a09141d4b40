// Traces of the shop: spans around its work. OpenTelemetry is loaded only where it is switched on
// (telemetry-sdk.ts); everywhere else a span costs a look at a variable.
import type { Attributes } from '@opentelemetry/api';

type SpanOptions = {
  /** 'internal' unless said otherwise. */
  kind?: 'server' | 'client' | 'consumer' | 'internal';
  attributes?: Attributes;
  /** Headers that may name the trace to which this belongs (W3C traceparent). */
  headers?: Headers;
};

/** A span that has begun. Never hand it e-mail addresses, tokens or bodies. */
export type OpenSpan = {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** `type` is a word of a closed set, such as an error's class. */
  fail(type: string): void;
};

export type Tracing = {
  inSpan<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => T | Promise<T>): Promise<T>;
  /** Ids of the trace in which this is asked, for log lines; undefined outside of one. */
  fields(): { traceId: string; spanId: string } | undefined;
  /** Writes the headers that hand the trace on to another part. */
  handOn(headers: Headers): void;
};

let tracing: Tracing | null = null;

/** From now on spans are recorded; null: no more. */
export function switchTracing(given: Tracing | null): void {
  tracing = given;
}

/** Runs `work` as a span, a child of the one in which it stands. A work that throws fails the span, and throws on. */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan | null) => T | Promise<T>,
): T | Promise<T> {
  return tracing ? tracing.inSpan(name, options, work) : work(null);
}

export function traceFields(): object | undefined {
  return tracing?.fields();
}

export function handOnTrace(headers: Headers): void {
  tracing?.handOn(headers);
}
