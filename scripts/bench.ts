// npm run bench: what a request costs, as ratios to a bare server measured in the same run.
//   --products N   size of the main catalogue (10000)    --growth A,B,..  sizes to compare (1000,10000,100000)
//   --seconds N    rounds of a second each (9)          --json FILE      the figures for machines
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { makeBenchDatabase } from './bench/bench-database.ts';
import { needle } from './bench/bench-products.ts';
import { type Measured, measure, medianLatency } from './bench/load.ts';
import { measureOrders } from './bench/orders.ts';
import { type ServerProcess, startBareServer, startShop } from './bench/server-process.ts';
import { measureSignIns } from './bench/sign-ins.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    growth: { type: 'string', default: '1000,10000,100000' },
    seconds: { type: 'string', default: '9' },
    json: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const products = Number(values.products);
const LATENCIES = 300;

type Row = { what: string; measured: Measured; ratio: number; cpuRatio: number };
const rows: Row[] = [];
const note = (text: string) => process.stderr.write(`${text}\n`);

/**
 * Loads the bare server and the other one in turn, a second each, because the machine's speed drifts from second to
 * second; the ratio is the median of the rounds.
 */
async function compare(bare: ServerProcess, what: string, server: ServerProcess, paths: string[]) {
  await measure(server, paths, 2);
  await measure(bare, ['/'], 1);
  const rounds: Array<{ bare: Measured; measured: Measured }> = [];
  for (let round = 0; round < seconds; round++) {
    rounds.push({ bare: await measure(bare, ['/'], 1), measured: await measure(server, paths, 1) });
  }
  const row = {
    what,
    measured: medians(rounds.map((round) => round.measured)),
    ratio: median(rounds.map((round) => round.measured.requestsPerSecond / round.bare.requestsPerSecond)),
    cpuRatio: median(
      rounds.map((round) => (round.measured.cpuMicroseconds ?? Number.NaN) / (round.bare.cpuMicroseconds ?? 1)),
    ),
  };
  rows.push(row);
  note(`  ${what}: ${row.ratio.toFixed(3)} of the bare server, ${row.cpuRatio.toFixed(1)} times its processor time`);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function medians(rounds: Measured[]): Measured {
  const of = (field: keyof Measured) => median(rounds.map((round) => round[field] ?? Number.NaN));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpuMicroseconds: of('cpuMicroseconds'),
    bytes: of('bytes'),
  };
}

async function measurePages(bare: ServerProcess) {
  note(`Importing ${products} products`);
  const database = await makeBenchDatabase(products);
  note(`  ${Math.round(database.importRowsPerSecond)} rows a second`);
  const detail = `/products/id/${encodeURIComponent(database.someIds[0] ?? '')}`;
  const details = database.someIds.map((id) => `/products/id/${encodeURIComponent(id)}`);
  const search = `/products/keyword/${encodeURIComponent(needle)}`;
  const api = ['price_asc', 'price_desc', 'name', 'newest'].flatMap((sort) =>
    ['computing', 'solutions', 'data', 'algorithm', 'all'].map(
      (category) => `/api/product?category=${category}&sort=${sort}&in_stock=true&limit=24`,
    ),
  );

  const shop = await startShop(database.environment);
  await compare(bare, 'HTML of a list page, kept', shop, ['/products/category/computing']);
  await compare(bare, 'HTML of a detail page, kept', shop, [detail]);
  await compare(bare, 'HTML of a search, asked again', shop, [search]);
  await compare(bare, 'GET /api/product, kept', shop, api);
  const memory = shop.memoryMegabytes();
  await shop.stop();

  const uncached = await startShop({ ...database.environment, CACHE_MB: '0' });
  await compare(bare, 'HTML of list pages, made anew', uncached, [
    '/products/category/computing',
    '/products/category/all?sort=price_asc',
  ]);
  await compare(bare, 'HTML of detail pages, made anew', uncached, details);
  await compare(bare, 'GET /api/product, filter and sort, made anew', uncached, api);
  await uncached.stop();
  note('Signing in');
  const signIns = await measureSignIns(database.environment, seconds);
  note('Buying');
  const orders = await measureOrders(database.environment, seconds);
  await database.drop();
  return { memory, importRowsPerSecond: Math.round(database.importRowsPerSecond), signIns, orders };
}

const growthCases: Record<string, string[]> = {
  'first page, by price': ['/api/product?sort=price_asc&limit=24'],
  'first page of a category': ['/api/product?category=data&limit=24'],
  'last page, by price': ['/api/product?sort=price_asc&limit=24&cursor=last'],
  'selective keyword': [`/api/product?keyword=${encodeURIComponent(needle)}&limit=24`],
};

/** Median latencies without the response cache, one request at a time, at several sizes of the catalogue. */
async function measureGrowth(sizes: number[]) {
  const growth: Record<string, number[]> = Object.fromEntries(Object.keys(growthCases).map((name) => [name, []]));
  for (const size of sizes) {
    note(`Importing ${size} products`);
    const database = await makeBenchDatabase(size);
    const shop = await startShop({ ...database.environment, CACHE_MB: '0' });
    for (const [name, paths] of Object.entries(growthCases)) {
      growth[name]?.push(await medianLatency(shop, paths, LATENCIES));
    }
    await shop.stop();
    await database.drop();
  }
  return growth;
}

const bare = await startBareServer();
const facts = await measurePages(bare);
const sizes = values.growth.split(',').map(Number).filter(Boolean);
const growth = await measureGrowth(sizes);
await bare.stop();

const on = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'the embedded database';
console.log(
  `\n${products} products on ${on}; ${facts.importRowsPerSecond} rows a second imported; ${facts.memory ?? '?'} MB after the load\n`,
);
console.log('| request | requests/s | p50 ms | p99 ms | CPU us | bytes | of the bare rate | times its CPU |');
console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
for (const { what, measured, ratio, cpuRatio } of rows) {
  console.log(
    `| ${what} | ${Math.round(measured.requestsPerSecond)} | ${measured.p50} | ${measured.p99} | ${measured.cpuMicroseconds?.toFixed(0) ?? '?'} | ${measured.bytes} | ${ratio.toFixed(3)} | ${cpuRatio.toFixed(1)} |`,
  );
}
console.log(
  `\n| GET /api/product made anew, p50 in ms | ${sizes.map((size) => `${size} products`).join(' | ')} | last / first |`,
);
console.log(`| --- |${' ---: |'.repeat(sizes.length + 1)}`);
for (const [name, medians] of Object.entries(growth)) {
  const factor = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
  console.log(`| ${name} | ${medians.map((median) => median.toFixed(2)).join(' | ')} | ${factor.toFixed(2)} |`);
}
const { signIns, orders } = facts;
console.log(
  `\nSign-ins by SRP: ${Math.round(signIns.signInsPerSecond)} a second, p50 ${signIns.p50.toFixed(1)} ms, p99 ${signIns.p99.toFixed(1)} ms; ${signIns.cpuMicroseconds?.toFixed(0) ?? '?'} us of the server's processor each, ${((signIns.cpuMicroseconds ?? Number.NaN) / signIns.powerMicroseconds).toFixed(1)} times one modular power (${signIns.powerMicroseconds.toFixed(0)} us)`,
);
console.log(
  `\nOrders, from the cart to paid: ${orders.ordersPerSecond.toFixed(0)} a second, p50 ${orders.p50.toFixed(0)} ms, p99 ${orders.p99.toFixed(0)} ms; bare SQL ${orders.bareOrdersPerSecond?.toFixed(0) ?? '?'} a second; a kept list page meanwhile at ${(orders.listMeanwhile / orders.listAlone).toFixed(2)} of its speed`,
);
if (values.json) await writeFile(values.json, JSON.stringify({ products, on, facts, rows, sizes, growth }, null, 2));
