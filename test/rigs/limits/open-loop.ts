// A load that does not wait: requests leave at their rate, whatever becomes of those before them, as visitors come.
import { Agent, get } from 'node:http';
import { networkOf } from '../bench/closed-loop.ts';

export type OpenLoop = {
  offeredPerSecond: number;
  servedPerSecond: number;
  refusedPerSecond: number;
  /** Neither served nor refused: connections that ended, other statuses. */
  failed: number;
  /** Milliseconds until the answer was complete. */
  served: Percentiles;
  refused: Percentiles;
  /** The least that a refusal may say in `Retry-After`, in seconds; null when one said nothing. */
  retryAfter: number | null;
};
export type Percentiles = { p50: number; p99: number };

const TICK_MS = 5;

/** Asks for the paths in turn, `rate` requests a second for some seconds. */
export async function runOpenLoop(address: string, paths: string[], rate: number, seconds: number): Promise<OpenLoop> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
  const served: number[] = [];
  const refused: number[] = [];
  const retryAfters: number[] = [];
  let failed = 0;
  let sent = 0;
  const answers: Promise<void>[] = [];

  function ask() {
    const started = performance.now();
    const path = paths[sent % paths.length];
    const headers = { 'x-forwarded-for': networkOf(sent++) };
    return new Promise<void>((resolve) => {
      const request = get(address + path, { agent, headers }, (response) => {
        response.resume();
        response.once('close', () => {
          const took = performance.now() - started;
          if (response.statusCode === 200) served.push(took);
          else if (response.statusCode === 503 || response.statusCode === 429) {
            refused.push(took);
            retryAfters.push(Number(response.headers['retry-after'] ?? Number.NaN));
          } else failed++;
          resolve();
        });
      });
      request.once('error', () => {
        failed++;
        resolve();
      });
    });
  }

  const started = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - started;
      const due = Math.min(elapsed, seconds * 1_000) * (rate / 1_000);
      while (answers.length < due) answers.push(ask());
      if (elapsed < seconds * 1_000) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  await Promise.all(answers);
  agent.destroy();
  return {
    offeredPerSecond: sent / seconds,
    servedPerSecond: served.length / seconds,
    refusedPerSecond: refused.length / seconds,
    failed,
    served: percentiles(served),
    refused: percentiles(refused),
    retryAfter: retryAfters.length > 0 && !retryAfters.some(Number.isNaN) ? Math.min(...retryAfters) : null,
  };
}

function percentiles(times: number[]): Percentiles {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
