// npm run backup and npm run restore as an operator types them, the first one while the shop runs.
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDataDir } from './prepared-data-dir.ts';
import { runCommand } from './processes/run-command.ts';
import { startShop } from './processes/shop-process.ts';

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-backup-commands-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const run = (script: 'backup' | 'restore', dataDir: string, ...args: string[]) =>
  runCommand(script, args, { environment: { DATA_DIR: dataDir }, cwd: dataDir });

async function countProducts(address: string): Promise<number> {
  return ((await (await fetch(`${address}/api/product`)).json()) as { total: number }).total;
}

test('a running shop is backed up, and comes back in an empty place or in the place of what is there', async () => {
  const here = place();
  const there = place();
  const file = join(there, 'shop.backup');
  const shop = await startShop({ DATA_DIR: prepareDataDir(here) });
  onTestFinished(async () => void (await shop.kill()));
  const products = await countProducts(shop.address);
  const backedUp = await run('backup', here, file);
  expect(backedUp).toMatchObject({ code: 0, err: '' });
  expect(backedUp.out).toMatch(/^Backed up to .*shop\.backup\. Keep .*secrets\.key too/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await countProducts(shop.address)).toBe(products);
  await shop.stop();

  expect(await run('restore', there, file)).toMatchObject({ code: 0, err: '' });
  const again = await run('restore', there, file);
  expect(again).toMatchObject({ code: 1, out: '' });
  expect(again.err).toMatch(/has tables of the shop already/);
  expect(await run('restore', there, file, '--replace')).toMatchObject({ code: 0, err: '' });
  // As the command says: the key is kept apart from the backup.
  copyFileSync(join(here, 'secrets.key'), join(there, 'secrets.key'));
  const restored = await startShop({ DATA_DIR: there });
  onTestFinished(async () => void (await restored.kill()));
  expect(await countProducts(restored.address)).toBe(products);
}, 120_000);

test('a restore names what is wrong with its file, and leaves what is there', async () => {
  const here = place();
  const none = await run('restore', here, join(here, 'none.backup'), '--replace');
  expect(none).toMatchObject({ code: 1, out: '' });
  expect(none.err).toMatch(/^\S*none\.backup: ENOENT.*\n$/);
  const unnamed = await run('backup', here);
  expect(unnamed).toMatchObject({ code: 1, err: 'Name one file. Usage: npm run backup -- FILE\n' });
}, 60_000);
