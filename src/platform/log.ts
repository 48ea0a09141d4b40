import { type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines on standard output. Never hand it e-mail addresses, tokens or bodies. */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
