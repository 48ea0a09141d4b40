// The shop with WORKERS=2 on PostgreSQL, as npm start runs it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { onPostgres } from '../database.ts';
import { makeLastingDatabase } from '../lasting-database.ts';

const root = join(import.meta.dirname, '../..');
const LONG = { timeout: 60_000 };

/** `socket` is a descriptor that listens, handed over as systemd does. */
async function startShop(environment: Record<string, string>, socket?: number) {
  const [place, folder] = await Promise.all([makeLastingDatabase(), mkdtemp(join(tmpdir(), 'hearth-workers-'))]);
  const program = join(root, 'src/main/start.ts');
  const options = {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      WORKERS: '2',
      DATABASE_URL: place.databaseUrl ?? '',
      DATA_DIR: folder,
      PUBLIC_URL: '',
      ...environment,
    },
  };
  const shop: ChildProcess =
    socket === undefined
      ? spawn(process.execPath, [program], options)
      : spawn('sh', ['-c', 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$1"', process.execPath, program], {
          ...options,
          stdio: ['ignore', 'pipe', 'pipe', socket],
        });
  let out = '';
  let err = '';
  shop.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  shop.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const ended = once(shop, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    shop.kill('SIGKILL');
    await ended;
    await Promise.all([place.drop(), rm(folder, { recursive: true, force: true })]);
  });
  /** The processes that have opened, by their worker's number. */
  const opened = () =>
    [...err.matchAll(/Worker (\d) of 2 is open \(process (\d+)\)/g)].map(([, number, pid]) => ({
      number: Number(number),
      pid: Number(pid),
    }));
  await expect.poll(opened, LONG).toHaveLength(2);
  return { shop, ended, opened, out: () => out, err: () => err, address: out.match(/is open at (\S+)/)?.[1] ?? '' };
}

async function listProducts(address: string): Promise<number> {
  const response = await fetch(`${address}/api/product?limit=3`, { headers: { connection: 'close' } });
  await response.arrayBuffer();
  return response.status;
}

onPostgres(
  'two workers are one shop; a killed one is replaced, and SIGTERM lets answers come to their end',
  async () => {
    const { shop, ended, opened, out, err, address } = await startShop({});
    expect(out().match(/is open at/g)).toHaveLength(1);
    expect(err().match(/Connecting to PostgreSQL/g)).toHaveLength(1);

    process.kill(opened()[0]?.pid as number, 'SIGKILL');
    await expect.poll(() => listProducts(address).catch(() => null)).toBe(200);
    await expect.poll(() => opened().map(({ number }) => number), LONG).toEqual([1, 2, 1]);
    expect(await Promise.all(Array.from({ length: 6 }, () => listProducts(address)))).toEqual(Array(6).fill(200));
    expect(out().match(/is open at/g)).toHaveLength(1);

    const response = await fetch(`${address}/api/product/all`);
    shop.kill('SIGTERM');
    expect(((await response.json()) as unknown[]).length).toBeGreaterThan(90);
    expect(await ended).toBe(0);
    for (const { pid } of opened()) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  },
  180_000,
);

onPostgres(
  'workers serve at the socket that systemd keeps',
  async () => {
    const listening = createServer().listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const { fd } = (listening as unknown as { _handle: { fd: number } })._handle;
    const { shop, ended } = await startShop({ PORT: String(port) }, fd);
    // Only the shop takes connections.
    listening.close();
    const address = `http://127.0.0.1:${port}`;
    expect(await Promise.all(Array.from({ length: 6 }, () => listProducts(address)))).toEqual(Array(6).fill(200));
    shop.kill('SIGTERM');
    expect(await ended).toBe(0);
  },
  180_000,
);
