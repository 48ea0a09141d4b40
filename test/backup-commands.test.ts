// npm run backup and npm run restore as an operator types them, the first one while the shop runs.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDataDir } from './prepared-data-dir.ts';

const root = join(import.meta.dirname, '..');

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-backup-commands-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const environment = (dataDir: string) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  PORT: '0',
  DATA_DIR: dataDir,
  // Empty rather than absent: a developer's own .env must not reach these processes.
  DATABASE_URL: '',
  PUBLIC_URL: '',
  SMTP_URL: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  WORKERS: '',
});

async function startShop(dataDir: string) {
  const shop = spawn(process.execPath, [join(root, 'src/main/shop-process.ts')], {
    cwd: root,
    env: environment(dataDir),
  });
  onTestFinished(() => void shop.kill('SIGKILL'));
  let out = '';
  const address = await new Promise<string>((resolve, reject) => {
    shop.stdout.on('data', (chunk) => {
      out += chunk;
      const found = /is open at (\S+)/.exec(out)?.[1];
      if (found) resolve(found);
    });
    shop.stderr.on('data', (chunk) => {
      out += chunk;
    });
    shop.once('exit', () => reject(new Error(`the shop did not open: ${out}`)));
  });
  return {
    address,
    async stop() {
      shop.kill('SIGTERM');
      await once(shop, 'exit');
    },
  };
}

function run(script: 'backup' | 'restore', dataDir: string, ...args: string[]) {
  return new Promise<{ code: number | null; out: string; told: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(root, 'scripts', `${script}.ts`), ...args],
      { cwd: dataDir, env: environment(dataDir) },
      (_, out, told) => resolve({ code: child.exitCode, out, told }),
    );
  });
}

async function countProducts(address: string): Promise<number> {
  return ((await (await fetch(`${address}/api/product`)).json()) as { total: number }).total;
}

test('a running shop is backed up, and comes back in an empty place or in the place of what is there', async () => {
  const here = place();
  const there = place();
  const file = join(there, 'shop.backup');
  const shop = await startShop(prepareDataDir(here));
  const products = await countProducts(shop.address);
  const backedUp = await run('backup', here, file);
  expect(backedUp).toMatchObject({ code: 0, told: '' });
  expect(backedUp.out).toMatch(/^Backed up to .*shop\.backup\. Keep .*secrets\.key too/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await countProducts(shop.address)).toBe(products);
  await shop.stop();

  expect(await run('restore', there, file)).toMatchObject({ code: 0, told: '' });
  const again = await run('restore', there, file);
  expect(again).toMatchObject({ code: 1, out: '' });
  expect(again.told).toMatch(/has tables of the shop already/);
  expect(await run('restore', there, file, '--replace')).toMatchObject({ code: 0, told: '' });
  // As the command says: the key is kept apart from the backup.
  copyFileSync(join(here, 'secrets.key'), join(there, 'secrets.key'));
  const restored = await startShop(there);
  expect(await countProducts(restored.address)).toBe(products);
}, 120_000);

test('a restore names what is wrong with its file, and leaves what is there', async () => {
  const here = place();
  const none = await run('restore', here, join(here, 'none.backup'), '--replace');
  expect(none).toMatchObject({ code: 1, out: '' });
  expect(none.told).toMatch(/^\S*none\.backup: ENOENT.*\n$/);
  const unnamed = await run('backup', here);
  expect(unnamed).toMatchObject({ code: 1, told: 'Name one file. Usage: npm run backup -- FILE\n' });
}, 60_000);
