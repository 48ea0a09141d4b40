// Kept pages through the cache of nginx against nginx's own speed, alone and while orders are placed at full speed, and how long a
// change of the catalogue takes to show. Ends with 1 when a change took longer than a second.
// node test/rigs/bench/behind-nginx.ts [--seconds N] [--products N] [--changes N], with TEST_DATABASE_URL
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { StartError } from '#platform/config/start-error.ts';
import { ask } from '../../database/postgres.ts';
import { findNginx, startNginx } from '../../processes/nginx.ts';
import { change, untilSeen } from '../cluster/catalogue-changes.ts';
import { makeBenchDatabase } from './fill/bench-database.ts';
import { startMeasuredShop } from './measured-process.ts';
import { type Bought, buy, signInBuyers, someProducts } from './orders.ts';
import type { LoadPages, PagesLoaded } from './page-load.ts';
import { benchPool, makeAccounts } from './sign-ins.ts';

const LIST = '/products/category/computing';
const BUYERS = 8;
const ORDERS_WARM_UP_SECONDS = 8;
/** Greatest time until a change has to be seen. */
const SEEN_WITHIN_MS = 1_000;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '9' },
    products: { type: 'string', default: '10000' },
    changes: { type: 'string', default: '60' },
  },
});
const rounds = Number(values.seconds);
const changes = Number(values.changes);
const note = (text: string) => process.stderr.write(`${text}\n`);

/** Requests a second of one page, and orders a second beside them. */
type Speeds = { pages: number; orders: number };

const ways = ['nginx alone, a file', 'the cache', 'the shop'] as const;
type Way = (typeof ways)[number];
type Round = Record<Way, Speeds>;

async function load(visitors: ChildProcess, asked: LoadPages): Promise<number> {
  visitors.send(asked);
  const [answer] = (await once(visitors, 'message')) as [PagesLoaded];
  if ('fault' in answer) throw new Error(answer.fault);
  return answer.requestsPerSecond;
}

/** The answer that the load gets: its bytes, compressed, and the headers that nginx does not give a file itself. */
async function packed(address: string) {
  const asked = request(address, { headers: { 'accept-encoding': 'br, gzip' } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const names = ['cache-control', 'content-security-policy', 'x-content-type-options', 'vary', 'content-encoding'];
  const headers = Object.fromEntries(names.map((name) => [name, String(answer.headers[name])]));
  return { body: await buffer(answer), headers };
}

function median(given: number[]): number {
  return given.sort((a, b) => a - b)[Math.floor(given.length / 2)] ?? Number.NaN;
}

/** The ways in turn, a second each, because the machine's speed drifts. */
async function inTurn(measureOne: (way: Way) => Promise<Speeds>): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const row: Partial<Round> = {};
    for (const way of ways) row[way] = await measureOne(way);
    measured.push(row as Round);
  }
  return measured;
}

/** Milliseconds until each of so many changes is shown at the address, at times that have nothing to do with nginx's seconds. */
async function changesSeen(given: { database: string; address: string; product: string; from: number }) {
  const times: number[] = [];
  for (let price = given.from; price < given.from + changes; price++) {
    const looked = untilSeen(given.address, given.product, await change(given.database, given.product, price));
    times.push((await looked) ?? Number.POSITIVE_INFINITY);
    await sleep(Math.random() * 500);
  }
  return times;
}

/** Milliseconds until the page of each product that is deleted is gone. */
async function untilGone(given: { database: string; address: string; products: string[] }): Promise<number[]> {
  const times: number[] = [];
  for (const product of given.products) {
    const page = `${given.address}/products/id/${encodeURIComponent(product)}`;
    const status = async () => {
      const response = await fetch(page);
      await response.arrayBuffer();
      return response.status;
    };
    for (let time = 0; time < 5; time++) if ((await status()) !== 200) throw new Error(`${page} is not there`);
    await ask(given.database, `delete from api.product where product_id = '${product.replaceAll("'", "''")}'`);
    const started = performance.now();
    while ((await status()) !== 404) await sleep(5);
    times.push(performance.now() - started);
  }
  return times;
}

function table(head: string[], lines: string[][]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Ratios are medians of the rounds. */
function speedsTable(what: string, measured: Round[], ordersAlone: number[]): string {
  const of = (value: (round: Round, index: number) => number) => median(measured.map(value));
  return table(
    [what, 'pages/s', 'of nginx alone', 'orders/s', 'of orders alone'],
    ways.map((way) => [
      way,
      of((round) => round[way].pages).toFixed(0),
      of((round) => round[way].pages / round[ways[0]].pages).toFixed(2),
      ...(ordersAlone.length === 0
        ? ['', '']
        : [
            of((round) => round[way].orders).toFixed(0),
            of((round, index) => round[way].orders / (ordersAlone[index] ?? Number.NaN)).toFixed(2),
          ]),
    ]),
  );
}

function timesLine(what: string, times: number[]): string {
  const sorted = times.sort((a, b) => a - b);
  return `${what}: ${sorted.length} times, p50 ${median(sorted).toFixed(0)} ms, greatest ${sorted.at(-1)?.toFixed(0)} ms`;
}

if (!findNginx()) throw new StartError('nginx is needed on this machine: on Debian, apt install nginx-light.');
if (!process.env.TEST_DATABASE_URL)
  throw new StartError('TEST_DATABASE_URL is needed: prices are changed beside the shop.');

const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-nginx-'));
note(`Importing ${values.products} products`);
const database = await makeBenchDatabase(Number(values.products));
const databaseUrl = database.environment.DATABASE_URL ?? '';
const accounts = await makeAccounts(database.environment, BUYERS);
const shop = await startMeasuredShop({ DATA_DIR: join(folder, 'data'), ...database.environment, ...benchPool });
const visitors = fork(join(import.meta.dirname, 'page-load.ts'));
const plain = join(folder, 'plain');
const page = await packed(shop.address + LIST);
await mkdir(plain);
await writeFile(join(plain, 'list'), page.body);
const nginx = await startNginx(join(folder, 'nginx'), {
  processes: [Number(new URL(shop.address).port)],
  caches: true,
  plain: { folder: plain, headers: page.headers },
});
try {
  const places: Record<Way, Omit<LoadPages, 'seconds'>> = {
    'nginx alone, a file': { address: nginx.address, paths: ['/plain/list'] },
    'the cache': { address: nginx.address, paths: [LIST] },
    'the shop': { address: shop.address, paths: [LIST] },
  };
  const pages = (way: Way, seconds = 1) => load(visitors, { ...places[way], seconds });

  note('Pages alone');
  for (const way of ways) await pages(way);
  const alone = await inTurn(async (way) => ({ pages: await pages(way), orders: 0 }));

  note('Pages beside orders');
  const buyers = await signInBuyers(shop.address, accounts);
  const bought: Bought[] = await someProducts(shop.address);
  const orders = async (seconds: number) => (await buy(shop.address, buyers, bought, seconds)).length / seconds;
  await orders(ORDERS_WARM_UP_SECONDS);
  const ordersAlone: number[] = [];
  const beside = await inTurn(async (way) => {
    if (way === ways[0]) ordersAlone.push(await orders(2));
    const [pagesPerSecond, ordersPerSecond] = await Promise.all([pages(way, 2), orders(2)]);
    return { pages: pagesPerSecond, orders: ordersPerSecond };
  });

  note('Changes');
  const product = bought[0]?.product_id ?? '';
  const seen = await changesSeen({ database: databaseUrl, address: nginx.address, product, from: 1_000 });
  const products = database.someIds.filter((id) => !bought.some(({ product_id }) => product_id === id)).slice(0, 20);
  const gone = await untilGone({ database: databaseUrl, address: nginx.address, products });
  let buying = true;
  const meanwhile = (async () => {
    while (buying) await buy(shop.address, buyers, bought.slice(1), 1);
  })();
  const seenBeside = await changesSeen({ database: databaseUrl, address: nginx.address, product, from: 2_000 });
  buying = false;
  await meanwhile;

  console.log(`
${speedsTable('a kept list page', alone, [])}

${speedsTable('the same beside orders', beside, ordersAlone)}

${timesLine('A changed price is seen', seen)}
${timesLine('The same beside orders', seenBeside)}
${timesLine('A deleted product is gone', gone)}`);
  if ([...seen, ...seenBeside, ...gone].some((ms) => ms > SEEN_WITHIN_MS)) process.exitCode = 1;
} finally {
  visitors.kill();
  await nginx.stop();
  await shop.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}
