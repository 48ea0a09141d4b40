// How one process ends: what was opened is closed in the reverse order.
import { constants } from 'node:os';

/** The answers under way, and then the messages, may take so long to come to their end. */
export const CLOSE_MS = 10_000;
const IMPATIENT_MS = 1_500;
const ENDING = ['SIGTERM', 'SIGINT'] as const;

export type Closing = {
  /** `close` is called when the process ends, after that of everything which was opened later. */
  add: (close: () => unknown) => void;
  /** The process has been told to end: it still answers, and takes no more. */
  hasBegun: () => boolean;
  /** From now on SIGTERM and Ctrl-C close what was opened, and end the process. Before they end it at once. */
  listen: () => void;
};

/** `lingerMs`: how long the process goes on serving after it was told to end. */
export function createClosing(lingerMs: number): Closing {
  const opened = new AsyncDisposableStack();
  let since: number | null = null;
  // By a call: the system ends no first process of a container by itself, which may wait for the migrations of another one.
  const endAtOnce = (signal: 'SIGTERM' | 'SIGINT') => process.exit(128 + constants.signals[signal]);
  for (const signal of ENDING) process.on(signal, endAtOnce);

  async function close() {
    // Ctrl-C reaches a process twice, from the terminal and from the script that started it: only a later one is meant.
    if (since !== null && Date.now() - since > IMPATIENT_MS) process.exit(1);
    if (since !== null) return;
    since = Date.now();
    setTimeout(() => process.exit(1), lingerMs + 2 * CLOSE_MS + IMPATIENT_MS).unref();
    await opened.disposeAsync();
    process.exit(0);
  }

  return {
    add: (work) =>
      opened.defer(async () => {
        await work();
      }),
    hasBegun: () => since !== null,
    listen() {
      const closeOrFail = () => close().catch(() => process.exit(1));
      for (const signal of ENDING) process.on(signal, closeOrFail).off(signal, endAtOnce);
    },
  };
}
