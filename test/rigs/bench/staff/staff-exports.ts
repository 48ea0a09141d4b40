// An export of all orders from a running shop: the memory that it takes, and what pages keep of their speed meanwhile.
// On the PostgreSQL of TEST_DATABASE_URL: node test/rigs/bench/staff/staff-exports.ts [--rows 1000000] [--seconds 8]
import { parseArgs } from 'node:util';
import { measure, medianLatency } from '../load.ts';
import type { MeasuredProcess } from '../measured-process.ts';
import { withStaffShop } from './staff-shop.ts';

const ROUNDS = 3;
const PAGE = '/products/category/data';
const EXPORT = '/api/admin/order?format=csv';
const LIST = '/api/admin/order?state=paid&limit=50';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, seconds: { type: 'string', default: '8' } },
});
const seconds = Number(values.seconds);
await withStaffShop(Number(values.rows), ({ shop, headers }) => compare(shop, headers));

type Rate = { page: number; list: number };

/** Pages and a list of the staff alone, and beside the export, in turn. */
async function compare(running: MeasuredProcess, headers: Record<string, string>) {
  await measured(running, headers);
  const before = running.memoryMegabytes() ?? 0;
  const alone: Rate[] = [];
  const beside: Rate[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await measured(running, headers));
    const stop = new AbortController();
    const reading = read(running.address + EXPORT, { headers, signal: stop.signal }, () => {});
    beside.push(await measured(running, headers));
    stop.abort();
    await reading;
  }
  const ratio = (of: keyof Rate) => (middle(beside, of) / middle(alone, of)).toFixed(2);
  console.log(
    `beside an export: cached pages ${ratio('page')} of their rate, a staff list ${ratio('list')} times its time`,
  );
  const begun = performance.now();
  const memory: number[] = [];
  let bytes = 0;
  await read(running.address + EXPORT, { headers }, (more) => {
    bytes += more;
    memory.push(running.memoryMegabytes() ?? 0);
  });
  const took = (performance.now() - begun) / 1_000;
  const most = (part: number[]) => Math.max(...part);
  const tenth = Math.ceil(memory.length / 10);
  console.log(
    `a whole export: ${Math.round(bytes / 1e6)} MB in ${took.toFixed(0)} s, ${Math.round(Number(values.rows) / took)} rows a second; resident ${before} MB before, at most ${most(memory.slice(0, tenth))} MB in its first tenth and ${most(memory.slice(-tenth))} MB in its last`,
  );
}

async function measured(running: MeasuredProcess, headers: Record<string, string>): Promise<Rate> {
  const { requestsPerSecond } = await measure(running, [PAGE], seconds);
  return { page: requestsPerSecond, list: await medianLatency(running, [LIST], 60, headers) };
}

function middle(rates: Rate[], of: keyof Rate): number {
  return rates.map((rate) => rate[of]).sort((a, b) => a - b)[Math.floor(rates.length / 2)] ?? Number.NaN;
}

/** Until the end, or until it is stopped. */
async function read(address: string, init: RequestInit, onBytes: (bytes: number) => void) {
  try {
    const answer = await fetch(address, init);
    if (!answer.ok || !answer.body) throw new Error(`${address} answered ${answer.status}`);
    for await (const piece of answer.body) onBytes((piece as Uint8Array).length);
  } catch (error) {
    if (!init.signal?.aborted) throw error;
  }
}
