// What a second process gives: the same requests to one shop, and to two on the same database at once. The generator of
// the load shares the processors with them, and with PostgreSQL.
import { measure } from './load.ts';
import { startShop } from './server-process.ts';

export type TwoProcesses = { what: string; one: number; two: number };

export async function measureTwoProcesses(
  environment: Record<string, string>,
  requests: Array<{ what: string; paths: string[]; kept: boolean }>,
  seconds: number,
): Promise<TwoProcesses[]> {
  const results: TwoProcesses[] = [];
  for (const { what, paths, kept } of requests) {
    const cache = kept ? {} : { CACHE_MB: '0' };
    const shops = await Promise.all([1, 2].map(() => startShop({ ...environment, ...cache })));
    const [first, second] = shops as [(typeof shops)[0], (typeof shops)[0]];
    for (const shop of shops) await measure(shop, paths, 2);
    const alone: number[] = [];
    const together: number[] = [];
    for (let round = 0; round < Math.max(3, Math.floor(seconds / 3)); round++) {
      alone.push((await measure(first, paths, 1)).requestsPerSecond);
      const both = await Promise.all([measure(first, paths, 1), measure(second, paths, 1)]);
      together.push(both.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0));
    }
    results.push({ what, one: median(alone), two: median(together) });
    await Promise.all(shops.map((shop) => shop.stop()));
  }
  return results;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
