// Twice what it can serve: those who are served must not wait much longer for it, the others must be told quickly.
import { measure } from '../bench/load.ts';
import type { MeasuredProcess } from '../bench/measured-process.ts';
import type { Finding } from './finding.ts';
import { runOpenLoop } from './open-loop.ts';

const SECONDS = 30;
/** Share of its capacity: a busy shop with room to spare. */
const NORMAL = 0.7;

/** The pages must be rendered each time (`CACHE_MB=0`): what is cached costs too little to overload anything here. */
export async function overload(shop: MeasuredProcess, paths: string[]): Promise<Finding[]> {
  await measure(shop, paths, 3);
  const capacity = (await measure(shop, paths, 5)).requestsPerSecond;
  const normal = await runOpenLoop(shop.address, paths, capacity * NORMAL, SECONDS);
  const memoryBefore = shop.memoryMegabytes() ?? 0;
  const pressed = await runOpenLoop(shop.address, paths, capacity * 2, SECONDS);
  const memoryAfter = shop.memoryMegabytes() ?? 0;
  const after = await runOpenLoop(shop.address, paths, capacity * NORMAL, 3);
  const ratio = pressed.served.p99 / normal.served.p99;
  return [
    {
      what: `served at ${NORMAL} of what it can serve`,
      measured: `${normal.servedPerSecond.toFixed(0)} a second, p50 ${ms(normal.served.p50)}, p99 ${ms(normal.served.p99)}, ${normal.refusedPerSecond.toFixed(0)} refused`,
      holds: normal.failed === 0 && normal.refusedPerSecond < normal.servedPerSecond * 0.01,
    },
    {
      what: 'served at twice what it can serve',
      measured: `${pressed.servedPerSecond.toFixed(0)} of ${pressed.offeredPerSecond.toFixed(0)} a second (${(pressed.servedPerSecond / capacity).toFixed(2)} of what it can), p50 ${ms(pressed.served.p50)}, p99 ${ms(pressed.served.p99)}: ${ratio.toFixed(2)} times the normal p99`,
      holds: ratio <= 2,
    },
    {
      what: 'refused meanwhile',
      measured: `${pressed.refusedPerSecond.toFixed(0)} a second, p50 ${ms(pressed.refused.p50)}, p99 ${ms(pressed.refused.p99)}, Retry-After ${pressed.retryAfter ?? 'missing'}; ${pressed.failed} without any answer`,
      holds: pressed.failed === 0 && pressed.retryAfter !== null,
    },
    {
      what: 'memory before and after',
      measured: `${memoryBefore} MB, ${memoryAfter} MB`,
      holds: memoryAfter < memoryBefore * 1.5,
    },
    {
      what: 'right after it',
      measured: `${after.servedPerSecond.toFixed(0)} a second, p99 ${ms(after.served.p99)}, ${after.refusedPerSecond.toFixed(0)} refused`,
      holds: after.failed === 0,
    },
  ];
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(0)} ms`;
}
