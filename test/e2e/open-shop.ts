// Opens the built shop once for all browser tests: a process of its own, the demo catalogue, a free port.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export default async function openShop() {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-e2e-'));
  const shop = spawn(process.execPath, [join(root, 'src/main.ts')], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PUBLIC_URL: '',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.env.SHOP_ADDRESS = await addressOf(shop);
  return async function closeShop() {
    shop.kill('SIGTERM');
    await new Promise((resolve) => shop.once('exit', resolve));
    await rm(dataDir, { recursive: true });
  };
}

function addressOf(shop: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk;
      const address = printed.match(/is open at (http:\S+)/)?.[1];
      if (address) resolve(address);
    };
    shop.stdout?.on('data', read);
    shop.stderr?.on('data', read);
    shop.once('exit', () => reject(new Error(`the shop did not open:\n${printed}`)));
  });
}
