// The side of the worker: what it says to the supervisor above it (supervisor.ts), where there is one.
import cluster from 'node:cluster';

/** The lines for the operator, and where the shop is reached on this machine. */
export type Opened = { lines: string[]; address: string };

export type FromWorker = { opened?: Opened; leaves?: true };
export type ToWorker = { left?: true };

const say = (message: FromWorker) => process.send?.(message);

/** Tells that visitors are served: the operator, or the supervisor, which tells it once for all workers. */
export function reportOpen(opened: Opened): void {
  if (cluster.isWorker) say({ opened });
  else for (const line of opened.lines) process.stdout.write(`${line}\n`);
}

/**
 * To be waited for once no more connections are taken: those that were on their way here until then have been given back to
 * the supervisor, which hands them to another worker.
 */
export function untilNoneIsOnItsWay(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (!cluster.isWorker) return Promise.resolve();
  const handleMessage = ({ left }: ToWorker) => {
    if (!left) return;
    process.off('message', handleMessage);
    resolve();
  };
  process.on('message', handleMessage);
  // Messages keep their order: the answer comes after whatever was sent before the supervisor knew.
  say({ leaves: true });
  return promise;
}
