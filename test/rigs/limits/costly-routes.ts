// Each address that is dear to make, asked in a loop by one network: whoever signs in or reads lists from another must hardly notice.
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createAddressTable } from '#contract/site-address.ts';
import { describeApi } from '../../parts/described-api.ts';
import type { BenchDatabase } from '../bench/fill/bench-database.ts';
import { type MeasuredProcess, startMeasuredShop } from '../bench/measured-process.ts';
import { type Account, benchPool, makeAccounts, signIn } from '../bench/sign-ins.ts';
import type { Finding } from './finding.ts';

const STRANGERS = 8;
/** Time of a request and its answer between two networks. */
const ROUND_TRIP_MS = 50;
const TIMES = 20;
const MOST_TIMES = 2;
/** Where a page that is made for each visitor needs a cap of its own. */
const DEAR_MS = 20;
let attack = 0;

/** Nothing is cached: each answer is made. Behind a proxy that tells networks apart. */
export async function costlyRoutes(database: BenchDatabase): Promise<Finding[]> {
  const accounts = await makeAccounts(database.environment, 40);
  const shop = await startMeasuredShop({
    ...database.environment,
    ...benchPool,
    CACHE_MB: '0',
    TRUSTED_PROXIES: '1',
    // Limit that is measured here, at its default.
    WORK_PERCENT_PER_NETWORK: '',
  });
  try {
    const visitor = createVisitor(shop, accounts);
    await visitor.visit();
    const findings: Finding[] = [];
    for (const { path, costs } of createAddressTable(describeApi().addresses).rows) {
      if (costs === undefined) continue;
      findings.push(await besides(shop, visitor, path, examplesOf(path, database.someIds)));
    }
    return [...findings, ...(await uncappedPages(shop))];
  } finally {
    await shop.stop();
  }
}

type Visits = { signInMs: number; listMs: number };

/** Signs in and reads a list in turn, from a network of its own each time that it is asked. */
function createVisitor(shop: MeasuredProcess, accounts: Account[]) {
  let network = 0;
  let next = 0;
  return {
    async visit(): Promise<Visits> {
      const headers = { 'x-forwarded-for': `198.51.${Math.floor(network / 250)}.${(network++ % 250) + 1}` };
      const signIns: number[] = [];
      const lists: number[] = [];
      for (let time = 0; time < TIMES; time++) {
        signIns.push(await timed(() => signIn(shop.address, accounts[next++ % accounts.length] as Account, headers)));
        lists.push(
          await timed(async () => {
            const answer = await fetch(`${shop.address}/api/product?category=computing&limit=24`, { headers });
            await answer.arrayBuffer();
            if (answer.status !== 200) throw new Error(`a list was answered ${answer.status}`);
          }),
        );
      }
      return { signInMs: middleOf(signIns), listMs: middleOf(lists) };
    },
  };
}

async function besides(
  shop: MeasuredProcess,
  visitor: ReturnType<typeof createVisitor>,
  path: string,
  examples: (time: number) => string,
): Promise<Finding> {
  const before = await visitor.visit();
  const strangers = new Worker(join(import.meta.dirname, 'strangers.worker.ts'), {
    workerData: {
      addresses: Array.from({ length: 50 }, (_, time) => shop.address + examples(time)),
      connections: STRANGERS,
      pauseMs: ROUND_TRIP_MS,
      // Network that has spent nothing yet.
      headers: { 'x-forwarded-for': `203.0.113.${(attack++ % 250) + 1}` },
    },
  });
  await once(strangers, 'online');
  const meanwhile = await visitor.visit();
  strangers.postMessage('stop');
  const [{ asked, made }] = await once(strangers, 'message');
  await strangers.terminate();
  const after = await visitor.visit();
  const signIns = meanwhile.signInMs / ((before.signInMs + after.signInMs) / 2);
  const lists = meanwhile.listMs / ((before.listMs + after.listMs) / 2);
  return {
    what: `${STRANGERS} connections of one network ask for ${path} in a loop`,
    measured: `a sign-in takes ${signIns.toFixed(2)}, a list ${lists.toFixed(2)} times as long; ${made} of ${asked} made`,
    holds: signIns <= MOST_TIMES && lists <= MOST_TIMES,
  };
}

/** An address of that kind for each time, another one where there are others. */
function examplesOf(path: string, ids: string[]): (time: number) => string {
  return (time) => {
    const id = encodeURIComponent(ids[time % ids.length] ?? '');
    const filled = path
      .replace('/products/id/:id', `/products/id/${id}`)
      .replace('/product/:id', `/product/${id}`)
      .replace('/licenses/:id', '/licenses/MIT')
      .replace(':category', 'computing')
      .replace(':keyword', `model%20${time % 50}`)
      .replace(':address', 'nobody')
      .replace(':file', 'swagger-ui-bundle.js');
    const query = {
      '/compare': `?${ids
        .slice(0, 4)
        .map((one) => `id=${encodeURIComponent(one)}`)
        .join('&')}`,
      '/api/search': `?q=model%20${time % 50}`,
      '/api/search/suggestions': '?q=mod',
      '/api/product': '?category=all&sort=price_desc&limit=24',
    }[path];
    return filled + (query ?? '');
  };
}

/** Pages that are made for each visitor and have no cap: what one costs a processor. */
async function uncappedPages(shop: MeasuredProcess): Promise<Finding[]> {
  const pages = [
    '/account/login',
    '/account/register',
    '/cart',
    '/profile',
    '/saved',
    '/nothing/is/here',
    '/products/x',
  ];
  const findings: Finding[] = [];
  for (const path of pages) {
    const headers = { 'x-forwarded-for': '198.51.200.1' };
    const ask = async () => (await fetch(shop.address + path, { headers })).arrayBuffer();
    for (let time = 0; time < 10; time++) await ask();
    const before = shop.cpuMicroseconds() ?? Number.NaN;
    for (let time = 0; time < 100; time++) await ask();
    const milliseconds = ((shop.cpuMicroseconds() ?? Number.NaN) - before) / 100 / 1_000;
    findings.push({
      what: `${path}, which no network has a share of`,
      measured: `${milliseconds.toFixed(1)} ms of a processor each`,
      holds: milliseconds <= DEAR_MS,
    });
  }
  return findings;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function middleOf(times: number[]): number {
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}
