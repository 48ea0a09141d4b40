// Gain by a second process: the same requests to one shop, to two on the same database at once, and to one that has two
// workers at its port. The generator of the load shares the processors with them, and with PostgreSQL.
import { setTimeout as sleep } from 'node:timers/promises';
import { measure } from './load.ts';
import { type MeasuredProcess, startMeasuredShop } from './measured-process.ts';

/** Requests a second. */
export type TwoProcesses = { what: string; one: number; two: number; workers: number };

export async function measureTwoProcesses(
  environment: Record<string, string>,
  requests: Array<{ what: string; paths: string[]; cached: boolean }>,
  seconds: number,
): Promise<TwoProcesses[]> {
  const results: TwoProcesses[] = [];
  for (const { what, paths, cached } of requests) {
    const cache = cached ? {} : { CACHE_MB: '0' };
    const [first, second] = await Promise.all([1, 2].map(() => startMeasuredShop({ ...environment, ...cache })));
    const shop = await startMeasuredShop({ ...environment, ...cache, WORKERS: '2' });
    if (!first || !second) throw new Error('not started');
    while (!shop.printed().includes('Worker 2 of 2 is open')) await sleep(50);
    const shops = [first, second, shop];
    for (const each of shops) await measure(each, paths, 2);
    const rate = async (each: MeasuredProcess) => (await measure(each, paths, 1)).requestsPerSecond;
    const alone: number[] = [];
    const together: number[] = [];
    const workers: number[] = [];
    for (let round = 0; round < Math.max(3, Math.floor(seconds / 3)); round++) {
      alone.push(await rate(first));
      const both = await Promise.all([rate(first), rate(second)]);
      together.push(both.reduce((sum, one) => sum + one, 0));
      workers.push(await rate(shop));
    }
    results.push({ what, one: median(alone), two: median(together), workers: median(workers) });
    await Promise.all(shops.map((each) => each.stop()));
  }
  return results;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
