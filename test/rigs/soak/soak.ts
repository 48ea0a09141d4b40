// npm run soak: the shop under a mixed load for ten minutes, and its memory meanwhile. Ends with 1 when that goes on growing.
//   --minutes N   how long (10)      On the PostgreSQL of TEST_DATABASE_URL, otherwise on an embedded database.
import { parseArgs } from 'node:util';
import { makeBenchDatabase } from '../bench/fill/bench-database.ts';
import { type MeasuredProcess, startMeasuredShop } from '../bench/measured-process.ts';
import { buyOnce, signInBuyers, someProducts } from '../bench/orders.ts';
import { benchPool, makeAccounts } from '../bench/sign-ins.ts';
import { drawCurve, growthPerMinute, type Sample } from './memory-curve.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
const READERS = 8;
const BUYERS = 2;
const SAMPLE_MS = 2_000;
/** A leak of a kilobyte for each request of this load is some hundred megabytes a minute. */
const FLAT_MB_A_MINUTE = 2;
const TOKEN_MS = 20 * 60_000;

const database = await makeBenchDatabase(5_000);
const accounts = await makeAccounts(database.environment, BUYERS);
const shop = await startMeasuredShop({ ...database.environment, ...benchPool, CACHE_MB: '16' });
const samples: Sample[] = [];
const counts = { pages: 0, orders: 0, failures: 0 };
const started = Date.now();
const until = started + minutes * 60_000;

/** Pages of all kinds, most of them not cached any more when they are asked for again. */
async function read(reader: number) {
  for (let turn = reader; Date.now() < until; turn++) {
    const id = encodeURIComponent(database.someIds[(turn * 7) % database.someIds.length] ?? '');
    const paths = [
      `/products/id/${id}`,
      `/products/category/all?sort=price_asc&min_price=${turn % 500}&max_price=${500 + (turn % 900)}`,
      `/products/keyword/gpu${turn % 200}`,
      `/api/product?limit=${1 + (turn % 50)}`,
      '/products/category/computing',
      `/products/id/unknown-${turn}`,
    ];
    const response = await fetch(shop.address + paths[turn % paths.length], {
      headers: { 'accept-encoding': turn % 2 ? 'br' : 'gzip' },
    });
    await response.arrayBuffer();
    counts.pages++;
    if (response.status >= 500) counts.failures++;
  }
}

async function buy(buyer: number) {
  const products = await someProducts(shop.address);
  let token = '';
  let signedIn = 0;
  for (let round = buyer; Date.now() < until; round++) {
    if (Date.now() - signedIn > TOKEN_MS / 2) {
      [token = ''] = await signInBuyers(shop.address, accounts.slice(buyer, buyer + 1));
      signedIn = Date.now();
    }
    await buyOnce(
      shop.address,
      token,
      [0, 1, 2].map((line) => products[(round + line) % products.length] as never),
    );
    counts.orders++;
  }
}

function watch(server: MeasuredProcess) {
  return setInterval(() => {
    samples.push({ minute: (Date.now() - started) / 60_000, megabytes: server.memoryMegabytes() ?? 0 });
    if (process.stderr.isTTY) process.stderr.write(`\r  ${samples.at(-1)?.megabytes} MB ${drawCurve(samples)}`);
  }, SAMPLE_MS);
}

const watching = watch(shop);
try {
  await Promise.all([
    ...Array.from({ length: READERS }, (_, reader) => read(reader)),
    ...Array.from({ length: BUYERS }, (_, buyer) => buy(buyer)),
  ]);
} finally {
  clearInterval(watching);
  await shop.stop();
  await database.drop();
}

const growth = growthPerMinute(samples);
const most = Math.max(...samples.map(({ megabytes }) => megabytes));
console.log(`\n${counts.pages} pages and ${counts.orders} orders in ${minutes} minutes, ${counts.failures} failed`);
console.log(
  `memory ${samples[0]?.megabytes} to ${samples.at(-1)?.megabytes} MB, ${most} at most: ${drawCurve(samples)}`,
);
console.log(`growth after the first third: ${growth.toFixed(2)} MB a minute (at most ${FLAT_MB_A_MINUTE})`);
process.exitCode = growth <= FLAT_MB_A_MINUTE && counts.failures === 0 ? 0 : 1;
