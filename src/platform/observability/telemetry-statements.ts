import { performance } from 'node:perf_hooks';
import { SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import {
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_QUERY_SUMMARY,
  ATTR_DB_QUERY_TEXT,
  ATTR_DB_SYSTEM_NAME,
  ATTR_ERROR_TYPE,
} from '@opentelemetry/semantic-conventions';
import type { LogEvent } from 'kysely';
import { timeStatement } from './metrics.ts';

/** A statement that has been carried out, as the query builder tells it. */
export type Statement = LogEvent;

const operations = new Set(['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback']);
/** The first table that a statement names. */
const table = /\b(?:from|into|update)\s+("?[a-z_]+"?(?:\."?[a-z_]+"?)?)/i;

/**
 * Counts a statement, and notes it as a span where it belongs to a trace. Its text has places for parameters, and none
 * of the parameters.
 */
export function recordStatement(event: Statement, tracer: Tracer | null): void {
  const seconds = event.queryDurationMillis / 1_000;
  const { sql } = event.query;
  const [word = ''] = sql.trimStart().toLowerCase().split(/\W/, 1);
  const operation = operations.has(word) ? word : 'other';
  const failed = event.level === 'error';
  timeStatement(seconds, { 'db.system.name': 'postgresql', 'db.operation.name': operation, failed });

  if (!tracer || !trace.getActiveSpan()?.isRecording()) return;
  const end = performance.timeOrigin + performance.now();
  const summary = [operation, sql.match(table)?.[1]?.replaceAll('"', '')].filter(Boolean).join(' ');
  const span = tracer.startSpan(summary, {
    kind: SpanKind.CLIENT,
    startTime: end - event.queryDurationMillis,
    attributes: {
      [ATTR_DB_SYSTEM_NAME]: 'postgresql',
      [ATTR_DB_OPERATION_NAME]: operation,
      [ATTR_DB_QUERY_SUMMARY]: summary,
      [ATTR_DB_QUERY_TEXT]: sql,
    },
  });
  if (event.level === 'error') {
    span.setAttribute(ATTR_ERROR_TYPE, String((event.error as { code?: unknown } | null)?.code ?? 'Error'));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(end);
}
