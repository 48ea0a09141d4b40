// Start-up as an operator meets it: the real process, real ports and files.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { environmentNames } from '#main/config/config.ts';
import { prepareDataDir } from './database/prepared-data-dir.ts';
import type { Ended, StartingProcess } from './processes/server-process.ts';
import { launchShop } from './processes/shop-process.ts';

const root = join(import.meta.dirname, '..');
let folder: string;
const launched: StartingProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-start-'));
});
afterEach(async () => {
  await Promise.all(launched.splice(0).map((shop) => shop.kill()));
  await rm(folder, { recursive: true, force: true });
});

function launch(environment: Record<string, string> = {}): StartingProcess {
  const shop = launchShop({ DATA_DIR: join(folder, 'data'), ...environment });
  launched.push(shop);
  return shop;
}

/** One sentence on standard error after the progress lines, no stack, code 1. */
function expectOneSentence({ code, err }: Ended, sentence: RegExp) {
  expect(code).toBe(1);
  expect(err).not.toMatch(/\n\s+at /);
  expect(err.trim().split('\n').at(-1)).toMatch(sentence);
}

test('a taken port is named, with a way out', async () => {
  const other: Server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  prepareDataDir(join(folder, 'data'));
  const ended = await launch({ PORT: String(port) }).ended;
  other.close();
  expectOneSentence(ended, new RegExp(`^Port ${port} .* is taken .*PORT=${port + 1}`));
});

test('every bad variable is named at once', async () => {
  const ended = await launch({ PORT: 'abc', DATABASE_URL: 'mysql://x', PUBLIC_URL: 'shop', CACHE_MB: '-1' }).ended;
  expectOneSentence(ended, /PORT.*DATABASE_URL.*PUBLIC_URL.*CACHE_MB.*\.env\.example/);
});

test('a database that cannot be reached is named without its password', async () => {
  const ended = await launch({ DATABASE_URL: 'postgres://hearth:secret@127.0.0.1:1/hearth' }).ended;
  expectOneSentence(ended, /^The database of DATABASE_URL \(127\.0\.0\.1:1\/hearth\) cannot be reached/);
  expect(ended.err).not.toContain('secret');
});

test('a store file that is missing or not valid is named with its faults', async () => {
  expectOneSentence(await launch({ STORE_FILE: join(folder, 'none.json') }).ended, /none\.json cannot be read/);
  await writeFile(join(folder, 'store.json'), '{"name": ""}');
  expectOneSentence(await launch({ STORE_FILE: join(folder, 'store.json') }).ended, /store\.json is not valid: name:/);
});

test("a folder without the shop's own pages and a font that is none are named", async () => {
  expectOneSentence(await launch({ PAGES_DIR: join(folder, 'none') }).ended, /^PAGES_DIR is not valid: .*none/);
  await writeFile(join(folder, 'font.ttf'), 'no font');
  expectOneSentence(
    await launch({ RECEIPT_FONT: join(folder, 'font.ttf') }).ended,
    /^RECEIPT_FONT is not valid: .*font\.ttf cannot be read as a font/,
  );
});

test('a data directory that cannot be made is named', async () => {
  await writeFile(join(folder, 'file'), '');
  expectOneSentence(
    await launch({ DATA_DIR: join(folder, 'file', 'data') }).ended,
    /^The data directory .* cannot be made/,
  );
});

test('a data directory in use is refused; SIGTERM closes it, and a killed owner does not block the next start', async () => {
  prepareDataDir(join(folder, 'data'));
  const first = await launch().opened;
  expect((await fetch(`${first.address}/api/health/ready`)).status).toBe(200);
  expectOneSentence(await launch().ended, new RegExp(`is in use by process ${first.pid}\\.`));
  expect((await first.stop()).code).toBe(0);

  const second = await launch().opened;
  expect((await fetch(`${second.address}/api/product`)).status).toBe(200);
  await second.kill();

  const third = await launch().opened;
  const { total } = (await (await fetch(`${third.address}/api/product`)).json()) as { total: number };
  expect(total).toBeGreaterThan(90);
}, 90_000);

test('SIGTERM lets an answer that has begun come to its end', async () => {
  prepareDataDir(join(folder, 'data'));
  const shop = await launch().opened;
  const response = await fetch(`${shop.address}/api/product/all`);
  const stopped = shop.stop();
  expect(((await response.json()) as unknown[]).length).toBeGreaterThan(90);
  expect((await stopped).code).toBe(0);
}, 60_000);

test('.env.example names every variable, and no other', async () => {
  const text = await readFile(join(root, '.env.example'), 'utf8');
  const named = [...text.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual([...environmentNames].sort());
});
