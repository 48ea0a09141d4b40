// npm run bench: what a request costs, as ratios to a bare server measured in the same run.
//   --products N   size of the main catalogue (10000)    --growth A,B,..  sizes to compare (1000,10000,100000)
//   --seconds N    rounds of a second each (9)          --json FILE      the results for machines
//   --products-from FOLDER   price lists in JSON Lines, packed or not, to take the products from (those of the demo)
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { measureDownloads, renderDownloads } from './downloads.ts';
import { makeBenchDatabase } from './fill/bench-database.ts';
import { needle } from './fill/bench-products.ts';
import { measureDescriptions, renderDescriptions } from './fill/descriptions.ts';
import { type GrowthReport, measureGrowth } from './growth.ts';
import { measureHashing, renderHashing } from './hashing.ts';
import { type Measured, measure, validating } from './load.ts';
import { type MeasuredProcess, startBareServer, startMeasuredShop } from './measured-process.ts';
import { measureOrders, type Orders } from './orders.ts';
import { measureSignIns, type SignIns } from './sign-ins.ts';
import { measureTwoProcesses, type TwoProcesses } from './two-processes.ts';
import { measureWarmStart, renderWarmStart } from './warm-start.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    growth: { type: 'string', default: '1000,10000,100000' },
    seconds: { type: 'string', default: '9' },
    json: { type: 'string' },
    'products-from': { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const products = Number(values.products);
const HASHED_BYTES = 1 << 30;
const folder = values['products-from'] ?? null;

type Row = { what: string; measured: Measured; ratio: number; cpuRatio: number };
const rows: Row[] = [];
const note = (text: string) => process.stderr.write(`${text}\n`);

/**
 * Loads the bare server and the other one in turn, a second each, because the machine's speed drifts from second to
 * second; the ratio is the median of the rounds.
 */
async function compare(
  bare: MeasuredProcess,
  what: string,
  server: MeasuredProcess,
  questions: Parameters<typeof measure>[1],
) {
  await measure(server, questions, 2);
  await measure(bare, ['/'], 1);
  const rounds: Array<{ bare: Measured; measured: Measured }> = [];
  for (let round = 0; round < seconds; round++) {
    rounds.push({ bare: await measure(bare, ['/'], 1), measured: await measure(server, questions, 1) });
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

async function measurePages(bare: MeasuredProcess) {
  note(`Importing ${products} products`);
  const database = await makeBenchDatabase(products, folder);
  note(`  ${Math.round(database.importRowsPerSecond)} rows a second`);
  const detail = `/products/id/${encodeURIComponent(database.someIds[0] ?? '')}`;
  const details = database.someIds.map((id) => `/products/id/${encodeURIComponent(id)}`);
  const search = `/products/keyword/${encodeURIComponent(needle)}`;
  const api = ['price_asc', 'price_desc', 'name', 'newest'].flatMap((sort) =>
    ['computing', 'solutions', 'data', 'algorithm', 'all'].map(
      (category) => `/api/product?category=${category}&sort=${sort}&in_stock=true&limit=24`,
    ),
  );

  const shop = await startMeasuredShop(database.environment);
  await compare(bare, 'HTML of a list page, cached', shop, ['/products/category/computing']);
  await compare(bare, 'HTML of a detail page, cached', shop, [detail]);
  await compare(bare, 'HTML of a search, asked again', shop, [search]);
  await compare(bare, 'GET /api/product, cached', shop, api);
  const memory = shop.memoryMegabytes();
  await shop.stop();

  const lists = ['/products/category/computing', '/products/category/all?sort=price_asc'];
  const uncached = await startMeasuredShop({ ...database.environment, CACHE_MB: '0' });
  await compare(bare, 'HTML of list pages, not cached', uncached, lists);
  await compare(bare, 'HTML of detail pages, not cached', uncached, details);
  // As the cache asks for them after a change of the catalogue.
  await compare(bare, 'List pages, not changed', uncached, await validating(uncached, lists));
  await compare(bare, 'Detail pages, not changed', uncached, await validating(uncached, details));
  await compare(bare, 'GET /api/product, filter and sort, not cached', uncached, api);
  const memoryUncached = uncached.memoryMegabytes();
  await uncached.stop();

  note('Signing in');
  const signIns = await measureSignIns(database.environment, seconds);
  note('Buying');
  const orders = await measureOrders(database.environment, seconds);
  note('Two processes');
  const twoProcesses = process.env.TEST_DATABASE_URL
    ? await measureTwoProcesses(
        database.environment,
        [
          { what: 'HTML of a list page, cached', paths: lists.slice(0, 1), cached: true },
          { what: 'HTML of list pages, not cached', paths: lists, cached: false },
        ],
        seconds,
      )
    : [];
  note('Descriptions');
  const descriptions = await measureDescriptions(database);
  await database.drop();
  const importRowsPerSecond = Math.round(database.importRowsPerSecond);
  return { memory, memoryUncached, importRowsPerSecond, signIns, orders, twoProcesses, descriptions };
}

function table(head: string[], lines: string[][]): string {
  const [first, ...others] = head;
  const rule = ['---', ...others.map(() => '---:')];
  return [[first, ...others], rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function rowTable(): string {
  return table(
    ['request', 'requests/s', 'p50 ms', 'p99 ms', 'CPU us', 'bytes', 'of the bare rate', 'times its CPU'],
    rows.map(({ what, measured, ratio, cpuRatio }) => [
      what,
      String(Math.round(measured.requestsPerSecond)),
      measured.p50.toFixed(1),
      measured.p99.toFixed(1),
      measured.cpuMicroseconds?.toFixed(0) ?? '?',
      String(measured.bytes),
      ratio.toFixed(3),
      cpuRatio.toFixed(1),
    ]),
  );
}

function growthTable(sizes: number[], { cases, memory, importRowsPerSecond, indexedPerSecond }: GrowthReport): string {
  const at = sizes.map((size) => size.toLocaleString('en'));
  return table(
    ['p50 in ms, nothing cached', ...at, 'last / first', 'times bare SQL'],
    [
      ...cases.map(({ what, shop, sql }) => [
        what,
        ...shop.map((milliseconds) => milliseconds.toFixed(2)),
        ((shop.at(-1) ?? Number.NaN) / (shop[0] ?? 1)).toFixed(2),
        sql.at(-1) == null ? '' : ((shop.at(-1) ?? Number.NaN) / Number(sql.at(-1))).toFixed(1),
      ]),
      ['memory under load, MB', ...memory.map(String), '', ''],
      ['rows imported a second', ...importRowsPerSecond.map(String), '', ''],
      ['products indexed a second', ...indexedPerSecond.map(String), '', ''],
    ],
  );
}

function signInLine({ signInsPerSecond, p50, p99, cpuMicroseconds, powerMicroseconds }: SignIns): string {
  const cost = cpuMicroseconds ?? Number.NaN;
  return `Sign-ins by SRP: ${Math.round(signInsPerSecond)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; ${cost.toFixed(0)} us of the server's processor each, ${(cost / powerMicroseconds).toFixed(1)} times one modular power (${powerMicroseconds.toFixed(0)} us)`;
}

function orderLine(orders: Orders): string {
  const { ordersPerSecond, p50, p99, cpuMicroseconds, bareOrdersPerSecond, listMeanwhile, listAlone } = orders;
  const bareOrders = bareOrdersPerSecond
    ? `; bare SQL ${bareOrdersPerSecond.toFixed(0)} a second (${(ordersPerSecond / bareOrdersPerSecond).toFixed(2)})`
    : '';
  return `Orders, from the cart to paid: ${ordersPerSecond.toFixed(0)} a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ${cpuMicroseconds?.toFixed(0) ?? '?'} us of the server's processor each${bareOrders}; a cached list page meanwhile at ${(listMeanwhile / listAlone).toFixed(2)} of its speed`;
}

function processesTable(found: TwoProcesses[]): string {
  return table(
    ['requests/s', 'one process', 'two processes', 'ratio', 'WORKERS=2', 'ratio'],
    found.map(({ what, one, two, workers }) => [
      what,
      one.toFixed(0),
      two.toFixed(0),
      (two / one).toFixed(2),
      workers.toFixed(0),
      (workers / one).toFixed(2),
    ]),
  );
}

const bare = await startBareServer();
const facts = await measurePages(bare);
await bare.stop();
const sizes = values.growth.split(',').map(Number).filter(Boolean);
const growth = await measureGrowth(sizes, { folder, note });

note('Downloads');
const downloads = await measureDownloads(seconds);
note('Hashing');
const hashing = await measureHashing({ bytes: HASHED_BYTES });

note('A second start');
const warmStart = await measureWarmStart();

const on = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'the embedded database';
const { signIns, orders, twoProcesses, descriptions } = facts;
console.log(`
${products} products on ${on}; ${facts.importRowsPerSecond} rows a second imported; ${facts.memory ?? '?'} MB after the load of what is cached, ${facts.memoryUncached ?? '?'} MB after that of what is not cached

${rowTable()}

${growthTable(sizes, growth)}

${signInLine(signIns)}

${orderLine(orders)}

${renderDownloads(downloads)}

${renderHashing(hashing)}

${renderDescriptions(descriptions)}

${renderWarmStart(warmStart)}
${twoProcesses.length > 0 ? `\n${processesTable(twoProcesses)}` : ''}`);
if (values.json)
  await writeFile(
    values.json,
    JSON.stringify({ products, on, facts, rows, sizes, growth, downloads, hashing, warmStart }, null, 2),
  );
