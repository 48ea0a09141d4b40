// What an operator meets at start-up: the real process, real ports and files.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { environmentNames } from '#main/config.ts';
import { prepareDataDir } from './prepared-data-dir.ts';

const root = join(import.meta.dirname, '..');
let folder: string;
const running: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-start-'));
});
afterEach(async () => {
  for (const shop of running.splice(0)) shop.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

type Ended = { code: number | null; out: string; err: string };

function startShop(environment: Record<string, string>) {
  const shop = spawn(process.execPath, [join(root, 'src/main/shop-process.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      // Empty rather than absent: a developer's own .env must not reach these processes.
      DATABASE_URL: '',
      PUBLIC_URL: '',
      SMTP_URL: '',
      STRIPE_SECRET_KEY: '',
      STRIPE_WEBHOOK_SECRET: '',
      WORKERS: '',
      ...environment,
    },
  });
  running.push(shop);
  let out = '';
  let err = '';
  const ended = new Promise<Ended>((resolve) => shop.once('close', (code) => resolve({ code, out, err })));
  const address = new Promise<string>((resolve) => {
    shop.stdout.on('data', (chunk) => {
      out += chunk;
      const found = out.match(/is open at (\S+)/)?.[1];
      if (found) resolve(found);
    });
  });
  shop.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return { shop, ended, address };
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
  const ended = await startShop({ PORT: String(port) }).ended;
  other.close();
  expectOneSentence(ended, new RegExp(`^Port ${port} .* is taken .*PORT=${port + 1}`));
});

test('every bad variable is named at once', async () => {
  const ended = await startShop({ PORT: 'abc', DATABASE_URL: 'mysql://x', PUBLIC_URL: 'shop', CACHE_MB: '-1' }).ended;
  expectOneSentence(ended, /PORT.*DATABASE_URL.*PUBLIC_URL.*CACHE_MB.*\.env\.example/);
});

test('a database that cannot be reached is named without its password', async () => {
  const ended = await startShop({ DATABASE_URL: 'postgres://hearth:secret@127.0.0.1:1/hearth' }).ended;
  expectOneSentence(ended, /^The database of DATABASE_URL \(127\.0\.0\.1:1\/hearth\) cannot be reached/);
  expect(ended.err).not.toContain('secret');
});

test('a store file that is missing or not valid is named with its faults', async () => {
  expectOneSentence(await startShop({ STORE_FILE: join(folder, 'none.json') }).ended, /none\.json cannot be read/);
  await writeFile(join(folder, 'store.json'), '{"name": ""}');
  expectOneSentence(
    await startShop({ STORE_FILE: join(folder, 'store.json') }).ended,
    /store\.json is not valid: name:/,
  );
});

test("a folder without the shop's own pages and a font that is none are named", async () => {
  expectOneSentence(await startShop({ PAGES_DIR: join(folder, 'none') }).ended, /^PAGES_DIR is not valid: .*none/);
  await writeFile(join(folder, 'font.ttf'), 'no font');
  expectOneSentence(
    await startShop({ RECEIPT_FONT: join(folder, 'font.ttf') }).ended,
    /^RECEIPT_FONT is not valid: .*font\.ttf cannot be read as a font/,
  );
});

test('a data directory that cannot be made is named', async () => {
  await writeFile(join(folder, 'file'), '');
  expectOneSentence(
    await startShop({ DATA_DIR: join(folder, 'file', 'data') }).ended,
    /^The data directory .* cannot be made/,
  );
});

test('a data directory in use is refused; SIGTERM closes it, and a killed owner does not block the next start', async () => {
  const first = startShop({});
  const address = await first.address;
  expect((await fetch(`${address}/api/health/ready`)).status).toBe(200);
  expectOneSentence(await startShop({}).ended, new RegExp(`is in use by process ${first.shop.pid}\\.`));

  first.shop.kill('SIGTERM');
  const closed = await first.ended;
  expect(closed.code).toBe(0);

  const second = startShop({});
  expect((await fetch(`${await second.address}/api/product`)).status).toBe(200);
  second.shop.kill('SIGKILL');
  await second.ended;

  const third = startShop({});
  const { total } = (await (await fetch(`${await third.address}/api/product`)).json()) as { total: number };
  expect(total).toBeGreaterThan(90);
}, 90_000);

test('SIGTERM lets an answer that has begun come to its end', async () => {
  prepareDataDir(join(folder, 'data'));
  const { shop, address, ended } = startShop({});
  const response = await fetch(`${await address}/api/product/all`);
  shop.kill('SIGTERM');
  expect(((await response.json()) as unknown[]).length).toBeGreaterThan(90);
  expect((await ended).code).toBe(0);
}, 60_000);

test('.env.example names every variable, and no other', async () => {
  const text = await readFile(join(root, '.env.example'), 'utf8');
  const named = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual([...environmentNames].sort());
});
