import { type DestinationStream, type Logger, pino } from 'pino';
import { currentRequestId } from '../http/request-id.ts';
import { traceFields } from './telemetry.ts';

export type Log = Logger;

/**
 * JSON lines on standard output, with the id of the request or job they belong to, and of its trace where there is
 * one. Never hand it e-mail addresses, tokens or bodies.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: contextFields };
  return destination ? pino(options, destination) : pino(options);
}

/** Fields of the context; a line's own fields take precedence. */
function contextFields(): object {
  const requestId = currentRequestId();
  return { ...(requestId && { requestId }), ...traceFields() };
}
