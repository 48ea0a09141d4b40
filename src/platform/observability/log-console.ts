import { format } from 'node:util';
import type { Log } from './log.ts';

const { console: printer } = globalThis;

/** Characters of what a library says: some repeat what a stranger has sent. */
const LONGEST = 500;

const levels = { error: 'error', warn: 'warn', log: 'info', info: 'info', debug: 'debug', trace: 'debug' } as const;

/**
 * Libraries write to the console, and Node warns on standard error, in lines as long as they like: from now on these are lines of the log.
 * Answers how to end it.
 */
export function logConsole(log: Log): () => void {
  const names = Object.keys(levels) as Array<keyof typeof levels>;
  const own = names.map((name) => [name, printer[name]] as const);
  const ofNode = process.listeners('warning');
  const writeLine = (level: 'error' | 'warn' | 'info' | 'debug', text: string) =>
    log[level]({ part: 'console', said: text.slice(0, LONGEST).toWellFormed() });
  const warn = (warning: Error) => writeLine('warn', String(warning.stack ?? warning));

  for (const name of names) printer[name] = (...said: unknown[]) => writeLine(levels[name], format(...said));
  process.removeAllListeners('warning');
  process.on('warning', warn);

  return () => {
    for (const [name, print] of own) printer[name] = print;
    process.off('warning', warn);
    for (const listener of ofNode) process.on('warning', listener);
  };
}
