// Cost of a download: bytes a second through the shop against a bare server that streams the same file, behind nginx against nginx
// alone, and what two hundred slow readers do to a page and to the memory. Run by itself: node test/rigs/bench/downloads.ts [--seconds N]
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrateAll, type Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createSecrets, newSecretsKey } from '#platform/secrets.ts';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import { writeToken } from '../../../src/api/goods/download/download-token.ts';
import { dropDatabaseOn, makeDatabaseOn } from '../../database/postgres.ts';
import { aProduct } from '../../factories/product.ts';
import { storeGift, storeRelease } from '../../factories/release.ts';
import { findNginx, startNginx } from '../../processes/nginx.ts';
import { runClosedLoop } from './closed-loop.ts';
import { type MeasuredProcess, startMeasured, startMeasuredShop } from './measured-process.ts';
import type { ReadersAnswer, ReadSlowly } from './slow-readers.ts';

const FILE_BYTES = 256 * 1024 * 1024;
const SLOW_READERS = 200;
const LIST = '/products/category/computing';

export type Downloads = {
  /** Bytes a second through the shop as a share of those of a bare server, and of nginx with the shop behind it of nginx alone. */
  ofBare: number;
  ofNginx: number | null;
  shopMegabytesPerSecond: number;
  /** The p50 of a kept page beside slow downloads, times that without; and beside as many that another server sends. */
  pageBeside: number;
  pageBesideOthers: number;
  /** Memory that slow downloads add to the process. */
  addedMegabytes: number | null;
};

/** Answers how to write a token that is good for an hour. Every reader is an account of its own: one may not have so many at once. */
async function prepare(folder: string) {
  const server = process.env.TEST_DATABASE_URL;
  const made = server ? await makeDatabaseOn(server, { purpose: 'bench' }) : null;
  const options = { databaseUrl: made?.url ?? null, dataDir: join(folder, 'data') };
  const database = await openDatabase<Tables>(options);
  await migrateAll(database);
  const storage = openFolderStorage(join(folder, 'storage'));
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'voices' }))
    .execute();
  const { release_id: releaseId, objects } = await storeRelease(
    { database, storage },
    { product_id: 'voices', files: { 'large.bin': randomBytes(FILE_BYTES) } },
  );
  const goods = { files: { release: releaseId, updates: 'none' as const } };
  const key = newSecretsKey();
  const secrets = createSecrets([Buffer.from(key, 'base64')]);
  const until = new Date(Date.now() + 60 * 60_000);
  const paths: string[] = [];
  for (let index = 0; index < SLOW_READERS; index++) {
    const accountId = `reader-${index}`;
    const entitlementId = await storeGift({ database }, { account_id: accountId, product_id: 'voices', goods });
    const token = writeToken(secrets, { entitlementId, accountId, releaseId, path: 'large.bin', until });
    paths.push(`/api/download/${token}/large.bin`);
  }
  await database.close();
  return {
    paths,
    file: join(folder, 'storage', 'goods', objects['large.bin'] ?? ''),
    environment: {
      SECRETS_KEY: key,
      DATA_DIR: options.dataDir,
      STORAGE_DIR: join(folder, 'storage'),
      ...(made && { DATABASE_URL: made.url }),
    },
    drop: async () => {
      if (server && made) await dropDatabaseOn(server, made);
    },
  };
}

/** Bytes a second over one connection, whole downloads one after the other. */
async function rate(address: string, path: string, seconds: number): Promise<number> {
  const { hostname, port, host } = new URL(address);
  const started = performance.now();
  let bytes = 0;
  while (performance.now() - started < seconds * 1_000) {
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    let own = 0;
    for await (const chunk of socket) own += (chunk as Buffer).length;
    if (own < FILE_BYTES) throw new Error(`${path.slice(0, 20)} answered ${own} bytes`);
    bytes += own;
  }
  return bytes / ((performance.now() - started) / 1_000);
}

async function compare(one: () => Promise<number>, other: () => Promise<number>, rounds: number) {
  await one();
  await other();
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [mine, theirs] = [await one(), await other()];
    ratios.push(mine / theirs);
    rates.push(mine);
  }
  return { ratio: median(ratios), rate: median(rates) };
}

/** Until the server has next to nothing to do. */
async function untilQuiet(server: MeasuredProcess) {
  for (let turn = 0; turn < 40; turn++) {
    const before = server.cpuMicroseconds() ?? 0;
    await sleep(500);
    if ((server.cpuMicroseconds() ?? 0) - before < 60_000) return;
  }
}

/** Readers of all these paths at once, in a process of their own; answers how to end them. */
async function readAllSlowly(server: MeasuredProcess, paths: string[]): Promise<() => Promise<void>> {
  const readers = fork(join(import.meta.dirname, 'slow-readers.ts'));
  readers.send({ address: server.address, paths } satisfies ReadSlowly);
  const [answer] = (await once(readers, 'message')) as [ReadersAnswer];
  if ('fault' in answer) throw new Error(answer.fault);
  return async () => {
    readers.kill();
    await once(readers, 'exit');
  };
}

async function pageP50(shop: MeasuredProcess, seconds: number): Promise<number> {
  const { milliseconds } = await runClosedLoop(shop.address, [LIST], { visitors: 4, seconds });
  return median(milliseconds);
}

/** Waits until earlier answers no longer make the process grow: that is no cost of the readers. */
async function untilGrown(shop: MeasuredProcess) {
  for (let turn = 0; turn < 10; turn++) {
    const before = shop.memoryMegabytes() ?? 0;
    await pageP50(shop, 1);
    if ((shop.memoryMegabytes() ?? 0) - before < 3) return;
  }
}

async function addedMemory(shop: MeasuredProcess, paths: string[]): Promise<number | null> {
  // The first one has the file read whole, once.
  await (await readAllSlowly(shop, paths.slice(0, 1)))();
  await untilGrown(shop);
  const before = shop.memoryMegabytes();
  const endReaders = await readAllSlowly(shop, paths);
  await untilQuiet(shop);
  const during = shop.memoryMegabytes();
  await endReaders();
  return before === null || during === null ? null : during - before;
}

/** How long a page takes while readers of `server` read, times what it takes without them. */
async function pageBeside(shop: MeasuredProcess, server: MeasuredProcess, paths: string[]): Promise<number> {
  await untilQuiet(shop);
  const alone = await pageP50(shop, 1);
  const endReaders = await readAllSlowly(server, paths);
  await untilQuiet(server);
  const beside = await pageP50(shop, 1);
  await endReaders();
  return beside / alone;
}

/** In turn with the same readers of another server: what they cost the machine is not what they cost the shop. */
async function besideSlow(shop: MeasuredProcess, bare: MeasuredProcess, paths: string[], rounds: number) {
  const addedMegabytes = await addedMemory(shop, paths);
  const own: number[] = [];
  const others: number[] = [];
  const anything = paths.map(() => '/');
  for (let round = 0; round < rounds; round++) {
    own.push(await pageBeside(shop, shop, paths));
    others.push(await pageBeside(shop, bare, anything));
  }
  return { addedMegabytes, pageBeside: median(own), pageBesideOthers: median(others) };
}

export async function measureDownloads(seconds: number): Promise<Downloads> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-downloads-'));
  const { paths, file, environment, drop } = await prepare(folder);
  const [path = ''] = paths;
  const bare = await startMeasured([join(import.meta.dirname, 'bare/bare-file-server.ts'), file], {});
  const shop = await startMeasuredShop({ ...environment });
  const rounds = Math.max(3, Math.floor(seconds / 2));
  try {
    const through = await compare(
      () => rate(shop.address, path, 1),
      () => rate(bare.address, '/', 1),
      rounds,
    );
    const slow = await besideSlow(shop, bare, paths, rounds);
    await shop.stop();
    const ofNginx = await behindNginx(folder, { path, file, environment }, rounds);
    return { ofBare: through.ratio, shopMegabytesPerSecond: through.rate / 1e6, ...slow, ofNginx };
  } finally {
    await Promise.all([bare.stop(), shop.stop()]);
    await drop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Behind = { path: string; file: string; environment: Record<string, string> };

/** Null where there is no nginx. */
async function behindNginx(folder: string, { path, file, environment }: Behind, rounds: number) {
  if (!findNginx()) return null;
  const shop = await startMeasuredShop({ ...environment, GOODS_ACCEL: '/goods-files/', TRUSTED_PROXIES: '1' });
  const storage = join(folder, 'storage');
  const processes = [Number(new URL(shop.address).port)];
  const nginx = await startNginx(join(folder, 'nginx'), {
    processes,
    storage,
    plain: { folder: join(storage, 'goods') },
  });
  try {
    const { pathname } = new URL(`http://x/plain/${file.split('/').at(-1)}`);
    const { ratio } = await compare(
      () => rate(nginx.address, path, 1),
      () => rate(nginx.address, pathname, 1),
      rounds,
    );
    return ratio;
  } finally {
    await nginx.stop();
    await shop.stop();
  }
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function renderDownloads({
  ofBare,
  ofNginx,
  shopMegabytesPerSecond,
  pageBeside,
  pageBesideOthers,
  addedMegabytes,
}: Downloads): string {
  const nginx = ofNginx === null ? 'no nginx here' : `${ofNginx.toFixed(2)} of nginx alone behind nginx`;
  return `Downloads: ${shopMegabytesPerSecond.toFixed(0)} MB a second through the shop, ${ofBare.toFixed(2)} of a bare server; ${nginx}; beside ${SLOW_READERS} slow ones a cached page takes ${pageBeside.toFixed(2)} times as long (${pageBesideOthers.toFixed(2)} where another server sends them), and the process ${addedMegabytes ?? '?'} MB more`;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '9' } } });
  console.log(renderDownloads(await measureDownloads(Number(values.seconds))));
}
