// Visitors of pages in a process of their own: beside buyers in the same one, each would wait for the other.
import { measure } from './load.ts';

/** Request to the process, and its answer. */
export type LoadPages = { address: string; paths: string[]; seconds: number };
export type PagesLoaded = { requestsPerSecond: number } | { fault: string };

process.on('message', async ({ address, paths, seconds }: LoadPages) => {
  try {
    const { requestsPerSecond } = await measure({ address, cpuMicroseconds: () => null }, paths, seconds);
    process.send?.({ requestsPerSecond } satisfies PagesLoaded);
  } catch (error) {
    process.send?.({ fault: String(error) } satisfies PagesLoaded);
  }
});
